import * as z from 'zod/mini';
import { count, optionalDate, optionalText, rupees, text } from '../shape.ts';
import { enquiryContact } from './enquiry-contact.ts';
import { paidOrder } from './payment-text.ts';
import { typedDifferently } from './crm-text.ts';
import { likelyDuplicate } from './likely-duplicate.ts';

/** A customer. Name, mobile and e-mail are null once personal data is erased. */
export const customerFacts = z.object({
  id: text,
  customer_number: text,
  first_name: optionalText,
  last_name: optionalText,
  mobile: optionalText,
  email: optionalText,
  assigned_to: optionalText,
  assigned_name: optionalText,
  erased_at: optionalText,
  created_at: text,
  updated_at: text,
});
export type CustomerFacts = z.output<typeof customerFacts>;

export const orderLink = z.nullable(z.object({ id: text, order_number: text }));
export const enquiryLink = z.nullable(z.object({ id: text, enquiry_number: text }));

const customerRental = z.object({
  id: text,
  status: text,
  rental_from: optionalDate,
  rental_to: optionalDate,
  rental_days: count,
  /** Rupees without GST. */
  total_price: rupees,
  message: optionalText,
  created_at: text,
  item_count: count,
});

/** An enquiry of a customer, converted or not. */
const customerEnquiry = z.object({
  ...customerRental.shape,
  ...enquiryContact.shape,
  enquiry_number: optionalText,
  order: orderLink,
});
export type CustomerEnquiry = z.output<typeof customerEnquiry>;

/** An order of a customer. */
const customerOrder = z.object({
  ...customerRental.shape,
  ...paidOrder.shape,
  order_number: optionalText,
  enquiry: enquiryLink,
});
export type CustomerOrder = z.output<typeof customerOrder>;

/** A message from the contact form. */
const customerMessage = z.object({
  ...enquiryContact.shape,
  id: text,
  message: optionalText,
  created_at: text,
  handled_at: optionalText,
  handled_by: optionalText,
  handled_name: optionalText,
});
export type CustomerMessage = z.output<typeof customerMessage>;

/** A staff note on a customer, or on one of their enquiries or orders. */
export const customerNote = z.object({
  id: text,
  note: text,
  author: optionalText,
  author_name: optionalText,
  created_at: text,
  /** Time of the last edit; null if never edited. */
  edited_at: optionalText,
  edited_by: optionalText,
  editor_name: optionalText,
  /** Number of the enquiry or order that it is about; null: about the customer. */
  number: optionalText,
});
export type CustomerNote = z.output<typeof customerNote>;

/** A customer who was merged into the one that is shown. */
const customerMerge = z.object({
  /** Of the merge. */
  id: text,
  customer_number: text,
  name: optionalText,
  mobile: optionalText,
  merged_at: text,
  merged_name: optionalText,
  /** Until when the merge can be undone; null: no longer. ISO 8601. */
  undo_until: optionalText,
});
export type CustomerMerge = z.output<typeof customerMerge>;

/** An event of the activity of a customer, enquiry or order. */
export const timelineEvent = z.object({
  id: text,
  created_at: text,
  actor: z.enum(['visitor', 'staff', 'system']),
  user_id: optionalText,
  user_name: optionalText,
  what: text,
  from: optionalText,
  to: optionalText,
  from_name: optionalText,
  to_name: optionalText,
  subject: z.enum(['customer', 'enquiry', 'order', 'message', 'note']),
  subject_id: text,
  /** Number of its enquiry or order. */
  number: optionalText,
});
export type TimelineEvent = z.output<typeof timelineEvent>;

/** A customer with all related records; each list newest first, 100 at most. */
export const customerRecord = z.object({
  ...customerFacts.shape,
  /** Number of enquiries that still need action. */
  open_enquiries: count,
  enquiries_total: count,
  orders_total: count,
  messages_total: count,
  unhandled_messages: count,
  enquiries: z.array(customerEnquiry),
  orders: z.array(customerOrder),
  messages: z.array(customerMessage),
  notes: z.array(customerNote),
  /** The customer that remains of a merged one. */
  merged_into: z.nullable(z.object({ id: text, customer_number: text })),
  merges: z.array(customerMerge),
  /** Customers who are likely the same person, the likeliest first; five at most. */
  likely_duplicates: z.array(likelyDuplicate),
  timeline: z.array(timelineEvent),
});
export type CustomerRecord = z.output<typeof customerRecord>;

/** A name or e-mail address typed by a visitor that differs from the record. */
export interface TypedVariant {
  text: string;
  /** When it was last typed. ISO 8601. */
  created_at: string;
}

/** Names and e-mail addresses that differ from the record, without duplicates, latest first. */
export function typedVariants(customer: CustomerRecord): TypedVariant[] {
  const { first_name, last_name, email } = customer;
  const known = {
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    email: email ?? '',
  };
  const seen = new Map<string, TypedVariant>();
  const sent = [...customer.enquiries, ...customer.messages].toSorted((a, b) =>
    b.created_at.localeCompare(a.created_at),
  );
  for (const one of sent) {
    const typed = typedDifferently(one, known);
    for (const text of [typed.name, typed.email]) {
      if (text && !seen.has(text.toLowerCase())) {
        seen.set(text.toLowerCase(), { text, created_at: one.created_at });
      }
    }
  }
  return [...seen.values()];
}
