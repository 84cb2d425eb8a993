import type { ItemKind } from '../catalogue/kinds/kind.ts';
import type { StudioDate } from '../dates.ts';
import type { StockReservation } from '../stock/item-stock.ts';

/** The order or enquiry of a bar. The customer is null once erased. */
export interface BarRental {
  id: string;
  number: string;
  customer: string | null;
  customer_id: string;
}

/** Pieces that are reserved for some days, drawn as one bar (docs/product/desk.md#calendar). */
export interface TimelineBar extends Pick<StockReservation, 'kind' | 'status'> {
  /** Of the reservation; of an order's bar, of one of its reservations. */
  id: string;
  quantity: number;
  /** First and last day. */
  from: StudioDate;
  to: StudioDate;
  /** The last day with turnaround. */
  blocked_to: StudioDate;
  /** Out past its last day. */
  overdue: boolean;
  /** The lines of the order that it is for. */
  lines: readonly string[];
  /** It is all lines of its order. */
  whole: boolean;
  /** Null for other kinds, and for staff without the CRM. */
  order: BarRental | null;
  enquiry: BarRental | null;
  /** ISO 8601; holds only. */
  expires_at: string | null;
  /** Why it is out of service, or where the pieces are hired from. */
  reason: string | null;
}

/** One row of the timeline: an item, an order, or an enquiry that holds something. */
export interface TimelineRow {
  type: ItemKind | 'order' | 'enquiry';
  id: string;
  /** The item's code, or the number of the order or enquiry. */
  code: string;
  /** The item's name, or the customer's; null once erased. */
  name: string | null;
  category: string | null;
  /** The item's pieces; null where they are not counted. */
  of: number | null;
  /** Status of the order or enquiry. */
  status: string | null;
  /** Pieces of the order. */
  pieces: number | null;
  bars: readonly TimelineBar[];
  /** Days on which a promised piece is missing. */
  short_days: readonly StudioDate[];
}

/** A line of an order that would not fit on other days. */
export interface LineShortage {
  line: string;
  type: ItemKind;
  id: string;
  name: string;
  quantity: number;
  /** Null where the item is not counted and only a part of it is short. */
  free: number | null;
  days: readonly StudioDate[];
}
