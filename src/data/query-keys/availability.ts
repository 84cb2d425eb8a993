import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { WantedItem } from '#domain/availability/shortage.ts';
import type { StudioDate } from '#domain/dates.ts';

/**
 * TanStack Query's keys for what is free.
 * why apart from the other visitors' keys: those are in every first load.
 */
export const availabilityKey = (dates: RentalDates, items: readonly WantedItem[]) =>
  ['availability', dates, items] as const;

/** The free pieces of one item, day by day. */
export const itemCalendarKey = (
  item: Omit<WantedItem, 'quantity'>,
  from: StudioDate,
  days: number,
) => ['item-calendar', item, from, days] as const;

/** Items like one that are free on some dates. */
export const similarFreeKey = (item: WantedItem, dates: RentalDates) =>
  ['similar-free', item, dates] as const;
