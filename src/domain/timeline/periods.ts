import { addMonths, monthOf } from '../availability/month.ts';
import { monthText, periodText } from '../availability/availability-text.ts';
import { formatDate } from '../dates.ts';
import { addDays, daysBetween, weekdayName, weekdayOf, type StudioDate } from '../days.ts';

/** The views of the calendar, shortest first. */
export const TIMELINE_VIEWS = ['day', 'week', 'month'] as const;

/** The period of the calendar. */
export type TimelineView = (typeof TIMELINE_VIEWS)[number];

/** Days in a row. */
export interface Period {
  first: StudioDate;
  days: number;
}

const DAYS_OF_WEEK = 7;
/** Days after its end that a month shows: rentals around its last days are read whole, and what follows is planned. */
const DAYS_AFTER_MONTH = 14;

/** The Monday of a date's week. */
export function mondayOf(date: StudioDate): StudioDate {
  return addDays(date, -weekdayOf(date));
}

/** The days of a view around a date: that day, its week from Monday, its month and two weeks more. */
export function viewPeriod(view: TimelineView, date: StudioDate): Period {
  if (view === 'day') return { first: date, days: 1 };
  if (view === 'week') return { first: mondayOf(date), days: DAYS_OF_WEEK };
  const first = monthOf(date);
  return { first, days: daysBetween(first, addMonths(first, 1)) + DAYS_AFTER_MONTH };
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

/** The text above a day's number in the head of a timeline: `Mon`, `Mo` among many days, `Dec` above a month's first. */
export function columnText(day: StudioDate, days: number): string {
  if (days <= DAYS_OF_WEEK) return weekdayText(day);
  return isMonthStart(day) ? monthText(day).slice(0, 3) : weekdayText(day).slice(0, 2);
}

/** Whether a date is the first of its month. */
export function isMonthStart(date: StudioDate): boolean {
  return monthOf(date) === date;
}

/** `Mon` */
export const weekdayText = (date: StudioDate): string => weekdayName(date).slice(0, 3);

/** Whether a date is a Saturday or Sunday. */
export function isWeekend(date: StudioDate): boolean {
  return weekdayOf(date) > 4;
}
