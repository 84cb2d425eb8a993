import { addDays } from '../availability/month.ts';
import { isStudioDate, type StudioDate } from '../dates.ts';
import { addressText } from '../list-search.ts';
import type { DeskCustomer, DeskStep } from './pick-list.ts';

/** An order with pieces to hand over or to take back. */
export interface DueOrder {
  id: string;
  order_number: string;
  customer: DeskCustomer;
  rental_from: StudioDate;
  rental_to: StudioDate;
  pieces: number;
  /** Pieces with the customer now. */
  out: number;
  /** Pieces that are back or missing. */
  back: number;
  late_days: number;
}

/** An enquiry without an answer. */
export interface UnansweredEnquiry {
  id: string;
  enquiry_number: string;
  customer: DeskCustomer;
  /** ISO 8601 */
  created_at: string;
  hours: number;
  /** Older than the promised 24 hours. */
  late: boolean;
  /** Name of the member of staff who owns it. */
  owner: string | null;
}

/** An enquiry that waits as second option and fits now. */
export interface WaitingEnquiry {
  id: string;
  enquiry_number: string;
  customer: DeskCustomer;
}

/** A hold that ends within 24 hours. */
export interface EndingHold extends WaitingEnquiry {
  /** ISO 8601 */
  held_until: string;
}

/** A day at the desk. Each list has at most 50 rows; `totals` counts all. */
export interface DueToday {
  day: StudioDate;
  going_out: DueOrder[];
  coming_back: DueOrder[];
  overdue: DueOrder[];
  conflicts: number;
  unanswered: UnansweredEnquiry[];
  waiting: WaitingEnquiry[];
  holds: EndingHold[];
  totals: Record<DueList, number>;
}

/** The lists of a day at the desk. */
export type DueList = 'going_out' | 'coming_back' | 'overdue' | 'unanswered' | 'waiting' | 'holds';

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
