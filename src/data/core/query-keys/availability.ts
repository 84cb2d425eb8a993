import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { WantedItem } from '#domain/stock/shortage.ts';
import type { StudioDate } from '#domain/days.ts';

/**
 * TanStack Query's keys for what is free and what it costs.
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

/** Items like one that are free on some dates, without some. */
export const similarFreeKey = (item: WantedItem, dates: RentalDates, without: readonly string[]) =>
  ['similar-free', item, dates, without] as const;

/** The rates of GST by kind of item. */
export const rentalTaxesKey = ['rental-taxes'] as const;
