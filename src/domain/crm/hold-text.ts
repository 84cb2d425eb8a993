import {
  addDays,
  DAY_MS,
  daysBetween,
  HOUR_MS,
  KOLKATA_MS,
  studioMinute,
  studioToday,
  weekdayName,
  type StudioDate,
} from '../days.ts';
import { unbroken } from '../dates.ts';

const MINUTE_MS = 60_000;

const options = { timeZone: 'Asia/Kolkata', hour: 'numeric' } as const;
const onTheHour = new Intl.DateTimeFormat('en-IN', options);
const withMinutes = new Intl.DateTimeFormat('en-IN', { ...options, minute: '2-digit' });
const date = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
});

/** A moment soon to come, in the studio's time zone: `today 6 pm`, `Thu 6 pm`, `26 Nov 6:30 pm`. */
export function momentText(iso: string, now: Date): string {
  const moment = new Date(iso);
  const clock = (moment.getTime() + KOLKATA_MS) % HOUR_MS < MINUTE_MS ? onTheHour : withMinutes;
  const day = studioToday(moment);
  const days = daysBetween(studioToday(now), day);
  const isThisWeek = days > 0 && days < 7;
  const name = isThisWeek ? weekdayName(day).slice(0, 3) : unbroken(date.format(moment));
  return `${days === 0 ? 'today' : name} ${unbroken(clock.format(moment))}`;
}

/** Time left until a moment: `2 days left`, `5 h left`, `20 min left`, `ended`. */
export function timeLeftText(iso: string, now: Date): string {
  const left = Date.parse(iso) - now.getTime();
  if (left <= 0) return 'ended';
  if (left >= 2 * DAY_MS) return `${Math.floor(left / DAY_MS)} days left`;
  if (left >= HOUR_MS) return `${Math.floor(left / HOUR_MS)} h left`;
  return `${Math.ceil(left / MINUTE_MS)} min left`;
}

/** 6 pm in the studio's time zone, as UTC. */
const SIX_PM = 'T12:30:00.000Z';

/** Days that a hold lasts by default. */
const HOLD_DAYS = 2;

/** Whether a hold with this end is still on. */
export const isHeld = (until: string, now: Date): boolean => Date.parse(until) > now.getTime();

/**
 * The end that is proposed for a hold: 6 pm in two days, or the last 6 pm before the first of the lines
 * begins (docs/product/availability.md#reservations). Null where no such time is left, and without dates.
 */
export function proposedHoldEnd(
  lines: readonly { rental_from: StudioDate | null }[],
  now: Date,
): string | null {
  const [first] = lines.flatMap(({ rental_from }) => rental_from ?? []).toSorted();
  if (first === undefined) return null;
  const today = studioToday(now);
  for (let days = HOLD_DAYS; days >= 0; days -= 1) {
    const day = addDays(today, days);
    const end = `${day}${SIX_PM}`;
    if (day < first && isHeld(end, now)) return end;
  }
  return null;
}

/** The most often that a hold can be extended. */
const MOST_EXTENSIONS = 2;

/**
 * The end of a hold that is extended by a day: 6 pm of the next day. Null where that is not before the first
 * of the lines begins, or the hold was extended twice (docs/product/availability.md#reservations).
 */
export function extendedHoldEnd(
  lines: readonly { rental_from: StudioDate | null }[],
  until: string,
  extensions: number,
): string | null {
  const [first] = lines.flatMap(({ rental_from }) => rental_from ?? []).toSorted();
  const day = addDays(studioToday(new Date(until)), 1);
  if (extensions >= MOST_EXTENSIONS || (first !== undefined && day >= first)) return null;
  return `${day}${SIX_PM}`;
}

/** Whether a hold can still be extended. */
export const canExtend = (extensions: number): boolean => extensions < MOST_EXTENSIONS;

/** The text of a held enquiry's chip: `Held · 5 h left`. */
export const heldText = (until: string, now: Date): string => `Held · ${timeLeftText(until, now)}`;

/** A moment as a form has it, `2026-11-21T09:35`, in the studio's time zone. */
export const toLocalField = (iso: string): string => studioMinute(new Date(iso));

/** The moment that a form's `2026-11-21T09:35` means in the studio's time zone; null if incomplete. */
export function fromLocalField(value: string): string | null {
  const moment = Date.parse(`${value}:00+05:30`);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}
