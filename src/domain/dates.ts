import { isStudioDate, rentalDays, studioMinute, studioToday, type StudioDate } from './days.ts';

const shown = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

const shownMoment = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** `21 Nov 2026`; an invalid date is returned unchanged. */
export function formatDate(date: StudioDate): string {
  return isStudioDate(date) ? shown.format(new Date(`${date}T00:00:00Z`)) : date;
}

/** A rental period: `1 Dec 2026 – 3 Dec 2026, 3 days`, `1 Dec 2026, 1 day`. */
export function formatPeriod(from: StudioDate, to: StudioDate): string {
  const days = rentalDays(from, to);
  const dates = from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
  return `${dates}, ${days}\u00A0${days === 1 ? 'day' : 'days'}`;
}

/** A formatted date and time whose line breaks after its comma only: `21 Nov 2026, 9:35 am`. */
export const unbroken = (text: string): string => text.replaceAll(/([^,])\s/g, '$1\u00A0');

/** Date and time in the studio's time zone, `21 Nov 2026, 9:35 am`, {@link unbroken}; '' if invalid. */
export function formatMoment(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : unbroken(shownMoment.format(moment));
}

/** The date of a point in time in the studio's time zone, `21 Nov 2026`; '' if invalid. */
export function formatDay(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : formatDate(studioToday(moment));
}

/** Date and time in the studio's time zone for spreadsheets, `2026-11-21 09:35`; '' if invalid. */
export function formatStamp(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : studioMinute(moment).replace('T', ' ');
}
