import * as z from 'zod/mini';
import { optionalText } from '../shape.ts';

/** Contact details typed with an enquiry; may differ from the customer record. */
export const enquiryContact = z.object({
  contact_first_name: optionalText,
  contact_last_name: optionalText,
  contact_email: optionalText,
});
export type EnquiryContact = z.output<typeof enquiryContact>;
