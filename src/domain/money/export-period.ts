import { isStudioDate, type StudioDate } from '../days.ts';
import { formatDate } from '../dates.ts';
import type { RegisterDays } from './registers.ts';

/** A period that is offered by name: `Nov 2026`, `FY 2026–27`. */
export interface NamedPeriod extends RegisterDays {
  name: string;
}

/** April: a financial year runs from its first to 31 March. */
const FIRST_MONTH = 4;
const LONGEST_YEARS = 10;

const digits = (value: number, length: number) => String(value).padStart(length, '0');

/** A calendar month; month 0 is December of the year before. */
function monthOf(year: number, month: number): NamedPeriod {
  const first = new Date(Date.UTC(year, month - 1, 1));
  const last = new Date(Date.UTC(year, month, 0));
  const from = first.toISOString().slice(0, 10);
  return { name: monthName(from), from, to: last.toISOString().slice(0, 10) };
}

/** `Nov 2026` */
const monthName = (day: StudioDate) => formatDate(day).replace(/^\d+ /, '');

function financialYear(first: number): NamedPeriod {
  return {
    name: `FY ${first}–${digits((first + 1) % 100, 2)}`,
    from: `${digits(first, 4)}-04-01`,
    to: `${digits(first + 1, 4)}-03-31`,
  };
}

/**
 * This and the last month, this and the last financial year (April to March).
 * @param today in the studio's zone
 */
export function namedPeriods(today: StudioDate): {
  month: NamedPeriod;
  lastMonth: NamedPeriod;
  year: NamedPeriod;
  lastYear: NamedPeriod;
} {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const first = month >= FIRST_MONTH ? year : year - 1;
  return {
    month: monthOf(year, month),
    lastMonth: monthOf(year, month - 1),
    year: financialYear(first),
    lastYear: financialYear(first - 1),
  };
}

/** The errors of a typed period by field. Empty for none. */
export function periodProblems({ from, to }: RegisterDays): { from?: string; to?: string } {
  if (!isStudioDate(from)) return { from: 'Enter the first day.' };
  if (!isStudioDate(to)) return { to: 'Enter the last day.' };
  if (to < from) return { to: 'The last day is before the first.' };
  const latest = `${digits(Number(from.slice(0, 4)) + LONGEST_YEARS, 4)}${from.slice(4)}`;
  return to >= latest ? { to: `Select at most ${LONGEST_YEARS} years.` } : {};
}

/**
 * A period month by month, the first and the last one cut to its days.
 * why: a call to the database ends after some seconds, and ten years are more than one can read.
 */
export function monthsOf({ from, to }: RegisterDays): NamedPeriod[] {
  const months: NamedPeriod[] = [];
  const [year = 0, month = 0] = from.split('-').map(Number);
  for (let at = 0; ; at += 1) {
    const whole = monthOf(year, month + at);
    if (whole.from > to) return months;
    months.push({
      name: whole.name,
      from: whole.from < from ? from : whole.from,
      to: whole.to > to ? to : whole.to,
    });
  }
}
