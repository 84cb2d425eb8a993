import { lineKey, type CartLine } from '#domain/cart/cart-line.ts';
import { linesWithoutSet } from '#domain/cart/line-availability.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { CartDates } from './cart-dates.tsx';
import { CartLineRow } from './cart-line-row.tsx';
import { LineStatusText } from './line-status-text.tsx';
import { dismissNote, useCartNotes } from '#storefront/cart/cart-notes.ts';
import { removeFromCart, restoreLines, setQuantity } from '#storefront/cart/cart-edits.ts';
import { useAvailableLines } from '#storefront/cart/use-available-lines.ts';
import { useCartAvailability } from '#storefront/cart/use-cart-availability.ts';
import type { useCartCheck } from '#storefront/cart/use-cart-check.ts';

/** Props of {@link CartLines}. */
export interface CartLinesProps {
  lines: readonly CartLine[];
  check: ReturnType<typeof useCartCheck>;
  /** Opens the rental dates for editing. */
  onChangeDates: () => void;
}

/** The lines of the order, shared by the page and the drawer. */
export function CartLines({ lines, check, onChangeDates }: CartLinesProps) {
  const notes = useCartNotes();
  const { available } = useAvailableLines();
  const { dates, statuses } = useCartAvailability(available);
  const withoutSet = linesWithoutSet(lines, ({ id }) => check.items.get(id)?.in_studio ?? false);
  const remove = (line: CartLine, position: number) => {
    removeFromCart(position);
    notify.info('Removed from your order', {
      description: line.name,
      action: { label: 'Undo', onClick: () => restoreLines([line], position) },
    });
  };
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
      {dates && <CartDates dates={dates} statuses={statuses} onChangeDates={onChangeDates} />}
      <ul className="divide-y divide-rule border-b border-rule">
        {lines.map((line, position) => (
          <CartLineRow
            key={lineKey(line)}
            line={line}
            note={notes.get(lineKey(line))}
            item={check.items.get(line.id)}
            onQuantity={(quantity) => setQuantity(position, quantity)}
            onRemove={() => remove(line, position)}
            onNoteRead={() => dismissNote(lineKey(line))}
            availability={
              dates && (
                <LineStatusText
                  line={line}
                  dates={dates}
                  status={statuses.get(lineKey(line))}
                  needsSet={withoutSet.has(lineKey(line))}
                  onLower={(quantity) => setQuantity(position, quantity)}
                  onChangeDates={onChangeDates}
                />
              )
            }
          />
        ))}
      </ul>
    </>
  );
}
