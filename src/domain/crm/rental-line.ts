import * as z from 'zod/mini';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import {
  count,
  optionalCount,
  optionalDate,
  optionalText,
  rupees,
  studioDate,
  text,
} from '../shape.ts';

/** The text of a line, such as delivery, in place of an item. */
interface Described {
  description?: string | null | undefined;
}

/** A line item: quantity, price per piece in rupees per day, and the current name of the item. */
export const rentalLine = z.object({
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
export const orderLine = z.object({
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

/** A line item of an open enquiry. */
export const enquiryLine = z.object({
  ...editableLine.shape,
  /** Free pieces when it was sent; null where they are not counted. */
  free_when_sent: optionalCount,
  of_when_sent: optionalCount,
});
export type EnquiryLine = z.output<typeof enquiryLine>;
