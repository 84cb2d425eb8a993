import { freeText, shortText } from '#domain/availability/availability-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { isShort } from '#domain/stock/shortage.ts';
import type { LineAvailability } from '#domain/stock/shown-availability.ts';
import type { StudioDate } from '../days.ts';
import { lineKey, type CartLine } from './cart-line.ts';

/** A cart line on the visitor's dates. */
export interface LineStatus {
  /** `2 of 3 free 14–16 Nov`, `Only 1 of 2 free on 15 Nov`, `Ask us` … */
  text: string;
  /** `short`: the line does not fit on these dates. `unknown`: its pieces are not counted. */
  state: 'free' | 'short' | 'unknown';
  /** The quantity that would fit; null where lowering does not help, or is not needed. */
  lowerTo: number | null;
}

/**
 * Each cart line on the visitor's dates, by {@link lineKey} (docs/product/availability.md). Lines
 * without an answer, and all lines where visitors learn nothing, are left out.
 * @param answers the answer of `availability` to these lines
 * @param shortDays days of a short line with fewer pieces than wanted, by {@link lineKey}, where known
 */
export function lineStatuses(
  answers: readonly LineAvailability[],
  dates: RentalDates,
  shortDays: ReadonlyMap<string, readonly StudioDate[]> = new Map(),
): Map<string, LineStatus> {
  const statuses = new Map<string, LineStatus>();
  for (const answer of answers) {
    const status = statusOf(answer, dates, shortDays.get(lineKey(answer)) ?? []);
    if (status) statuses.set(lineKey(answer), status);
  }
  return statuses;
}

function statusOf(
  answer: LineAvailability,
  dates: RentalDates,
  days: readonly StudioDate[],
): LineStatus | null {
  const { free, quantity } = answer;
  // why next_free: it is a date for items that are not counted, and null where visitors learn nothing.
  if (free === null && answer.next_free === null) return null;
  const text = freeText(answer, dates);
  if (free === null) return { text, state: 'unknown', lowerTo: null };
  if (!isShort(answer, dates.from)) return { text, state: 'free', lowerTo: null };
  if (free === 0) return { text, state: 'short', lowerTo: null };
  return free < quantity
    ? { text: shortText({ quantity, free }, days, dates), state: 'short', lowerTo: free }
    : { text: 'Not free together with the rest of your order', state: 'short', lowerTo: null };
}

/** Whether the text of a short line names its days, so that the item's calendar is read. */
export function needsDays({ free, quantity }: LineAvailability, dates: RentalDates): boolean {
  return free !== null && free > 0 && free < quantity && dates.from !== dates.to;
}

/** The days of a rental on which an item has fewer pieces than wanted. */
export function shortDaysOf(
  calendar: { days: readonly { day: StudioDate; free: number }[] },
  { from, to }: RentalDates,
  quantity: number,
): StudioDate[] {
  return calendar.days.flatMap(({ day, free }) =>
    free < quantity && day >= from && day <= to ? [day] : [],
  );
}

/**
 * Lines that need a set: items for use in the studio only, in a cart without a set.
 * @param isInStudio whether the line's item may be used in the studio only
 */
export function linesWithoutSet(
  lines: readonly CartLine[],
  isInStudio: (line: CartLine) => boolean,
): Set<string> {
  if (lines.some(({ type }) => type === 'set')) return new Set();
  return new Set(lines.filter(isInStudio).map(lineKey));
}
