import { useState } from 'react';
import type { MadeKind } from '#domain/crm/new-rental.ts';
import { Sheet } from '#ui/sheet.tsx';
import { NewRentalForm } from './new-rental-form.tsx';

export interface NewRentalSheetProps {
  /** The record to make, as in the address; undefined: the sheet is closed. */
  make: MadeKind | undefined;
  onClose: () => void;
  /** It was made: opens it. */
  onMade: (make: MadeKind, number: string) => void;
}

const TITLES = { enquiry: 'New enquiry', order: 'New order' };

/** Makes an enquiry or an order for a caller. */
export function NewRentalSheet({ make, onClose, onMade }: NewRentalSheetProps) {
  const [opening, setOpening] = useState({ make, shown: make ?? 'order', count: 0 });
  if (opening.make !== make) {
    setOpening({ make, shown: make ?? opening.shown, count: opening.count + (make ? 1 : 0) });
  }
  return (
    <Sheet
      open={make !== undefined}
      guarded
      hasBar
      inAddress
      onClose={onClose}
      title={TITLES[opening.shown]}
    >
      <NewRentalForm
        key={`${opening.shown} ${opening.count}`}
        make={opening.shown}
        onCancel={onClose}
        onMade={onMade}
      />
    </Sheet>
  );
}
