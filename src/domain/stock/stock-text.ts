import * as z from 'zod/mini';
import type { StudioDate } from '../days.ts';
import { count, optionalDate, studioDate } from '../shape.ts';
import { daysText, dayText } from '../availability/availability-text.ts';
import { formatMoment } from '../dates.ts';
import type { StockReservation } from './item-stock.ts';

/** `1 piece`, `3 pieces`. */
export function pieceCountText(quantity: number): string {
  return `${quantity} ${quantity === 1 ? 'piece' : 'pieces'}`;
}

/** `1 day`, `3 days`. */
export function dayCountText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

const STATUS = {
  held: 'Held',
  booked: 'Booked',
  out: 'Out',
  returned: 'Returned',
  released: 'Ended',
};

/** State of a reservation: `Booked`, `Held until 19 Nov 2026, 6:00 pm`, `Out of service`. */
export function reservationState({ kind, status, expires_at }: StockReservation): string {
  if (status !== 'released' && kind === 'out_of_service') return 'Out of service';
  if (status !== 'released' && kind === 'sub_rental') return 'Hired in';
  return status === 'held' && expires_at
    ? `Held until ${formatMoment(expires_at)}`
    : STATUS[status];
}

/** Most days that are listed by date. */
const MOST_LISTED = 5;

/** Days on which more is promised than there is: `2 days (15–16 Nov)`, `9 days, first 15–17 Nov`. */
export function conflictDaysText(count: number, first: readonly StudioDate[]): string {
  const listed = daysText(first.slice(0, MOST_LISTED));
  return count > first.length || count > MOST_LISTED
    ? `${dayCountText(count)}, first ${listed}`
    : `${dayCountText(count)} (${listed})`;
}

/** The conflicts that another quantity would cause, from the database. */
export const stockCheck = z.object({
  /** Items with a rental or hold that is not over. */
  items: count,
  /** Their rentals and holds. */
  reservations: count,
  /** The first day on which one of them is reserved, from today on. */
  next_day: optionalDate,
  /** Most pieces missing on a day. */
  short: count,
  /** Number of days on which pieces are missing, and the first five. */
  short_days: count,
  first_days: z.array(studioDate),
});
export type StockCheck = z.output<typeof stockCheck>;

/** Pieces and switch of an item, before or after a change. */
export interface StockValues {
  quantity: number;
  active: boolean;
}

/** The rentals and holds of an item: `2 rentals or holds, the next on 14 Nov`. Null for none. */
export function promisesText({ reservations, next_day }: StockCheck): string | null {
  if (reservations === 0 || next_day === null) return null;
  const count = reservations === 1 ? '1 rental or hold' : `${reservations} rentals or holds`;
  return `${count}, the next on ${dayText(next_day)}`;
}

/** Whether a change of an item can affect what is reserved of it. */
export function mayAffectReservations(before: StockValues, after: StockValues): boolean {
  return after.quantity < before.quantity || (before.active && !after.active);
}

/**
 * Consequences of a change of an item for its reservations, in sentences; empty for none.
 * @param check of the item at its new quantity
 */
export function stockWarnings(
  before: StockValues,
  after: StockValues,
  check: StockCheck,
): string[] {
  const warnings: string[] = [];
  const reserved = promisesText(check);
  if (after.quantity < before.quantity && after.quantity === 0 && reserved) {
    warnings.push(
      `Quantity 0 means not counted: no booking is refused any more, and ${reserved}, stay.`,
    );
  } else if (after.quantity < before.quantity && check.short_days > 0) {
    const days = conflictDaysText(check.short_days, check.first_days);
    warnings.push(
      `More is promised than there would be on ${days}: up to ${pieceCountText(check.short)} short. Nothing is cancelled; these days become a conflict.`,
    );
  }
  if (before.active && !after.active && reserved) {
    warnings.push(`Visitors no longer see it, but ${reserved}, stay.`);
  }
  return warnings;
}
