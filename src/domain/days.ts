import { present } from './clock.ts';

/** A calendar date in the studio's time zone, `YYYY-MM-DD`. */
export type StudioDate = string;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Lead of the studio's clock over UTC. why a constant: Asia/Kolkata is UTC+5:30 all year. */
export const KOLKATA_MS = 5.5 * HOUR_MS;

/** The weekdays as ISO counts them: Monday is the first. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

const dateAt = (time: number): StudioDate => new Date(time).toISOString().slice(0, 10);

/**
 * Today's date in the studio's time zone (Asia/Kolkata).
 * why arithmetic: what `Intl` writes for people differs between its versions.
 */
export const studioToday = (now: Date = present()): StudioDate =>
  dateAt(now.getTime() + KOLKATA_MS);

/** A moment's date and minute in the studio's time zone, `2026-11-21T09:35`. */
export const studioMinute = (moment: Date): string =>
  new Date(moment.getTime() + KOLKATA_MS).toISOString().slice(0, 16);

/**
 * Whether the text is a real calendar date `YYYY-MM-DD`.
 * why no year before 1000: a date field has the years 0002, 0020 and 0202 while 2026 is being typed.
 */
export const isStudioDate = (text: string): boolean =>
  /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON() === `${text}T00:00:00.000Z`;

/** The date some days later, or earlier for a negative number. */
export const addDays = (date: StudioDate, days: number): StudioDate =>
  dateAt(Date.parse(date) + days * DAY_MS);

/** Days from one date to another; negative when the other is earlier. */
export const daysBetween = (from: StudioDate, to: StudioDate): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The weekday of a date: 0 for Monday to 6 for Sunday. */
export const weekdayOf = (date: StudioDate): number => (new Date(date).getUTCDay() + 6) % 7;

/** `Monday` */
export const weekdayName = (date: StudioDate): string => WEEKDAYS[weekdayOf(date)] ?? '';

/**
 * Days of a rental, first and last day included; 1 if a date is missing or invalid
 * (docs/product/cart-and-totals.md).
 */
export function rentalDays(from: StudioDate | null, to: StudioDate | null): number {
  if (!from || !to || !isStudioDate(from) || !isStudioDate(to)) return 1;
  return daysBetween(from, to) + 1;
}
