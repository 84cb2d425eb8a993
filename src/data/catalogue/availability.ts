import { queryOptions } from '@tanstack/react-query';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { WantedItem } from '#domain/stock/shortage.ts';
import type { StudioDate } from '#domain/days.ts';
import type { PublicApi } from './public-api.ts';
import {
  availabilityKey,
  itemCalendarKey,
  similarFreeKey,
} from '../core/query-keys/availability.ts';

/**
 * Whether items are free on some dates, all lines together: one answer for each line, in the same order.
 * Bookings do not notify visitors, so a focused window reads again.
 * @param items at most 100 lines
 */
export function availabilityQuery(
  api: PublicApi,
  { from, to }: RentalDates,
  items: readonly WantedItem[],
) {
  const wanted = items.map(({ type, id, quantity }) => ({ type, id, quantity }));
  const args = { rental_from: from, rental_to: to, items: wanted };
  return queryOptions({
    queryKey: availabilityKey({ from, to }, wanted),
    queryFn: async ({ signal }) => (await api()).rpc('availability', args, signal),
    enabled: wanted.length > 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/**
 * The free pieces of an item on each day; days that are not listed have all of them.
 * @param from first day, today or later
 * @param days at most 92
 */
export function itemCalendarQuery(
  api: PublicApi,
  { type, id }: Omit<WantedItem, 'quantity'>,
  from: StudioDate,
  days: number,
) {
  return queryOptions({
    queryKey: itemCalendarKey({ type, id }, from, days),
    queryFn: async ({ signal }) => {
      const args = { kind: type, id, from_day: from, days };
      return (await api()).rpc('item_calendar', args, signal);
    },
    refetchOnWindowFocus: 'always',
  });
}

/**
 * At most 12 items like one of which the wanted pieces are free on some dates, nearest first.
 * @param without ids of items that are not asked for, at most 100
 */
export function similarFreeQuery(
  api: PublicApi,
  { type, id, quantity }: WantedItem,
  { from, to }: RentalDates,
  without: string[] = [],
) {
  return queryOptions({
    queryKey: similarFreeKey({ type, id, quantity }, { from, to }, without),
    queryFn: async ({ signal }) => {
      const args = { kind: type, id, rental_from: from, rental_to: to, quantity, without };
      return (await api()).rpc('similar_free', args, signal);
    },
  });
}
