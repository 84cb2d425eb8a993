import * as z from 'zod/mini';
import {
  EMPTY_ENQUIRY,
  identityFields,
  messageField,
  type EnquiryValues,
} from './enquiry-rules.ts';

/** What a visitor types into the contact form: who asks, and a message (spec, public side §2). */
export type ContactValues = Omit<EnquiryValues, 'rental_from' | 'rental_to'>;

/** The form before anything is typed. */
export const EMPTY_CONTACT: ContactValues = withoutDates(EMPTY_ENQUIRY);

/** The rules of the contact form: those of the enquiry without the dates (spec, public side §5). */
export const contactSchema = z.object({ ...identityFields, message: messageField });

/** The part of an enquiry form that a contact form has. */
export function withoutDates(form: EnquiryValues): ContactValues {
  const { first_name, last_name, mobile, email, message } = form;
  return { first_name, last_name, mobile, email, message };
}
