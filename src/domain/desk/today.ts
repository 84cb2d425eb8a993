import * as z from 'zod/mini';
import { count, optionalText, studioDate, text } from '../shape.ts';
import { addDays, isStudioDate, type StudioDate } from '../days.ts';
import { addressText } from '../list-search.ts';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import { deskCustomer, type DeskStep } from './pick-list.ts';

/** An order with pieces to hand over or to take back. */
const dueOrder = z.object({
  id: text,
  order_number: text,
  customer: deskCustomer,
  rental_from: studioDate,
  rental_to: studioDate,
  /** In whole lines: a kit counts as one. */
  pieces: count,
  /** Pieces with the customer now. */
  out: count,
  /** Pieces that came back. */
  back: count,
  missing: count,
  late_days: count,
});
export type DueOrder = z.output<typeof dueOrder>;

/** An enquiry that waits as second option and fits now. */
const waitingEnquiry = z.object({
  id: text,
  enquiry_number: text,
  customer: deskCustomer,
});
export type WaitingEnquiry = z.output<typeof waitingEnquiry>;

/** An enquiry without an answer. */
const unansweredEnquiry = z.object({
  ...waitingEnquiry.shape,
  /** ISO 8601 */
  created_at: text,
  hours: count,
  /** Older than the promised 24 hours. */
  late: z.boolean(),
  /** Name of the member of staff who owns it. */
  owner: optionalText,
});
export type UnansweredEnquiry = z.output<typeof unansweredEnquiry>;

/** A hold that ends within 24 hours. */
const endingHold = z.object({
  ...waitingEnquiry.shape,
  /** ISO 8601 */
  held_until: text,
});
export type EndingHold = z.output<typeof endingHold>;

/** Pieces that were hired in, on their last day. */
const hiredPieces = z.object({
  id: text,
  item: z.object({ type: itemKind, code: text, name: text }),
  quantity: count,
  /** Whom they are from, as it was noted. */
  supplier: optionalText,
  /** The order for which they were hired in. */
  order_number: optionalText,
});
export type HiredPieces = z.output<typeof hiredPieces>;

/** An order with returns about whose charges nobody has decided. */
const orderToCharge = z.object({
  id: text,
  order_number: text,
  customer: deskCustomer,
  /** Of the first of these returns. */
  day: studioDate,
});
export type OrderToCharge = z.output<typeof orderToCharge>;

/** A day at the desk. Each list has as many rows as were asked for; `totals` counts all. */
export const dueToday = z.object({
  day: studioDate,
  going_out: z.array(dueOrder),
  coming_back: z.array(dueOrder),
  overdue: z.array(dueOrder),
  conflicts: count,
  unanswered: z.array(unansweredEnquiry),
  waiting: z.array(waitingEnquiry),
  holds: z.array(endingHold),
  hired: z.array(hiredPieces),
  to_charge: z.array(orderToCharge),
  totals: z.object({
    going_out: count,
    coming_back: count,
    overdue: count,
    unanswered: count,
    waiting: count,
    holds: count,
    hired: count,
    to_charge: count,
  }),
});
export type DueToday = z.output<typeof dueToday>;

/** The lists of a day at the desk. */
export type DueList = keyof DueToday['totals'];

/** Whether a list of the day has more rows than were read. */
export function isCut(due: DueToday): boolean {
  const lists = Object.keys(due.totals) as DueList[];
  return lists.some((list) => due.totals[list] > due[list].length);
}

/** State of the Today page in the address. */
export interface TodaySearch {
  /** Another day than today. */
  day?: StudioDate;
  /** Only what the signed-in person owns. */
  owner?: 'me';
  /** Number of the order at the desk. */
  order?: string;
  desk?: DeskStep;
}

/** Parses the query string of Today; invalid values are dropped. */
export function readTodaySearch(raw: Record<string, unknown>): TodaySearch {
  const search: TodaySearch = {};
  const day = addressText(raw['day']);
  if (isStudioDate(day)) search.day = day;
  if (raw['owner'] === 'me') search.owner = 'me';
  const order = addressText(raw['order']);
  if (order) search.order = order;
  const { desk } = raw;
  if (order && (desk === 'hand-over' || desk === 'return')) search.desk = desk;
  return search;
}

/** Closes the order at the desk. */
export function withoutOrder({ order: _order, desk: _desk, ...list }: TodaySearch): TodaySearch {
  return list;
}

/** A day's name beside today: `Today`, `Yesterday`, `Tomorrow`; null for any other day. */
export function dayName(day: StudioDate, today: StudioDate): string | null {
  if (day === today) return 'Today';
  if (day === addDays(today, -1)) return 'Yesterday';
  return day === addDays(today, 1) ? 'Tomorrow' : null;
}

/** The orders of a list with those first that still need somebody. */
export function undoneFirst(orders: readonly DueOrder[], isDone: (order: DueOrder) => boolean) {
  return orders.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)));
}
