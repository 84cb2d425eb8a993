import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { parseRentalSearch, rentalDatesOf } from '#domain/availability/rental-search.ts';
import { whenUsed } from '#ui/when-used.ts';
import { loadedItemDates, loadItemDates } from './late-item-dates.ts';

/**
 * The rental dates in the address of an item's page, and the parts of the page that say what is free: at once with
 * dates, otherwise once somebody uses the page.
 */
export function useItemDates() {
  const search = useSearch({ strict: false });
  const dates = rentalDatesOf(parseRentalSearch(search));
  const [late, setLate] = useState<ReturnType<typeof loadedItemDates>>();
  useEffect(() => whenUsed(() => void loadItemDates().then(setLate)), []);
  return { search, dates, parts: late ?? (dates ? loadedItemDates() : undefined) };
}
