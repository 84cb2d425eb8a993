import type { StudioDate } from '../dates.ts';

/** Pieces of an item on one day, in the studio's figures (docs/product/availability.md#stock). */
export interface StockDay {
  day: StudioDate;
  /** Pieces there are: the quantity, less those out of service, plus those hired in. */
  room: number;
  booked: number;
  held: number;
  /** Never below 0; of an item with components, as often as each of them allows too. Null: not counted. */
  free: number | null;
  /** Promised pieces that are missing: the day is a conflict. */
  short: number;
}

/** Pieces of an item that are set aside for dates. */
export interface StockReservation {
  id: string;
  kind: 'rental' | 'hold' | 'out_of_service' | 'sub_rental';
  status: 'held' | 'booked' | 'out' | 'returned' | 'released';
  quantity: number;
  /** First and last day. */
  rental_from: StudioDate;
  rental_to: StudioDate;
  /** The last day with turnaround. */
  blocked_to: StudioDate;
  /** ISO 8601; holds only. */
  expires_at: string | null;
  /** Out of service: the cause. Sub-rental: from where. */
  reason: string | null;
  /** Null for other kinds, and for staff without the CRM. The customer is null once erased. */
  order: { id: string; order_number: string; customer: string | null } | null;
  enquiry: { id: string; enquiry_number: string; customer: string | null } | null;
}

/** An item's pieces over some days. */
export interface ItemStock {
  /** Null where pieces are not counted. */
  of: number | null;
  /** Days after a rental: the item's own, or else its kind's. */
  turnaround_days: number;
  /** Null: the kind's. */
  own_turnaround_days: number | null;
  /** Only days that are not all free. */
  days: readonly StockDay[];
  /** In order of their first day. */
  reservations: readonly StockReservation[];
}

/** Whether staff end the reservation by hand; the others follow their order or enquiry. */
export function isOfStaff({ kind }: Pick<StockReservation, 'kind'>): boolean {
  return kind === 'out_of_service' || kind === 'sub_rental';
}
