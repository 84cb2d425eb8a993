import { useEffect, useState } from 'react';
import { rentalDatesOf, type RentalSearch } from '#domain/availability/rental-search.ts';
import { WhenButton } from '#storefront/availability/when-button.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { loadDated, loadedDated } from './late-dated.ts';
import type { CatalogueAddress } from './use-catalogue.ts';

type Dated = ReturnType<typeof loadedDated>;

/** Whether the enquiry form's draft seems to hold dates; the late script reads them. */
function hasDraftDates(): boolean {
  try {
    return /rental_from":"2/.test(localStorage['enquiryDraft']);
  } catch {
    return false;
  }
}

/**
 * The parts of a catalogue for rental dates: at once where the address has dates, otherwise after `load`
 * or, when the visitor has selected dates before, once the browser is idle.
 */
export function useDated(search: RentalSearch) {
  const [late, setLate] = useState<Dated>();
  const load = async () => setLate(await loadDated());
  useEffect(
    () => (hasDraftDates() ? whenIdle(() => void loadDated().then(setLate)) : undefined),
    [],
  );
  return { dated: search.from ? loadedDated() : late, load };
}

/** Props of {@link CatalogueWhen}. */
export interface CatalogueWhenProps {
  dated: Dated;
  load: () => Promise<void>;
  address: CatalogueAddress;
}

/** 'When?' of a catalogue. Its range picker loads with the first use. */
export function CatalogueWhen({ dated, load, address }: CatalogueWhenProps) {
  const [isOpen, setOpen] = useState(false);
  const dates = rentalDatesOf(address.pending);
  return (
    <div className="relative">
      <WhenButton
        label={dated && dates && dated.whenLabel(dates)}
        isOpen={isOpen}
        onNear={() => void load()}
        onOpen={() => void load().then(() => setOpen(!isOpen))}
      />
      {dated && (
        <dated.CataloguePicker
          open={isOpen}
          onClose={() => setOpen(false)}
          dates={dates}
          onDates={address.refine}
        />
      )}
    </div>
  );
}
