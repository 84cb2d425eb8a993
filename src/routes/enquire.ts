import { createFileRoute } from '@tanstack/react-router';
import {
  plainEnquiryResponse,
  postedPlainEnquiryResponse,
} from '#storefront/documents/plain-enquiry/plain-enquiry-response.tsx';
import { linkVisit } from './-customer-link.ts';

/** The enquiry form for one item without JavaScript, `/enquire?type=prop&item=<uuid>`. */
export const Route = createFileRoute('/enquire')({
  server: {
    handlers: {
      GET: ({ request }) => plainEnquiryResponse(linkVisit(request)),
      POST: async ({ request }) =>
        postedPlainEnquiryResponse(linkVisit(request), await request.formData()),
    },
  },
});
