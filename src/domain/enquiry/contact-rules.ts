import * as z from 'zod/mini';
import {
  EMPTY_ENQUIRY,
  identityFields,
  messageField,
  type EnquiryValues,
} from './enquiry-rules.ts';

/** The values of the contact form: the enquiry's without its dates. */
export type ContactValues = Omit<EnquiryValues, 'rental_from' | 'rental_to'>;

/** The empty form. */
export const EMPTY_CONTACT: ContactValues = withoutDates(EMPTY_ENQUIRY);

/** Validation of the contact form: the enquiry's without the dates (docs/product/enquiry.md). */
export const contactSchema = z.object({ ...identityFields, message: messageField });

/** The contact form's part of an enquiry form. */
export function withoutDates(form: EnquiryValues): ContactValues {
  const { first_name, last_name, mobile, email, message } = form;
  return { first_name, last_name, mobile, email, message };
}
