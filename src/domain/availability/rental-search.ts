import { clock } from '../clock.ts';
import type { StudioDate } from '../days.ts';

/** A visitor's rental dates, first and last day included. */
export interface RentalDates {
  from: StudioDate;
  to: StudioDate;
}

/** The rental dates in the address of a catalogue, search or item page; unset keys are absent. */
export type RentalSearch = {
  from?: StudioDate | undefined;
  to?: StudioDate | undefined;
  /** 1: the list shows only items that are free on these dates. */
  free?: 1 | undefined;
};

/** The most days of one question for what is free; the database has the same limit. */
export const MOST_RENTAL_DAYS = 92;

/** No dates; in a link or navigation it removes those of the current address. */
export const NO_DATES = { from: undefined, to: undefined, free: undefined } as const;

const DAY_MS = 86_400_000;
/** Asia/Kolkata is UTC+5:30 all year. */
const KOLKATA_MS = 5.5 * 3_600_000;

// why the day: 30 February is 2 March to some engines. why not toJSON: every link of a page asks.
const isDate = (value: unknown): value is StudioDate =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(value).getUTCDate() === Number(value.slice(8));

/**
 * Parses the rental dates of an address. Dates are dropped together unless both are days of the
 * calendar, in order, not past and at most {@link MOST_RENTAL_DAYS} days; without dates `free` is
 * dropped too.
 * why not with days.ts: all of it would be in every visitor's first load.
 */
export function parseRentalSearch(raw: object, now = Date.now() + clock.ahead): RentalSearch {
  const { from, to, free } = raw as Record<string, unknown>;
  // why first: every link of a page asks.
  if (!from) return {};
  if (!isDate(from) || !isDate(to) || to < from) return {};
  const start = Date.parse(from);
  if (start + DAY_MS <= now + KOLKATA_MS) return {};
  if (Date.parse(to) - start >= MOST_RENTAL_DAYS * DAY_MS) return {};
  return { from, to, ...(String(free) === '1' && { free: 1 }) };
}

/** The rental dates of a parsed search; null without dates. */
export function rentalDatesOf({ from, to }: RentalSearch): RentalDates | null {
  return from && to ? { from, to } : null;
}
