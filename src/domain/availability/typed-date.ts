import { addDays, isStudioDate, type StudioDate } from '../days.ts';
import { dayText } from './availability-text.ts';
import { addMonths, monthOf } from './month.ts';
import type { RentalDates } from './rental-search.ts';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?<year>\d{4}|\d{2})`;
const NAME = '(?<name>[a-z]{3,9})';

/** `14/11`, `14-11-2026`, `14.11.26`, `14 11`. */
const NUMBERS = new RegExp(
  String.raw`^${DAY}\s*[-/. ]\s*(?<month>\d{1,2})(?:\s*[-/. ]\s*${YEAR})?$`,
);
/** `14 Nov`, `14th November 2026`, `14nov`, `14-Nov-26`. */
const DAY_NAME = new RegExp(String.raw`^${DAY}[-/., ]*${NAME}(?:[-/.,' ]*${YEAR})?$`);
/** `Nov 14`, `November 14, 2026`. */
const NAME_DAY = new RegExp(String.raw`^${NAME}[-/., ]*${DAY}(?:[,/ -]+${YEAR})?$`);
/** `14`, `14th`. */
const DAY_ALONE = new RegExp(`^${DAY}$`);
const WEEKDAY = /^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*[,. ]+/;

const two = (number: number) => String(number).padStart(2, '0');

/**
 * A day as people here type it, day before month: `14/11`, `14-11-2026`, `14 Nov`, `Sat, 14 Nov`, `14`,
 * `2026-11-14`, `today`, `tomorrow`. Without a year, or a month, it is the next such day from today on.
 * Null where it is no day of the calendar.
 */
export function readTypedDate(text: string, today: StudioDate): StudioDate | null {
  const typed = text.toLowerCase().replaceAll(/\s+/g, ' ').trim().replace(WEEKDAY, '');
  if (isStudioDate(typed)) return typed;
  if (typed === 'today') return today;
  if (typed === 'tomorrow') return addDays(today, 1);
  const alone = DAY_ALONE.exec(typed)?.groups;
  if (alone) return nextDay(Number(alone['day']), today);
  const found = (NUMBERS.exec(typed) ?? DAY_NAME.exec(typed) ?? NAME_DAY.exec(typed))?.groups;
  if (!found) return null;
  const { day, month, name, year } = found;
  const monthNumber = name ? MONTHS.findIndex((full) => full.startsWith(name)) + 1 : Number(month);
  const rest = `${two(monthNumber)}-${two(Number(day))}`;
  if (year) return realDate(`${year.padStart(4, '20')}-${rest}`);
  const first = Number(today.slice(0, 4));
  // why eight: 29 February is missing in up to seven years in a row.
  const years = Array.from({ length: 9 }, (_, later) => `${first + later}-${rest}`);
  return years.find((date) => date >= today && realDate(date)) ?? null;
}

/** `10–12 Feb`, `10 to 12/2`: a number, then the last day. */
const NUMBER_TO = /^(?<first>\d{1,2})(?:st|nd|rd|th)?\s*(?:-|–|—|to|till)\s*(?<last>\d.*)$/;
/** `30 Jan – 2 Feb`, `30/1 to 2/2`: two days. */
const DAY_TO = /^(?<first>.+?)(?:\s+(?:-|to|till)\s+|\s*[–—]\s*)(?<last>.+)$/;

/**
 * Rental dates typed in one go, such as `10–12 Feb`, `10 to 12 Feb 2027` or `30 Jan - 2 Feb`. Null for anything else,
 * a single day included, and where the last day would be before the first.
 */
export function readTypedPeriod(text: string, today: StudioDate): RentalDates | null {
  const typed = text.toLowerCase().trim();
  if (readTypedDate(typed, today)) return null;
  const number = NUMBER_TO.exec(typed)?.groups;
  // why not a number alone: `10-12` may be the beginning of `10-12-2027`.
  const last =
    number && !DAY_ALONE.test(number['last'] ?? '') && readTypedDate(number['last'] ?? '', today);
  if (last) {
    const from = realDate(`${last.slice(0, 8)}${two(Number(number['first']))}`);
    return from && from <= last ? { from, to: last } : null;
  }
  const days = DAY_TO.exec(typed)?.groups;
  const from = days && readTypedDate(days['first'] ?? '', today);
  const to = from && readTypedDate(days['last'] ?? '', from);
  return from && to && from <= to ? { from, to } : null;
}

/** A day as it stands in its field: `14 Nov 2026`; what is no day is returned unchanged. */
export function typedDateText(value: string): string {
  return isStudioDate(value) ? `${dayText(value)} ${value.slice(0, 4)}` : value;
}

const realDate = (date: string) => (isStudioDate(date) ? date : null);

/** The next day of a month with this number, from today on. */
function nextDay(day: number, today: StudioDate): StudioDate | null {
  const months = Array.from({ length: 3 }, (_, later) => addMonths(monthOf(today), later));
  const dates = months.map((month) => `${month.slice(0, 8)}${two(day)}`);
  return dates.find((date) => date >= today && realDate(date)) ?? null;
}
