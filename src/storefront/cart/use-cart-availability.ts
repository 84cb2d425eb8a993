import { useQueries, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { availabilityQuery, itemCalendarQuery } from '#data/catalogue/availability.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { lineKey, type CartLine } from '#domain/cart/cart-line.ts';
import {
  lineStatuses,
  needsDays,
  shortDaysOf,
  type LineStatus,
} from '#domain/cart/line-availability.ts';
import { rentalDays, type StudioDate } from '#domain/days.ts';
import { useRentalDates } from '#storefront/availability/dates-store.ts';

/** Short lines whose days are read; the others say the whole period. */
const MOST_CALENDARS = 10;

/** why: a hook cannot be skipped; without lines the query does not run. */
const NO_PERIOD: RentalDates = { from: '', to: '' };

/** The cart on the visitor's dates. */
export interface CartAvailability {
  /** Null while the visitor has no usable dates. */
  dates: RentalDates | null;
  /** By `lineKey`; lines without a known status are absent. */
  statuses: ReadonlyMap<string, LineStatus>;
  /** False while the answer on these dates is awaited. */
  settled: boolean;
}

/**
 * Free pieces of the cart's lines on the visitor's dates: read in one call when a cart view opens, when
 * the window regains focus, and when dates or lines change. A failed read is quiet, as the cart works
 * without it.
 */
export function useCartAvailability(lines: readonly CartLine[]): CartAvailability {
  const dates = useRentalDates();
  const { api } = useRouter().options.context;
  const period = dates ?? NO_PERIOD;
  const { data: answers = [], isLoading } = useQuery({
    ...availabilityQuery(api, period, dates ? lines : []),
    // why: until the answer for other quantities arrives, the last one is better than none.
    placeholderData: (previous, query) =>
      isSame(query?.queryKey[1], period) ? previous : undefined,
  });
  const short = answers.filter((answer) => needsDays(answer, period)).slice(0, MOST_CALENDARS);
  const calendars = useQueries({
    queries: short.map((line) =>
      itemCalendarQuery(api, line, period.from, rentalDays(period.from, period.to)),
    ),
  });
  const days = new Map<string, StudioDate[]>();
  const waiting = new Set<string>();
  for (const [index, line] of short.entries()) {
    const calendar = calendars[index];
    if (calendar?.data) days.set(lineKey(line), shortDaysOf(calendar.data, period, line.quantity));
    // why: a text that changes while it is read would move the words behind it.
    else if (calendar?.isPending) waiting.add(lineKey(line));
  }
  const known = answers.filter((answer) => !waiting.has(lineKey(answer)));
  return {
    dates,
    statuses: dates ? lineStatuses(known, dates, days) : new Map(),
    settled: !dates || (!isLoading && waiting.size === 0),
  };
}

const isSame = (one: RentalDates | undefined, other: RentalDates) =>
  one?.from === other.from && one.to === other.to;
