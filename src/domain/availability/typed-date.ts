import { addDays, daysBetween, isStudioDate, type StudioDate } from '../days.ts';
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
/** `14112026`, `1411`. */
const DIGITS = /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})?$/;
/** `14 Nov`, `14th November 2026`, `14nov`, `14-Nov-26`. */
const DAY_NAME = new RegExp(String.raw`^${DAY}[-/., ]*${NAME}(?:[-/.,' ]*${YEAR})?$`);
/** `Nov 14`, `November 14, 2026`. */
const NAME_DAY = new RegExp(String.raw`^${NAME}[-/., ]*${DAY}(?:[,/ -]+${YEAR})?$`);
/** `14`, `14th`. */
const DAY_ALONE = new RegExp(`^${DAY}$`);
const WEEKDAY = /^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*[,. ]+/;

/** So many years before and after today. why eight: 29 February is missing in up to seven years in a row. */
const YEARS = 8;

const two = (number: number) => String(number).padStart(2, '0');

/** Which of the days that a text without a year, or a month, may mean is meant. */
type Choice = (days: StudioDate[]) => StudioDate | undefined;

/**
 * A day as people here type it, day before month: `14/11`, `14-11-2026`, `14112026`, `14 Nov`, `Sat, 14 Nov`, `14`,
 * `2026-11-14`, `today`, `tomorrow`. Without a year, or a month, it is the next such day from today on.
 * Null where it is no day of the calendar.
 */
export function readTypedDate(text: string, today: StudioDate): StudioDate | null {
  return readDate(text, today, (days) => days.find((date) => date >= today));
}

/**
 * A day as {@link readTypedDate} reads it, typed where past days are as likely: without a year, or a month, it is the
 * nearest to today of those from `min` to `max`.
 */
export function readNearDate(
  text: string,
  { today, min = '', max = '9999-12-31' }: { today: StudioDate; min?: string; max?: string },
): StudioDate | null {
  const far = (day: StudioDate) => Math.abs(daysBetween(today, day));
  return readDate(text, today, (days) => {
    const [nearest, ...others] = days.filter((day) => day >= min && day <= max);
    return others.reduce((best, day) => (far(day) < far(best ?? day) ? day : best), nearest);
  });
}

function readDate(text: string, today: StudioDate, choose: Choice): StudioDate | null {
  const typed = text.toLowerCase().replaceAll(/\s+/g, ' ').trim().replace(WEEKDAY, '');
  if (isStudioDate(typed)) return typed;
  if (typed === 'today') return today;
  if (typed === 'tomorrow') return addDays(today, 1);
  const alone = DAY_ALONE.exec(typed)?.groups;
  if (alone) return choose(daysOfMonths(Number(alone['day']), today)) ?? null;
  const forms = [NUMBERS, DIGITS, DAY_NAME, NAME_DAY];
  const found = forms.map((form) => form.exec(typed)).find((match) => match)?.groups;
  if (!found) return null;
  const { day, month, name, year } = found;
  const monthNumber = name ? MONTHS.findIndex((full) => full.startsWith(name)) + 1 : Number(month);
  const rest = `${two(monthNumber)}-${two(Number(day))}`;
  if (year) return realDate(`${year.padStart(4, '20')}-${rest}`);
  const first = Number(today.slice(0, 4)) - YEARS;
  const years = Array.from({ length: 2 * YEARS + 1 }, (_, later) => `${first + later}-${rest}`);
  return choose(years.filter(isStudioDate)) ?? null;
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

/** The days with this number in the months around today. */
function daysOfMonths(day: number, today: StudioDate): StudioDate[] {
  const months = Array.from({ length: 5 }, (_, later) => addMonths(monthOf(today), later - 2));
  return months.map((month) => `${month.slice(0, 8)}${two(day)}`).filter(isStudioDate);
}
