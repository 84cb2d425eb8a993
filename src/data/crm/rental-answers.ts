import * as z from 'zod/mini';
import { enquiry, enquiryRecord, order, orderRecord } from '#domain/crm/rental.ts';
import { count, optionalText, text } from '#domain/shape.ts';
import type { Answers } from '../core/answer-call.ts';
import { listPage } from '../core/list-answers.ts';
import { madeLink } from '../core/made-link.ts';

/** The size of each list of the CRM; enquiries without the converted ones. */
const crmCounts = z.object({
  leads: count,
  enquiries: count,
  orders: count,
});
export type CrmCounts = z.output<typeof crmCounts>;

/** A status of an enquiry, an order or a payment. */
const status = z.object({
  value: text,
  label: text,
  /** Whether it can be selected; records may still have an inactive one. */
  is_active: z.boolean(),
});
export type Status = z.output<typeof status>;

/** Rows of the three tables of statuses. */
export const statuses = z.array(status);

/** Rows of `enquiry_orders` or `orders` with their owners. */
export const owners = z.array(z.object({ assigned_to: optionalText }));

/** Details of a refusal to convert an enquiry: the order that it was converted to before. */
export const convertedTo = z.object({ order_number: optionalText });

/** Answers of the database functions of enquiries and orders. */
export const RENTAL_ANSWERS = {
  search_enquiries: listPage(enquiry),
  search_orders: listPage(order),
  enquiry_record: z.nullable(enquiryRecord),
  order_record: z.nullable(orderRecord),
  make_enquiry_link: madeLink,
  end_enquiry_links: z.object({ ended: count }),
  settle_enquiry_change: z.object({ id: text }),
  crm_counts: crmCounts,
  convert_enquiry_to_order: z.object({ order_number: text }),
} satisfies Answers;
