import { useState } from 'react';
import { lineKey, type CartLine } from '#domain/cart/cart-line.ts';
import { linesWithoutSet } from '#domain/cart/line-availability.ts';
import { Button } from '#ui/button.tsx';
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

/** The lines of the order, shared by the page and the drawer. */
export function CartLines({ lines, check }: CartLinesProps) {
  const [isPicking, setPicking] = useState(false);
  const notes = useCartNotes();
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
            onQuantity={(quantity) => setQuantity(position, quantity)}
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
    </>
  );
}
