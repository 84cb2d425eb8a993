import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { parseRentalSearch, rentalDatesOf } from '#domain/availability/rental-search.ts';
import { loadedItemDates, loadItemDates } from './late-item-dates.ts';

/**
 * The rental dates in the address of an item's page, and the parts of the page that show with them or
 * once 'When?' is used.
 */
export function useItemDates() {
  const search = useSearch({ strict: false });
  const dates = rentalDatesOf(parseRentalSearch(search));
  const [late, setLate] = useState<ReturnType<typeof loadedItemDates>>();
  /** How often 'When?' was pressed: each time, the calendar takes the focus. */
  const [presses, setPresses] = useState(0);
  return {
    search,
    dates,
    presses,
    parts: dates || presses > 0 ? (late ?? loadedItemDates()) : undefined,
    preload: () => void loadItemDates(),
    press: async () => {
      setLate(await loadItemDates());
      setPresses((times) => times + 1);
    },
  };
}
