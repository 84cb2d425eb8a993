import * as z from 'zod/mini';
import {
  count,
  optionalCount,
  optionalDate,
  optionalRupees,
  optionalText,
  text,
} from '../shape.ts';
import { addressChoice } from './address-choice.ts';
import { customerNote, enquiryLink, orderLink, timelineEvent } from './customer.ts';
import { enquiryContact } from './enquiry-contact.ts';
import { changedQuote } from './changed-quote.ts';
import { paidOrder } from './payment-text.ts';
import { enquiryLine, orderLine, rentalLine, type RentalLine } from './rental-line.ts';

/** The customer of an enquiry or order. Name, mobile and e-mail are null once erased. */
const rentalCustomer = z.object({
  id: text,
  customer_number: text,
  first_name: optionalText,
  last_name: optionalText,
  mobile: optionalText,
  email: optionalText,
  erased_at: optionalText,
});
export type RentalCustomer = z.output<typeof rentalCustomer>;

/** The discount of an order: a percentage or rupees, at most one of them. */
const discount = z.object({ discount_percent: optionalCount, discount_amount: optionalRupees });
export type Discount = z.output<typeof discount>;

/** Common fields of enquiries and orders. */
const rental = z.object({
  ...enquiryContact.shape,
  id: text,
  created_at: text,
  status: text,
  /** Rupees without GST. */
  total_price: z.number(),
  rental_from: optionalDate,
  rental_to: optionalDate,
  message: optionalText,
  /** The owner: the member of staff who works on it. */
  assigned_to: optionalText,
  customer: rentalCustomer,
  items: z.array(z.object({ ...rentalLine.shape, description: optionalText })),
});
export type Rental = Omit<z.output<typeof rental>, 'items'> & { items: RentalLine[] };

/** The owner of an enquiry or order. */
const rentalOwner = z.object({
  id: text,
  name: optionalText,
});
export type RentalOwner = z.output<typeof rentalOwner>;

/** An enquiry in the list. */
export const enquiry = z.object({
  ...rental.shape,
  enquiry_number: optionalText,
  /** When the hold of its items ends; null without one. ISO 8601. */
  held_until: optionalText,
  /** Since when it is second option for items that others hold; null where it is not. ISO 8601. */
  waiting_since: optionalText,
  /** Since when a change that the customer asked for waits for the studio; null where none does. ISO 8601. */
  change_asked_at: optionalText,
});
export type Enquiry = z.output<typeof enquiry>;

/** A customer's answer to their own enquiry, given on its page. */
const enquiryReply = z.object({
  answer: z.enum(['change', 'withdraw']),
  note: optionalText,
  /** Other days that the customer asks for. */
  rental_from: optionalDate,
  rental_to: optionalDate,
  /** ISO 8601. */
  at: text,
});
export type EnquiryReply = z.output<typeof enquiryReply>;

/** An order in the list. */
export const order = z.object({
  ...rental.shape,
  ...paidOrder.shape,
  order_number: optionalText,
});
export type Order = z.output<typeof order>;

/** An open enquiry, with the order it was converted to. */
export const enquiryRecord = z.object({
  ...enquiry.shape,
  items: z.array(enquiryLine),
  hold_extensions: count,
  owner: z.nullable(rentalOwner),
  notes: z.array(customerNote),
  /** Whether staff act on it: its lines can be changed. */
  is_open: z.boolean(),
  /** The newest quote, where its lines or days are not those of now. */
  changed_quote: z.nullable(changedQuote),
  /** Whether all its lines are free now. */
  can_hold: z.boolean(),
  /** Null where there is nothing to choose. */
  addresses: z.nullable(addressChoice),
  order: orderLink,
  /** Newest first. */
  answers: z.array(enquiryReply),
  timeline: z.array(timelineEvent),
});
export type EnquiryRecord = z.output<typeof enquiryRecord>;

/** An open order, with the enquiry it was converted from; the timeline covers both. */
export const orderRecord = z.object({
  ...order.shape,
  ...discount.shape,
  items: z.array(orderLine),
  discount_reason: optionalText,
  enquiry: enquiryLink,
  /** The quote that the order does not fit any more. */
  changed_quote: z.nullable(changedQuote),
  /** A return waits for a decision about charges. */
  charges_due: z.boolean(),
  owner: z.nullable(rentalOwner),
  /** Its notes and those of its enquiry. */
  notes: z.array(customerNote),
  timeline: z.array(timelineEvent),
});
export type OrderRecord = z.output<typeof orderRecord>;

/** `ORD-00042`, or "ORD-" and the last 6 characters of the id. */
export function orderNumber(order: { id: string; order_number: string | null }): string {
  return order.order_number || `ORD-${order.id.slice(-6)}`;
}

/** The statuses of orders that occupy their days. */
const RESERVING: ReadonlySet<string> = new Set(['confirmed', 'in_progress']);

/** Whether an order's lines, dates and prices can be changed. */
export const isEditable = (order: Pick<Order, 'status'>): boolean => RESERVING.has(order.status);
