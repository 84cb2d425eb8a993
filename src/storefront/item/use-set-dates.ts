import { useNavigate } from '@tanstack/react-router';
import { NO_DATES, type RentalDates } from '#domain/availability/rental-search.ts';

/** Sets the rental dates in the address of an item's page; null removes them. */
export function useSetDates(): (dates: RentalDates | null) => void {
  const navigate = useNavigate();
  return (dates) =>
    void navigate({
      to: '.',
      search: (all: object) => ({ ...all, ...NO_DATES, ...dates }),
      replace: true,
      resetScroll: false,
    });
}
