import { enquiryNumber } from './crm-text.ts';
import type { EditableLine } from './rental-line.ts';
import {
  orderNumber,
  type Discount,
  type EnquiryRecord,
  type OrderRecord,
  type Rental,
} from './rental.ts';

/** An open enquiry or order, as its lines are edited. */
export interface EditedRental
  extends Discount, Pick<Rental, 'id' | 'rental_from' | 'rental_to' | 'total_price'> {
  /** Its name in texts. */
  noun: 'enquiry' | 'order';
  number: string;
  items: readonly EditableLine[];
  discount_reason: string | null;
}

/** An order, as its lines are edited. */
export const editedOrder = (order: OrderRecord): EditedRental => ({
  ...order,
  noun: 'order',
  number: orderNumber(order),
});

/** An enquiry, as its lines are edited. Only an order has a discount. */
export const editedEnquiry = (enquiry: EnquiryRecord): EditedRental => ({
  ...enquiry,
  noun: 'enquiry',
  number: enquiryNumber(enquiry),
  discount_percent: null,
  discount_amount: null,
  discount_reason: null,
});
