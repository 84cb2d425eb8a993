import { createFileRoute } from '@tanstack/react-router';
import {
  documentResponse,
  postedDocumentResponse,
} from '#storefront/documents/document-response.tsx';
import { linkVisit } from './-customer-link.ts';

/** A customer's page of an invoice, `/invoice?k=<secret>`. */
export const Route = createFileRoute('/invoice')({
  server: {
    handlers: {
      GET: ({ request }) => documentResponse(linkVisit(request)),
      POST: async ({ request }) =>
        postedDocumentResponse(linkVisit(request), await request.formData()),
    },
  },
});
