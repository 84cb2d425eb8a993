import * as z from 'zod/mini';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import {
  count,
  optionalCount,
  optionalDate,
  optionalRupees,
  optionalText,
  rupees,
  studioDate,
  text,
} from '../shape.ts';
import { addressChoice } from './address-choice.ts';
import { customerNote, enquiryLink, orderLink, timelineEvent } from './customer.ts';
import { enquiryContact } from './enquiry-contact.ts';
import { changedQuote } from './changed-quote.ts';
import { paidOrder } from './payment-text.ts';

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

/** The text of a line, such as delivery, in place of an item. */
interface Described {
  description?: string | null | undefined;
}

/** A line item: quantity, price per piece in rupees per day, and the current name of the item. */
const rentalLine = z.object({
  id: text,
  /** Null, as the id, for a text line. */
  item_type: z.nullable(itemKind),
  item_id: optionalText,
  quantity: count,
  price: rupees,
  rental_days: count,
  /** Null if the item no longer exists. */
  name: optionalText,
  code: optionalText,
});
export type RentalLine = z.output<typeof rentalLine> & Described;

/** An enquiry that wants an item on the days of a line. */
const otherEnquiry = z.object({
  id: text,
  number: text,
  customer: optionalText,
  quantity: count,
});
export type OtherEnquiry = z.output<typeof otherEnquiry>;

/** A hold of another enquiry on an item, on the days of a line. */
const lineHold = z.object({
  enquiry_id: text,
  number: text,
  customer: optionalText,
  quantity: count,
  /** ISO 8601 */
  expires_at: text,
});
export type LineHold = z.output<typeof lineHold>;

/** Free pieces for a line on its days, besides its own reservation. */
const rentalLineAvailability = z.object({
  /** The least over the days; null where pieces are not counted. */
  free: optionalCount,
  /** Pieces there are; null where they are not counted. */
  of: optionalCount,
  /** The days with fewer pieces than the line wants. */
  short_days: z.array(studioDate),
  /** The first day from which the line fits for as many days. */
  next_free: optionalDate,
  /** Other open enquiries that want it then, at most 10. */
  others: z.array(otherEnquiry),
  others_total: count,
  holds: z.array(lineHold),
});
export type RentalLineAvailability = z.output<typeof rentalLineAvailability>;

/** A line item of an open record with details of its item, all null if it no longer exists. */
const recordLine = z.object({
  ...rentalLine.shape,
  rental_from: optionalDate,
  rental_to: optionalDate,
  /** Null without dates, and for orders that are over. */
  availability: z.nullable(rentalLineAvailability),
  slug: optionalText,
  /** URL of the first picture. */
  image: optionalText,
  /** Whether it is in the catalogue. */
  active: z.nullable(z.boolean()),
  /** Pieces in stock; 0 if they are not counted. */
  stock: optionalCount,
});
export type RecordLine = z.output<typeof recordLine> & Described;

/** A line that is for an item. */
const itemLine = z.object({ ...recordLine.shape, item_type: itemKind, item_id: text });
export type ItemLine = z.output<typeof itemLine> & Described;

/** Whether a line is for an item, and no text line. */
export const isItemLine = <Line extends RecordLine>(line: Line): line is Line & ItemLine =>
  line.item_type !== null && line.item_id !== null;

/** The reason of a charge. */
export const chargeKind = z.enum(['late', 'damage', 'missing']);
export type ChargeKind = z.output<typeof chargeKind>;

/** A line of an open enquiry or order, which staff can change. */
const editableLine = z.object({
  ...recordLine.shape,
  description: optionalText,
  /** False: charged once, not per day. */
  per_day: z.boolean(),
  /** The catalogue's price when the line was added; null for text lines and where it is not known. */
  list_price: optionalCount,
  price_reason: optionalText,
});

/** A line of an open order. */
const orderLine = z.object({
  ...editableLine.shape,
  /** The reason of a charge that a return made. */
  charge: z.nullable(chargeKind),
  /** Id of the line that is charged for. */
  charge_for: optionalText,
  /** Pieces with the customer now; null for text lines. */
  out: optionalCount,
  /** Pieces returned; null for text lines. */
  back: optionalCount,
  /** Pieces that did not come back; null for text lines. */
  missing: optionalCount,
});
export type OrderLine = z.output<typeof orderLine>;

/** A line that staff can change; only an order's has charges, and pieces that were handed over. */
export type EditableLine = z.output<typeof editableLine> &
  Partial<Pick<OrderLine, 'charge' | 'out' | 'back' | 'missing'>>;

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

/** A line item of an open enquiry. */
const enquiryLine = z.object({
  ...editableLine.shape,
  /** Free pieces when it was sent; null where they are not counted. */
  free_when_sent: optionalCount,
  of_when_sent: optionalCount,
});
export type EnquiryLine = z.output<typeof enquiryLine>;

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
