import { addDays, rentalDays, type StudioDate } from '../days.ts';
import type { RentalDates } from './rental-search.ts';

/** The free pieces of an item, as visitors see them. */
export interface FreePieces {
  /** The least number over the days; null where pieces are not counted. */
  free: number | null;
  /** The pieces there are; null where they are not counted or not shown. */
  of: number | null;
  /** The first day from which the wanted pieces are free for as many days; lists do not know it. */
  next_free?: StudioDate | null | undefined;
}

/**
 * Month names as `formatDate` writes them.
 * why not Intl: a browser's own names may differ from the server's, and the page would not hydrate.
 */
const MONTHS =
  'January February March April May June July August September October November December';

const parts = (date: StudioDate) => {
  const [year = '', month = '', day = ''] = date.split('-');
  const name = MONTHS.split(' ')[Number(month) - 1] ?? '';
  return { year, name, month: name === 'September' ? 'Sept' : name.slice(0, 3), day: Number(day) };
};

/** The month of a date: `November 2026`. */
export function monthText(date: StudioDate): string {
  const { name, year } = parts(date);
  return `${name} ${year}`;
}

/** A day without its year: `18 Nov`. */
export function dayText(date: StudioDate): string {
  const { day, month } = parts(date);
  return `${day} ${month}`;
}

/** A period without its year: `14 Nov`, `14–16 Nov`, `30 Nov – 2 Dec`. */
export function periodText({ from, to }: RentalDates): string {
  if (from === to) return dayText(from);
  const [first, last] = [parts(from), parts(to)];
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${first.day}–${last.day} ${last.month}`
    : `${dayText(from)} – ${dayText(to)}`;
}

/** A period with its length: `14–16 Nov · 3 days`. */
export function lengthText(dates: RentalDates): string {
  const days = rentalDays(dates.from, dates.to);
  return `${periodText(dates)} · ${days} ${days === 1 ? 'day' : 'days'}`;
}

/**
 * Whether an item is free on some dates: `2 of 3 free 14–16 Nov`, `Free 14–16 Nov` where there is one
 * piece, figures are not shown or sub-rented pieces add to them, `Booked · free from 18 Nov`, `Booked 14–16 Nov` where the next day is
 * not known, `Ask us` where pieces are not counted (docs/product/availability.md).
 */
export function freeText({ free, of, next_free }: FreePieces, dates: RentalDates): string {
  if (free === null) return 'Ask us';
  if (free > 0) {
    const count = of === null || of === 1 || free > of ? 'Free' : `${free} of ${of} free`;
    return `${count} ${periodText(dates)}`;
  }
  return next_free && next_free > dates.from
    ? `Booked · free from ${dayText(next_free)}`
    : `Booked ${periodText(dates)}`;
}

/** The link from a booked item: `4 similar, free then`. */
export function similarText(count: number): string {
  return `${count} similar, free then`;
}

/**
 * The shortage of a cart line: `Only 1 of 2 free on 15 Nov`, `Not free on 15 and 18 Nov`.
 * @param days the days with fewer pieces than wanted, in order; empty: unknown, so the whole period
 */
export function shortText(
  line: { quantity: number; free: number },
  days: readonly StudioDate[],
  dates: RentalDates,
): string {
  const subject = line.free > 0 ? `Only ${line.free} of ${line.quantity} free` : 'Not free';
  return `${subject} on ${days.length > 0 ? daysText(days) : periodText(dates)}`;
}

/** Days in order, neighbours as periods: `15 Nov`, `15–16 Nov`, `15–16 and 20 Nov`, `29 Nov and 2 Dec`. */
export function daysText(days: readonly StudioDate[]): string {
  const runs: RentalDates[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && day === addDays(last.to, 1)) last.to = day;
    else runs.push({ from: day, to: day });
  }
  const texts = runs.map((run, index) => {
    const next = runs[index + 1];
    const text = periodText(run);
    const isSameMonth =
      next && new Set([run.from, run.to, next.to].map((day) => day.slice(0, 7))).size === 1;
    return isSameMonth ? text.replace(/ \S+$/, '') : text;
  });
  const last = texts.pop() ?? '';
  return texts.length > 0 ? `${texts.join(', ')} and ${last}` : last;
}
