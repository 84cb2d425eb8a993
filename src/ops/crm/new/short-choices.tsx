import { useState } from 'react';
import { periodText } from '#domain/availability/availability-text.ts';
import type { SwapItem } from '#domain/crm/conversion-choices.ts';
import type { DraftLine } from '#domain/crm/new-rental.ts';
import type { RentalSpan } from '#domain/crm/record-change.ts';
import { addDays, rentalDays, type StudioDate } from '#domain/days.ts';
import { Button } from '#ui/button.tsx';
import { SwapChoices } from '../lines/swap-choices.tsx';

/** A change that answers a short line. */
export type ShortChoice =
  | { action: 'swap'; item: SwapItem }
  | { action: 'lower'; quantity: number }
  | { action: 'dates'; from: StudioDate; to: StudioDate }
  | { action: 'hire'; pieces: number };

export interface ShortChoicesProps {
  line: DraftLine;
  period: RentalSpan;
  /** Pieces that are free on the days. */
  free: number;
  /** The first day from which the line fits; null beyond a year. */
  nextFree: StudioDate | null;
  /** Only an order hires in. */
  canHire: boolean;
  onChoose: (choice: ShortChoice) => void;
}

/** The choices for a line that is short, one press each. */
export function ShortChoices(props: ShortChoicesProps) {
  const { line, period, free, nextFree, canHire, onChoose } = props;
  const [isSwapping, setIsSwapping] = useState(false);
  const days = rentalDays(period.rental_from, period.rental_to);
  const dates = nextFree !== null &&
    nextFree !== period.rental_from && { from: nextFree, to: addDays(nextFree, days - 1) };
  const choice = (label: string, about: string, onClick: () => void) => (
    <Button
      variant="secondary"
      size="sm"
      className="max-w-full whitespace-normal max-sm:h-auto max-sm:min-h-11"
      aria-label={`${label}, ${about}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <div role="group" aria-label={`${line.name} is short`} className="mt-1.5 basis-full">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Swap ${line.name}`}
          aria-expanded={isSwapping}
          onClick={() => setIsSwapping(!isSwapping)}
        >
          Swap
        </Button>
        {free > 0 &&
          free < line.quantity &&
          choice(`Lower to ${free}`, line.name, () =>
            onChoose({ action: 'lower', quantity: free }),
          )}
        {dates &&
          choice(`Other dates: ${periodText(dates)}`, 'for all items', () =>
            onChoose({ action: 'dates', ...dates }),
          )}
        {canHire &&
          choice(`Hire in ${line.quantity - free}`, line.name, () =>
            onChoose({ action: 'hire', pieces: line.quantity - free }),
          )}
      </div>
      {isSwapping && (
        <fieldset className="mt-2 min-w-0 rounded-md border border-rule">
          <legend className="sr-only">Instead of {line.name}</legend>
          <SwapChoices
            question={{ kind: line.type, id: line.id, quantity: line.quantity, ...period }}
            itemName={line.name}
            group={`swap-${line.id}`}
            selected={null}
            onSelect={(item) => onChoose({ action: 'swap', item })}
          />
        </fieldset>
      )}
    </div>
  );
}
