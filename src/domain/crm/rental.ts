import type { ItemKind } from '../catalogue/kinds/kind.ts';
import type { StudioDate } from '../dates.ts';
import type { TimelineEvent } from './customer.ts';
import type { EnquiryContact } from './crm-text.ts';

/** The customer of an enquiry or order; names, mobile and e-mail are null once their data was erased. */
export interface RentalCustomer {
  id: string;
  customer_number: string;
  first_name: string | null;
  last_name: string | null;
  mobile: string | null;
  email: string | null;
  erased_at: string | null;
}

/** One line: quantity, price in rupees a day for one, and what the item is called now. */
export interface RentalLine {
  id: string;
  item_type: ItemKind;
  item_id: string;
  quantity: number;
  price: number;
  rental_days: number;
  /** Null when the item cannot be found any more. */
  name: string | null;
  code: string | null;
}

/** A line of an open record: also what is known of its item; all null when that cannot be found. */
export interface RecordLine extends RentalLine {
  slug: string | null;
  /** Address of its first picture. */
  image: string | null;
  /** Whether visitors find it in the catalogue. */
  active: boolean | null;
  /** How many there are; 0 where nobody counts them. */
  stock: number | null;
}

/** What an enquiry and an order have in common. */
export interface Rental extends EnquiryContact {
  id: string;
  created_at: string;
  status: string;
  /** Rupees without GST. */
  total_price: number;
  rental_from: StudioDate | null;
  rental_to: StudioDate | null;
  message: string | null;
  customer: RentalCustomer;
  items: RentalLine[];
}

/** An enquiry as the list shows it. */
export interface Enquiry extends Rental {
  enquiry_number: string | null;
}

/** An order as the list shows it. */
export interface Order extends Rental {
  order_number: string | null;
  payment_status: string;
}

/** An enquiry with what became of it. */
export interface EnquiryRecord extends Enquiry {
  items: RecordLine[];
  order: { id: string; order_number: string } | null;
  timeline: TimelineEvent[];
}

/** An order with the enquiry it was made of; the timeline is of both. */
export interface OrderRecord extends Order {
  items: RecordLine[];
  enquiry: { id: string; enquiry_number: string } | null;
  timeline: TimelineEvent[];
}

/** `ORD-00042`, or "ORD-" and the last 6 characters of the id (back office §3). */
export function orderNumber(order: { id: string; order_number: string | null }): string {
  return order.order_number || `ORD-${order.id.slice(-6)}`;
}
