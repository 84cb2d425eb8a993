import { createFileRoute } from '@tanstack/react-router';
import {
  documentResponse,
  postedDocumentResponse,
} from '#storefront/documents/document-response.tsx';
import { documentVisit } from './-document-link.ts';

/** A customer's page of an invoice, `/invoice?k=<secret>`. */
export const Route = createFileRoute('/invoice')({
  server: {
    handlers: {
      GET: ({ request }) => documentResponse(documentVisit(request)),
      POST: async ({ request }) =>
        postedDocumentResponse(documentVisit(request), await request.formData()),
    },
  },
});
