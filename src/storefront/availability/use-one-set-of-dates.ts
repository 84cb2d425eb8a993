import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { setRentalDates, useRentalDates } from './dates-store.ts';

/** The dates that this tab's addresses had last, as the visitor's rental dates. */
let adopted: string | null = null;

const keyOf = (dates: RentalDates | null) => dates && `${dates.from} ${dates.to}`;

/**
 * Makes the dates of the address the visitor's rental dates. Dates changed elsewhere since (the enquiry
 * form, another tab) win over an address that this tab has had before, as after Back.
 * @param dates in the address
 * @param onDates changes those in the address
 * @returns the remembered dates
 */
export function useOneSetOfDates(
  dates: RentalDates | null,
  onDates: (dates: RentalDates) => void,
): RentalDates | null {
  const remembered = useRentalDates();
  // why: a change of the address would close the drawer, whose form may be changing the dates.
  const isDrawerOpen = useLocation({ select: ({ state }) => 'orderDrawer' in state });
  const key = keyOf(dates);
  const other = keyOf(remembered);
  useEffect(() => {
    // why adopted: cleared dates stay cleared while the address is still the old one.
    if (!dates || isDrawerOpen || (!remembered && key === adopted)) return;
    if (remembered && key !== other && key === adopted) onDates(remembered);
    else {
      adopted = key;
      setRentalDates(dates);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the keys stand for the dates
  }, [key, other, isDrawerOpen]);
  return remembered;
}
