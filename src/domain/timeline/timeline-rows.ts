import * as z from 'zod/mini';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import { count, optionalCount, optionalText, studioDate, text } from '../shape.ts';
import { ITEM_KINDS } from '../catalogue/kinds/kind.ts';
import { stockReservation } from '../stock/item-stock.ts';

/** The order or enquiry of a bar. The customer is null once erased. */
const barRental = z.object({
  id: text,
  number: text,
  customer: optionalText,
  /** Null for a storekeeper. */
  customer_id: optionalText,
});
export type BarRental = z.output<typeof barRental>;

/** Pieces that are reserved for some days, drawn as one bar (docs/product/desk.md#calendar). */
const timelineBar = z.object({
  /** Of the reservation; of an order's bar, of one of its reservations. */
  id: text,
  kind: stockReservation.shape.kind,
  status: stockReservation.shape.status,
  quantity: count,
  /** First and last day. */
  from: studioDate,
  to: studioDate,
  /** The last day with turnaround. */
  blocked_to: studioDate,
  /** Out past its last day. */
  overdue: z.boolean(),
  /** The lines of the order that it is for; none for staff who may not move them. */
  lines: z.array(text),
  /** It is all lines of its order. */
  whole: z.boolean(),
  /** Null for other kinds, and for staff without the CRM. */
  order: z.nullable(barRental),
  enquiry: z.nullable(barRental),
  /** ISO 8601; holds only. */
  expires_at: optionalText,
  /** Why it is out of service, or where the pieces are hired from. */
  reason: optionalText,
});
export type TimelineBar = z.output<typeof timelineBar>;

/** One row of the timeline: an item, an order, or an enquiry that holds something. */
export const timelineRow = z.object({
  type: z.enum([...ITEM_KINDS, 'order', 'enquiry']),
  id: text,
  /** The item's code, or the number of the order or enquiry. */
  code: text,
  /** The item's name, or the customer's; null once erased. */
  name: optionalText,
  category: optionalText,
  /** The item's pieces; null where they are not counted. */
  of: optionalCount,
  /** Status of the order or enquiry. */
  status: optionalText,
  /** Pieces of the order. */
  pieces: optionalCount,
  bars: z.array(timelineBar),
  /** Days on which a promised piece is missing. */
  short_days: z.array(studioDate),
});
export type TimelineRow = z.output<typeof timelineRow>;

/** A line of an order that would not fit on other days. */
export const lineShortage = z.object({
  line: text,
  type: itemKind,
  id: text,
  name: text,
  quantity: count,
  /** Null where the item is not counted and only a part of it is short. */
  free: optionalCount,
  days: z.array(studioDate),
});
export type LineShortage = z.output<typeof lineShortage>;
