import { useEffect, useState } from 'react';
import {
  NO_DATES,
  rentalDatesOf,
  type RentalDates,
  type RentalSearch,
} from '#domain/availability/rental-search.ts';
import { When } from '#storefront/availability/when.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { loadDated, loadedDated } from './late-dated.ts';
import type { CatalogueAddress } from './use-catalogue.ts';

type Dated = ReturnType<typeof loadedDated>;

/** Whether the enquiry form's draft seems to hold dates; scripts that are loaded late read them. */
function hasDraftDates(): boolean {
  try {
    return /rental_from":"2/.test(localStorage['enquiryDraft']);
  } catch {
    return false;
  }
}

/**
 * The parts of a catalogue for rental dates: at once where the address has dates, otherwise, when the visitor has
 * selected dates before, once the browser is idle.
 */
export function useDated(search: RentalSearch) {
  const [late, setLate] = useState<Dated>();
  useEffect(
    () => (hasDraftDates() ? whenIdle(() => void loadDated().then(setLate)) : undefined),
    [],
  );
  return search.from ? loadedDated() : late;
}

export interface CatalogueWhenProps {
  dated: Dated;
  address: CatalogueAddress;
}

/** 'When?' of a catalogue. */
export function CatalogueWhen({ dated, address }: CatalogueWhenProps) {
  const dates = rentalDatesOf(address.pending);
  const setDates = (next: RentalDates | null) => address.refine(next ?? NO_DATES);
  return (
    <When
      dates={dates}
      label={dated && dates && dated.whenLabel(dates)}
      clear={dated && <dated.ClearDates onCleared={() => setDates(null)} />}
      onDates={setDates}
    />
  );
}
