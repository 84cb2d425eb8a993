import { addMonths } from '../availability/month.ts';
import { addDays, daysBetween, weekdayOf, type StudioDate } from '../days.ts';
import type { ItemStock, StockReservation } from './item-stock.ts';

/** A day of an item's calendar. */
export interface CalendarDay {
  day: StudioDate;
  /** Its figures are no longer stored. */
  isPast: boolean;
  isToday: boolean;
  /** Null where pieces are not counted. */
  free: number | null;
  of: number | null;
  booked: number;
  held: number;
  outOfService: number;
  hiredIn: number;
  short: number;
}

/** A month of an item's calendar: weeks from Monday to Sunday that are not past, null for days of other months. */
export interface CalendarMonth {
  /** Its first day. */
  first: StudioDate;
  weeks: readonly (readonly (CalendarDay | null)[])[];
}

const DAYS_OF_WEEK = 7;

/** Number of days from the first day of a month through some months. */
export function daysOfMonths(first: StudioDate, months: number): number {
  return daysBetween(first, addMonths(first, months));
}

/** Months of an item's calendar. `first`: the first day of the first month. */
export function stockMonths(
  stock: ItemStock,
  { first, months, today }: { first: StudioDate; months: number; today: StudioDate },
): CalendarMonth[] {
  return Array.from({ length: months }, (_, at) => {
    const start = addMonths(first, at);
    const days = Array.from({ length: daysOfMonths(start, 1) }, (_, day) =>
      calendarDay(stock, addDays(start, day), today),
    );
    const before = weekdayOf(start);
    const cells = [...Array.from({ length: before }, () => null), ...days];
    const missing = (DAYS_OF_WEEK - (cells.length % DAYS_OF_WEEK)) % DAYS_OF_WEEK;
    cells.push(...Array.from({ length: missing }, () => null));
    const weeks = Array.from({ length: cells.length / DAYS_OF_WEEK }, (_, week) =>
      cells.slice(week * DAYS_OF_WEEK, (week + 1) * DAYS_OF_WEEK),
    );
    return { first: start, weeks: weeks.filter((week) => week.some((day) => day && !day.isPast)) };
  });
}

function calendarDay(stock: ItemStock, day: StudioDate, today: StudioDate): CalendarDay {
  const figures = stock.days.find((one) => one.day === day);
  const pieces = (isCounted: (reservation: StockReservation) => boolean) =>
    stock.reservations
      .filter((one) => one.status !== 'released' && one.rental_from <= day && day <= one.blocked_to)
      .filter(isCounted)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    day,
    isPast: day < today,
    isToday: day === today,
    free: stock.of === null ? null : (figures?.free ?? stock.of),
    of: stock.of,
    // why both: no figures are stored of an item that is not counted, though it may be reserved.
    booked: Math.max(
      figures?.booked ?? 0,
      pieces(({ kind }) => kind === 'rental'),
    ),
    held: Math.max(
      figures?.held ?? 0,
      pieces(({ kind }) => kind === 'hold'),
    ),
    outOfService: pieces(({ kind }) => kind === 'out_of_service'),
    hiredIn: pieces(({ kind }) => kind === 'sub_rental'),
    short: figures?.short ?? 0,
  };
}

/** The reasons why a day's pieces are not all free: `1 booked`, `1 held`, `1 out of service`. */
export function dayReasons(day: CalendarDay): string[] {
  return [
    day.booked > 0 && `${day.booked} booked`,
    day.held > 0 && `${day.held} held`,
    day.outOfService > 0 && `${day.outOfService} out of service`,
    day.hiredIn > 0 && `${day.hiredIn} hired in`,
    day.short > 0 && `${day.short} short`,
  ].filter((text) => text !== false);
}

/** A day in words: `2 of 3 free, 1 booked`. */
export function dayStockText(day: CalendarDay): string {
  const free = day.free === null ? 'not counted' : `${day.free} of ${day.of} free`;
  return [free, ...dayReasons(day)].join(', ');
}

/**
 * The days from `from` to `to` on which taking `quantity` pieces out of service leaves a promise
 * without its piece, as far as the loaded days tell.
 */
export function daysLeftShort(
  stock: ItemStock,
  { from, to, quantity }: { from: StudioDate; to: StudioDate; quantity: number },
): StudioDate[] {
  return stock.days
    .filter(({ day }) => from <= day && day <= to)
    .filter(({ room, booked, held }) => room > 0 && booked + held > Math.max(0, room - quantity))
    .map(({ day }) => day);
}
