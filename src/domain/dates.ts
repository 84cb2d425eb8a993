const DAY_MS = 86_400_000;

/** A calendar date of the studio, `YYYY-MM-DD`. */
export type StudioDate = string;

const studioCalendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

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

/** Today in the studio's time zone (Asia/Kolkata), wherever the visitor is. */
export function studioToday(now: Date = new Date()): StudioDate {
  return studioCalendar.format(now);
}

/** Whether the text is a real calendar date `YYYY-MM-DD`. */
export function isStudioDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/**
 * Days of a rental, both ends included; 1 when a date is missing or not a date
 * (spec, public side §9 and back office §2).
 */
export function rentalDays(from: StudioDate | null, to: StudioDate | null): number {
  if (!from || !to || !isStudioDate(from) || !isStudioDate(to)) return 1;
  return Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** `21 Nov 2026`; the text itself when it is no date. */
export function formatDate(date: StudioDate): string {
  return isStudioDate(date) ? shown.format(new Date(`${date}T00:00:00Z`)) : date;
}

/** The days of a rental: `1 Dec 2026 – 3 Dec 2026, 3 days`, `1 Dec 2026, 1 day`. */
export function formatPeriod(from: StudioDate, to: StudioDate): string {
  const days = rentalDays(from, to);
  const dates = from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
  return `${dates}, ${days} ${days === 1 ? 'day' : 'days'}`;
}

/** A moment on the studio's clock, `21 Nov 2026, 9:35 am`; '' when it is no moment. */
export function formatMoment(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : shownMoment.format(moment);
}

/** The studio's day of a moment, `21 Nov 2026`; '' when it is no moment. */
export function formatDay(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : formatDate(studioToday(moment));
}

const stamp = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** A moment on the studio's clock as spreadsheets read it, `2026-11-21 09:35`; '' when it is none. */
export function formatStamp(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : stamp.format(moment);
}
