import { lengthText } from '#domain/availability/availability-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { lineKey, type CartLine } from '#domain/cart/cart-line.ts';
import type { LineStatus } from '#domain/cart/line-availability.ts';
import { ClearDates } from '#storefront/availability/clear-dates.tsx';
import { When } from '#storefront/availability/when.tsx';

export interface CartDatesProps {
  lines: readonly CartLine[];
  dates: RentalDates | null;
  statuses: ReadonlyMap<string, LineStatus>;
}

/**
 * The visitor's dates above the lines, and whether everything is free then. A shortage never blocks the
 * enquiry (docs/product/availability.md).
 */
export function CartDates({ lines, dates, statuses }: CartDatesProps) {
  return (
    <div className="border-b border-rule pt-2 pb-1.5 print:hidden">
      <When
        dates={dates}
        label={dates && lengthText(dates)}
        clear={<ClearDates />}
        question="When do you need it?"
        confirm="Set dates"
      />
      {/* why the height: the answer moves nothing when it arrives. */}
      <p
        role="status"
        style={{ minHeight: '1.25rem' }}
        className="mt-1 text-sm text-pretty text-ink-quiet"
      >
        {summary(lines, statuses)}
      </p>
    </div>
  );
}

function summary(lines: readonly CartLine[], statuses: CartDatesProps['statuses']): string {
  const states = lines.map((line) => statuses.get(lineKey(line))?.state);
  const short = lines.filter((_, at) => states[at] === 'short').map(({ name }) => name);
  if (short.length > 0) {
    // why one name of three: the summary keeps to two lines; the lines themselves follow, these first.
    const named = short.length > 2 ? `${short[0]} and ${short.length - 1} more` : short.join(', ');
    return `Not enough free of ${named}: send it anyway, we will ask.`;
  }
  return states.includes('free') && !states.includes('unknown') ? 'Everything is free then.' : '';
}
