import * as z from 'zod/mini';
import { customerFacts, customerRecord } from '#domain/crm/customer.ts';
import { foundCustomer } from '#domain/crm/found-customer.ts';
import { duplicatePairs } from '#domain/crm/likely-duplicate.ts';
import { count, optionalText, text } from '#domain/shape.ts';
import type { Answers } from '../core/answer-call.ts';
import { listPage } from '../core/list-answers.ts';

/** A customer in the list of leads. */
const lead = z.object({
  id: text,
  customer_number: text,
  first_name: text,
  last_name: text,
  /** Null for a caller who gave none. */
  email: optionalText,
  mobile: text,
  assigned_to: optionalText,
  assigned_name: optionalText,
  created_at: text,
  updated_at: text,
  /** Enquiries that are not converted. */
  enquiries: count,
  /** Those of them that are neither closed nor rejected. */
  open_enquiries: count,
  orders: count,
  /** Messages of the contact form. */
  messages: count,
  unhandled_messages: count,
});
export type Lead = z.output<typeof lead>;

const mergedCustomers = z.object({ merge: text, into: text, from: text });

/** Rows of `customers` with their numbers and names. */
export const customerNames = z.array(
  z.object({ customer_number: text, first_name: optionalText, last_name: optionalText }),
);

/** Rows of `customers` with their assignees. */
export const assignments = z.array(z.object({ assigned_to: optionalText, updated_at: text }));

/** Rows of `customer_notes` with their texts. */
export const noteTexts = z.array(z.object({ note: text }));

/** Details of a refusal of a mobile number that another customer has. */
export const takenMobile = z.object({
  reason: z.literal('mobile_taken'),
  customer: z.object({ id: text, customer_number: text, name: optionalText }),
});

/** Answers of the database functions of customers. */
export const CUSTOMER_ANSWERS = {
  search_leads: listPage(lead),
  find_customers: z.object({ items: z.array(foundCustomer), more: z.boolean() }),
  customer_record: z.nullable(customerRecord),
  correct_customer: customerFacts,
  merge_customers: mergedCustomers,
  undo_merge: mergedCustomers,
  duplicate_pairs: duplicatePairs,
  tell_apart: z.object({ apart: z.boolean() }),
  erase_customer: z.object({ id: text, erased_at: text, documents_until: optionalText }),
} satisfies Answers;
