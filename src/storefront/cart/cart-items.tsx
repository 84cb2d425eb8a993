import type { CartLine } from '#domain/cart/cart-line.ts';
import { lineKey } from '#domain/cart/cart-line.ts';
import type { LineNotes } from '#domain/cart/cart-review.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { CartLineRow } from './cart-line-row.tsx';
import { clearCart, reloadCart, removeFromCart, restoreCart, setQuantity } from './cart-store.ts';
import type { useCartCheck } from './use-cart-check.ts';

/** Props of {@link CartItems}. */
export interface CartItemsProps {
  lines: readonly CartLine[];
  /** Pieces. */
  count: number;
  notes: LineNotes;
  check: ReturnType<typeof useCartCheck>;
}

/** The card 'Cart Items (count)' with its lines and its two buttons (spec, public side §2). */
export function CartItems({ lines, count, notes, check }: CartItemsProps) {
  const refresh = () => {
    reloadCart();
    void check.checkAgain();
    notify.info('Cart refreshed');
  };
  const clear = () => {
    const cleared = clearCart();
    notify.info('Cart cleared', {
      action: { label: 'Undo', onClick: () => restoreCart(cleared) },
    });
  };
  const remove = (position: number) => {
    const before = [...lines];
    const name = lines[position]?.name ?? '';
    removeFromCart(position);
    notify.info('Removed from your order', {
      description: name,
      action: { label: 'Undo', onClick: () => restoreCart(before) },
    });
  };

  return (
    <section aria-labelledby="cart-items">
      <div className="flex flex-wrap items-center justify-between gap-x-2 border-b border-rule pb-2">
        <h2 id="cart-items" className="text-lg font-medium">
          Cart Items ({count})
        </h2>
        <div className="-mr-2 flex print:hidden sm:-mr-3">
          <Button variant="quiet" className="px-2! sm:px-3!" onClick={refresh}>
            Refresh Cart
          </Button>
          <Button variant="danger" className="px-2! sm:px-3!" onClick={clear}>
            Clear Cart
          </Button>
        </div>
      </div>
      {check.failed && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 pt-4 text-sm">
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
            onRemove={() => remove(position)}
          />
        ))}
      </ul>
    </section>
  );
}
