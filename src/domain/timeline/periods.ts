import { addDays, addMonths, monthOf } from '../availability/month.ts';
import { monthText, periodText } from '../availability/availability-text.ts';
import { formatDate, type StudioDate } from '../dates.ts';

/** The views of the calendar, shortest first. */
export const TIMELINE_VIEWS = ['day', 'week', 'month'] as const;

/** The period of the calendar. */
export type TimelineView = (typeof TIMELINE_VIEWS)[number];

/** Days in a row. */
export interface Period {
  first: StudioDate;
  days: number;
}

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;

/** Days from one date to another; negative when the other is earlier. */
export function daysBetween(from: StudioDate, to: StudioDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The Monday of a date's week. */
export function mondayOf(date: StudioDate): StudioDate {
  return addDays(date, -((new Date(date).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK));
}

/** The days of a view around a date: that day, its week from Monday, its month. */
export function viewPeriod(view: TimelineView, date: StudioDate): Period {
  if (view === 'day') return { first: date, days: 1 };
  if (view === 'week') return { first: mondayOf(date), days: DAYS_OF_WEEK };
  const first = monthOf(date);
  return { first, days: daysBetween(first, addMonths(first, 1)) };
}

/** The date that the previous (-1) or next (1) page of a view starts from. */
export function turnedDate(view: TimelineView, date: StudioDate, by: -1 | 1): StudioDate {
  const { first } = viewPeriod(view, date);
  if (view === 'month') return addMonths(first, by);
  return addDays(first, view === 'week' ? by * DAYS_OF_WEEK : by);
}

/** The days of a period, in order. */
export function daysOf({ first, days }: Period): StudioDate[] {
  return Array.from({ length: days }, (_, at) => addDays(first, at));
}

/** The title of a view: `November 2026`, `16–22 Nov 2026`, `Mon 16 Nov 2026`. */
export function periodTitle(view: TimelineView, date: StudioDate): string {
  const { first, days } = viewPeriod(view, date);
  if (view === 'month') return monthText(first);
  if (view === 'day') return `${weekdayText(date)} ${formatDate(date)}`;
  const last = addDays(first, days - 1);
  return `${periodText({ from: first, to: last })} ${last.slice(0, 4)}`;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** `Mon` */
export function weekdayText(date: StudioDate): string {
  return WEEKDAYS[new Date(date).getUTCDay()] ?? '';
}

/** Whether a date is a Saturday or Sunday. */
export function isWeekend(date: StudioDate): boolean {
  return new Date(date).getUTCDay() % 6 === 0;
}
