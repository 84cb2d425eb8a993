import { lineKey, type CartLine } from '#domain/cart/cart-line.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { CartLineRow } from './cart-line-row.tsx';
import { dismissNote, useCartNotes } from '#storefront/cart/cart-notes.ts';
import { removeFromCart, restoreLines, setQuantity } from '#storefront/cart/cart-edits.ts';
import type { useCartCheck } from '#storefront/cart/use-cart-check.ts';

/** Props of {@link CartLines}. */
export interface CartLinesProps {
  lines: readonly CartLine[];
  check: ReturnType<typeof useCartCheck>;
}

/** The lines of the order, shared by the page and the drawer. */
export function CartLines({ lines, check }: CartLinesProps) {
  const notes = useCartNotes();
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
          />
        ))}
      </ul>
    </>
  );
}
