import * as z from 'zod/mini';
import { count, optionalCount, optionalText, studioDate, text } from '../shape.ts';

/** Pieces of an item on one day, in the studio's figures (docs/product/availability.md#stock). */
const stockDay = z.object({
  day: studioDate,
  /** Pieces there are: the quantity, less those out of service, plus those hired in. */
  room: count,
  booked: count,
  held: count,
  /** Never below 0; of an item with components, as often as each of them allows too. Null: not counted. */
  free: optionalCount,
  /** Promised pieces that are missing: the day is a conflict. */
  short: count,
});
export type StockDay = z.output<typeof stockDay>;

/** Pieces of an item that are set aside for dates. */
export const stockReservation = z.object({
  id: text,
  kind: z.enum(['rental', 'hold', 'out_of_service', 'sub_rental']),
  status: z.enum(['held', 'booked', 'out', 'returned', 'released']),
  quantity: count,
  /** First and last day. */
  rental_from: studioDate,
  rental_to: studioDate,
  /** The last day with turnaround. */
  blocked_to: studioDate,
  /** ISO 8601; holds only. */
  expires_at: optionalText,
  /** Out of service: the cause. Sub-rental: from where. */
  reason: optionalText,
  /** Null for other kinds, and for staff without the CRM. The customer is null once erased. */
  order: z.nullable(z.object({ id: text, order_number: text, customer: optionalText })),
  enquiry: z.nullable(z.object({ id: text, enquiry_number: text, customer: optionalText })),
});
export type StockReservation = z.output<typeof stockReservation>;

/** An item's pieces over some days. */
export const itemStock = z.object({
  /** Null where pieces are not counted. */
  of: optionalCount,
  /** Days after a rental: the item's own, or else its kind's. */
  turnaround_days: count,
  /** Null: the kind's. */
  own_turnaround_days: optionalCount,
  /** Only days that are not all free. */
  days: z.array(stockDay),
  /** In order of their first day. */
  reservations: z.array(stockReservation),
});
export type ItemStock = z.output<typeof itemStock>;

/** Whether staff end the reservation by hand; the others follow their order or enquiry. */
export function isOfStaff({ kind }: Pick<StockReservation, 'kind'>): boolean {
  return kind === 'out_of_service' || kind === 'sub_rental';
}
