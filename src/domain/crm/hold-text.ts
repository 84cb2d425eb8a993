import { studioToday, type StudioDate } from '../dates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** why a constant: Asia/Kolkata is UTC+5:30 all year. */
const KOLKATA_MS = 5.5 * HOUR_MS;

const options = { timeZone: 'Asia/Kolkata', hour: 'numeric' } as const;
const onTheHour = new Intl.DateTimeFormat('en-IN', options);
const withMinutes = new Intl.DateTimeFormat('en-IN', { ...options, minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', weekday: 'short' });
const date = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
});

/** A moment soon to come, in the studio's time zone: `today 6 pm`, `Thu 6 pm`, `26 Nov 6:30 pm`. */
export function momentText(iso: string, now: Date): string {
  const moment = new Date(iso);
  const clock = (moment.getTime() + KOLKATA_MS) % HOUR_MS < MINUTE_MS ? onTheHour : withMinutes;
  const days = (Date.parse(studioToday(moment)) - Date.parse(studioToday(now))) / DAY_MS;
  const day =
    days === 0 ? 'today' : days > 0 && days < 7 ? weekday.format(moment) : date.format(moment);
  return `${day} ${clock.format(moment)}`;
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
  const today = Date.parse(studioToday(now));
  for (let days = HOLD_DAYS; days >= 0; days -= 1) {
    const day = new Date(today + days * DAY_MS).toISOString().slice(0, 10);
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
  const next = new Date(Date.parse(studioToday(new Date(until))) + DAY_MS);
  const day = next.toISOString().slice(0, 10);
  if (extensions >= MOST_EXTENSIONS || (first !== undefined && day >= first)) return null;
  return `${day}${SIX_PM}`;
}

/** Whether a hold can still be extended. */
export const canExtend = (extensions: number): boolean => extensions < MOST_EXTENSIONS;

/** The text of a held enquiry's chip: `Held · 5 h left`. */
export const heldText = (until: string, now: Date): string => `Held · ${timeLeftText(until, now)}`;

/** A moment as the value of a `datetime-local` field, in the studio's time zone. */
export function toLocalField(iso: string): string {
  return new Date(Date.parse(iso) + KOLKATA_MS).toISOString().slice(0, 16);
}

/** The moment that a `datetime-local` field means in the studio's time zone; null if incomplete. */
export function fromLocalField(value: string): string | null {
  const moment = Date.parse(`${value}:00+05:30`);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}
