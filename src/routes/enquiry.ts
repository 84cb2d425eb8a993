import { createFileRoute } from '@tanstack/react-router';
import {
  enquiryResponse,
  postedEnquiryResponse,
} from '#storefront/documents/enquiry/enquiry-response.tsx';
import { linkVisit } from './-customer-link.ts';

/** A customer's page of their enquiry, `/enquiry?k=<secret>`. */
export const Route = createFileRoute('/enquiry')({
  server: {
    handlers: {
      GET: ({ request }) => enquiryResponse(linkVisit(request)),
      POST: async ({ request }) =>
        postedEnquiryResponse(linkVisit(request), await request.formData()),
    },
  },
});
