import { queryOptions } from '@tanstack/react-query';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { LineAvailability, WantedItem } from '#domain/availability/shortage.ts';
import type { StudioDate } from '#domain/dates.ts';
import { AVAILABILITY_ANSWERS } from './availability-answers.ts';
import type { Schema } from './answer-schema.ts';
import type { PublicApi } from './backend.ts';
import { parseAnswer } from './parse-answer.ts';
import { availabilityKey, itemCalendarKey, similarFreeKey } from './query-keys/availability.ts';

/** Calls a function of availability. @throws {Failure} */
async function read<T>(
  api: PublicApi,
  schema: Schema<T>,
  name: keyof typeof AVAILABILITY_ANSWERS,
  args: object,
  signal: AbortSignal,
): Promise<T> {
  const { client: visitor } = await api();
  return parseAnswer(name, schema, await visitor.rpc(name, args).abortSignal(signal));
}

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
    queryFn: ({ signal }): Promise<LineAvailability[]> =>
      read(api, AVAILABILITY_ANSWERS.availability, 'availability', args, signal),
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
    queryFn: ({ signal }) => {
      const args = { kind: type, id, from_day: from, days };
      return read(api, AVAILABILITY_ANSWERS.item_calendar, 'item_calendar', args, signal);
    },
    refetchOnWindowFocus: 'always',
  });
}

/** At most 12 items like one of which the wanted pieces are free on some dates, nearest first. */
export function similarFreeQuery(
  api: PublicApi,
  { type, id, quantity }: WantedItem,
  { from, to }: RentalDates,
) {
  return queryOptions({
    queryKey: similarFreeKey({ type, id, quantity }, { from, to }),
    queryFn: ({ signal }) => {
      const args = { kind: type, id, rental_from: from, rental_to: to, quantity };
      return read(api, AVAILABILITY_ANSWERS.similar_free, 'similar_free', args, signal);
    },
  });
}
