import { useState } from 'react';
import { useSite } from '#data/settings/use-site.ts';
import { lineKey, type CartLine } from '#domain/cart/cart-line.ts';
import { linesWithoutSet } from '#domain/cart/line-availability.ts';
import { cartGstRate, cartTotals, lineTotal } from '#domain/cart/totals.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { Said } from '#ui/said.tsx';
import { CartDates } from './cart-dates.tsx';
import { CartLineRow } from './cart-line-row.tsx';
import { LineRemedies, LineStatusText } from './line-status-text.tsx';
import { useShortFirst } from './use-short-first.ts';
import { useSwaps } from './use-swaps.ts';
import { dismissNote, useCartNotes } from '#storefront/cart/cart-notes.ts';
import { removeFromCart, setQuantity } from '#storefront/cart/cart-edits.ts';
import { LazyPicker } from '#storefront/availability/lazy-picker.tsx';
import { useAvailableLines } from '#storefront/cart/use-available-lines.ts';
import { useCartAvailability } from '#storefront/cart/use-cart-availability.ts';
import type { useCartCheck } from '#storefront/cart/use-cart-check.ts';

export interface CartLinesProps {
  lines: readonly CartLine[];
  check: ReturnType<typeof useCartCheck>;
}

/** New cost of a changed line, and of the order: `2 × C-stand, ₹540.00 a day; total ₹637.20 a day`. */
function changedText(lines: readonly CartLine[], key: string, gstRate: number | null): string {
  const line = lines.find((one) => lineKey(one) === key);
  if (!line) return '';
  const { total } = cartTotals(lines, gstRate ?? 0);
  return `${line.quantity} × ${line.name}, ${formatTotal(lineTotal(line))} a day; total ${formatTotal(total)} a day`;
}

/** The lines of the order, shared by the page and the drawer. */
export function CartLines({ lines, check }: CartLinesProps) {
  const [isPicking, setPicking] = useState(false);
  const [changed, setChanged] = useState('');
  const notes = useCartNotes();
  const { studio } = useSite();
  const { available } = useAvailableLines();
  const availability = useCartAvailability(available);
  const { dates, statuses } = availability;
  const swaps = useSwaps();
  const placed = useShortFirst(lines, availability, swaps.formerOf);
  const withoutSet = linesWithoutSet(lines, ({ id }) => check.items.get(id)?.in_studio ?? false);
  return (
    <>
      {check.failed && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 pt-4 text-sm print:hidden">
          Today’s prices could not be read.
          <Button variant="quiet" size="sm" onClick={() => void check.checkAgain()}>
            Try again
          </Button>
        </p>
      )}
      <CartDates lines={available} dates={dates} statuses={statuses} />
      <LazyPicker
        open={isPicking}
        onClose={() => setPicking(false)}
        dates={dates}
        confirm="Set dates"
      />
      <ul className="@container divide-y divide-rule border-b border-rule">
        {placed.map(({ line, position }) => (
          <CartLineRow
            key={lineKey(line)}
            line={line}
            note={notes.get(lineKey(line))}
            item={check.items.get(line.id)}
            onQuantity={(quantity) => {
              setChanged(lineKey(line));
              setQuantity(position, quantity);
            }}
            onRemove={() => removeFromCart(position)}
            onNoteRead={() => dismissNote(lineKey(line))}
            status={dates && <LineStatusText status={statuses.get(lineKey(line))} />}
            remedies={
              dates && (
                <LineRemedies
                  line={line}
                  dates={dates}
                  status={statuses.get(lineKey(line))}
                  needsSet={withoutSet.has(lineKey(line))}
                  former={swaps.formerOf(line)}
                  onSwap={(item) => swaps.swap(line, item)}
                  onPutBack={(former) => swaps.putBack(line, former)}
                  onLower={(quantity) => setQuantity(position, quantity)}
                  onChangeDates={() => setPicking(true)}
                />
              )
            }
          />
        ))}
      </ul>
      <Said>{changedText(available, changed, cartGstRate(studio))}</Said>
    </>
  );
}
