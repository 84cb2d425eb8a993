import type { ItemKind } from '../catalogue/kinds/kind.ts';
import type { StudioDate } from '../dates.ts';
import type { CustomerNote, TimelineEvent } from './customer.ts';
import type { EnquiryContact } from './crm-text.ts';

/** The customer of an enquiry or order. Name, mobile and e-mail are null once erased. */
export interface RentalCustomer {
  id: string;
  customer_number: string;
  first_name: string | null;
  last_name: string | null;
  mobile: string | null;
  email: string | null;
  erased_at: string | null;
}

/**
 * A line item: quantity, price per piece in rupees per day, and the current name of the item. A text line
 * of an order, such as delivery, has a description instead of an item.
 */
export interface RentalLine {
  id: string;
  item_type: ItemKind | null;
  item_id: string | null;
  /** Enquiries have no text lines. */
  description?: string | null | undefined;
  quantity: number;
  price: number;
  rental_days: number;
  /** Null if the item no longer exists. */
  name: string | null;
  code: string | null;
}

/** An enquiry that wants an item on the days of a line. */
export interface OtherEnquiry {
  id: string;
  number: string;
  customer: string | null;
  quantity: number;
}

/** A hold of another enquiry on an item, on the days of a line. */
export interface LineHold {
  enquiry_id: string;
  number: string;
  customer: string | null;
  quantity: number;
  /** ISO 8601 */
  expires_at: string;
}

/** What is free for a line on its days, besides its own reservation. */
export interface RentalLineAvailability {
  /** The least over the days; null where pieces are not counted. */
  free: number | null;
  /** Pieces there are; null where they are not counted. */
  of: number | null;
  /** The days with fewer pieces than the line wants. */
  short_days: StudioDate[];
  /** The first day from which the line fits for as many days. */
  next_free: StudioDate | null;
  /** Other open enquiries that want it then, at most 10. */
  others: OtherEnquiry[];
  others_total: number;
  holds: LineHold[];
}

/** A line item of an open record with details of its item, all null if it no longer exists. */
export interface RecordLine extends RentalLine {
  rental_from: StudioDate | null;
  rental_to: StudioDate | null;
  /** Null without dates, and for orders that are over. */
  availability: RentalLineAvailability | null;
  slug: string | null;
  /** URL of the first picture. */
  image: string | null;
  /** Whether it is in the catalogue. */
  active: boolean | null;
  /** Pieces in stock; 0 if they are not counted. */
  stock: number | null;
}

/** A line that is for an item. */
export interface ItemLine extends RecordLine {
  item_type: ItemKind;
  item_id: string;
}

/** A line of an open order. */
export interface OrderLine extends RecordLine {
  description: string | null;
  /** False: charged once, not per day. */
  per_day: boolean;
  /** The catalogue's price when the line was added; null for text lines and where it is not known. */
  list_price: number | null;
  price_reason: string | null;
  /** The reason of a charge that a return made. */
  charge: 'late' | 'damage' | 'missing' | null;
  /** Id of the line that is charged for. */
  charge_for: string | null;
  /** Pieces with the customer now; null for text lines. */
  out: number | null;
  /** Pieces returned; null for text lines. */
  back: number | null;
}

/** The discount of an order: a percentage or rupees, at most one of them. */
export interface Discount {
  discount_percent: number | null;
  discount_amount: number | null;
}

/** Common fields of enquiries and orders. */
export interface Rental extends EnquiryContact {
  id: string;
  created_at: string;
  status: string;
  /** Rupees without GST. */
  total_price: number;
  rental_from: StudioDate | null;
  rental_to: StudioDate | null;
  message: string | null;
  /** The owner: the member of staff who works on it. */
  assigned_to: string | null;
  customer: RentalCustomer;
  items: RentalLine[];
}

/** The owner of an enquiry or order. */
export interface RentalOwner {
  id: string;
  name: string | null;
}

/** An enquiry in the list. */
export interface Enquiry extends Rental {
  enquiry_number: string | null;
  /** When the hold of its items ends; null without one. ISO 8601. */
  held_until: string | null;
  /** Since when it is second option for items that others hold; null where it is not. ISO 8601. */
  waiting_since: string | null;
  /** Since when a change that the customer asked for waits for the studio; null where none does. ISO 8601. */
  change_asked_at: string | null;
}

/** A customer's answer to their own enquiry, given on its page. */
export interface EnquiryReply {
  answer: 'change' | 'withdraw';
  note: string | null;
  /** ISO 8601. */
  at: string;
}

/** An order in the list. */
export interface Order extends Rental {
  order_number: string | null;
  payment_status: string;
}

/** A line item of an open enquiry. */
export interface EnquiryLine extends ItemLine {
  /** Free pieces when it was sent; null where they are not counted. */
  free_when_sent: number | null;
  of_when_sent: number | null;
}

/** An open enquiry, with the order it was converted to. */
export interface EnquiryRecord extends Enquiry {
  items: EnquiryLine[];
  hold_extensions: number;
  owner: RentalOwner | null;
  notes: CustomerNote[];
  /** Whether all its lines are free now. */
  can_hold: boolean;
  order: { id: string; order_number: string } | null;
  /** Newest first. */
  answers: EnquiryReply[];
  timeline: TimelineEvent[];
}

/** An open order, with the enquiry it was converted from; the timeline covers both. */
export interface OrderRecord extends Order, Discount {
  items: OrderLine[];
  discount_reason: string | null;
  enquiry: { id: string; enquiry_number: string } | null;
  owner: RentalOwner | null;
  /** Its notes and those of its enquiry. */
  notes: CustomerNote[];
  timeline: TimelineEvent[];
}

/** `ORD-00042`, or "ORD-" and the last 6 characters of the id. */
export function orderNumber(order: { id: string; order_number: string | null }): string {
  return order.order_number || `ORD-${order.id.slice(-6)}`;
}

/** The statuses of orders that occupy their days. */
const RESERVING: ReadonlySet<string> = new Set(['confirmed', 'in_progress']);

/** Whether an order's lines, dates and prices can be changed. */
export const isEditable = (order: Pick<Order, 'status'>): boolean => RESERVING.has(order.status);
