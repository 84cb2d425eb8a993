import { lengthText } from '#domain/availability/availability-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { LineStatus } from '#domain/cart/line-availability.ts';
import { Button } from '#ui/button.tsx';

/** Props of {@link CartDates}. */
export interface CartDatesProps {
  dates: RentalDates;
  statuses: ReadonlyMap<string, LineStatus>;
  onChangeDates: () => void;
}

/**
 * The visitor's dates above the lines, and whether everything is free then. A shortage never blocks the
 * enquiry (docs/product/availability.md).
 */
export function CartDates({ dates, statuses, onChangeDates }: CartDatesProps) {
  return (
    <div className="border-b border-rule pt-1 pb-2 print:hidden">
      <div className="flex items-center justify-between gap-x-4">
        <p className="text-sm font-medium">{lengthText(dates)}</p>
        <Button variant="quiet" className="-mr-2 px-2! sm:-mr-3 sm:px-3!" onClick={onChangeDates}>
          Change dates
        </Button>
      </div>
      {/* why the height: the answer moves nothing when it arrives. */}
      <p
        role="status"
        style={{ minHeight: '1.3rem' }}
        className="text-sm text-pretty text-ink-quiet"
      >
        {summary([...statuses.values()])}
      </p>
    </div>
  );
}

function summary(statuses: readonly LineStatus[]): string {
  const states = new Set(statuses.map(({ state }) => state));
  if (states.has('short')) return 'Not all is free then: send it anyway, we will ask.';
  return states.has('free') && !states.has('unknown') ? 'Everything is free then.' : '';
}
