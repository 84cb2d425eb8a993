import type { CartLine } from '#domain/cart/cart-line.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { CartLines } from './cart-lines.tsx';
import { ShareOrder } from './share-order.tsx';
import { clearCart, restoreLines } from '#storefront/cart/cart-edits.ts';
import { reloadCart } from '#storefront/cart/cart-store.ts';
import { useCartCheck } from '#storefront/cart/use-cart-check.ts';

export interface CartItemsProps {
  lines: readonly CartLine[];
  /** Total quantity of all lines. */
  count: number;
  /** The cart was emptied of these lines. */
  onCleared: (lines: readonly CartLine[]) => void;
}

/**
 * The card 'Cart Items (count)': the lines, Refresh Cart, and at the end, where nobody presses it by mistake, Clear
 * Cart, beside the ways to share the list.
 */
export function CartItems({ lines, count, onCleared }: CartItemsProps) {
  const check = useCartCheck(lines);
  const refresh = () => {
    reloadCart();
    void check.checkAgain();
    notify.info('Cart refreshed');
  };
  const clear = () => {
    const cleared = clearCart();
    onCleared(cleared);
    notify.info('Cart cleared', {
      action: { label: 'Undo', onClick: () => restoreLines(cleared, 0) },
    });
  };
  return (
    <section aria-labelledby="cart-items">
      <div className="flex flex-wrap items-center justify-between gap-x-2 border-b border-rule pb-1">
        <h2 id="cart-items" tabIndex={-1} className="text-lg font-medium outline-none">
          Cart Items ({count})
        </h2>
        <Button
          variant="quiet"
          className="-mr-2 px-2 sm:-mr-3 sm:px-3 print:hidden"
          onClick={refresh}
        >
          Refresh Cart
        </Button>
      </div>
      <CartLines lines={lines} check={check} />
      <div className="-mx-2 flex flex-wrap items-center print:hidden sm:-mx-3">
        <ShareOrder lines={lines} count={count} />
        <Button variant="danger" className="ml-auto px-2 sm:px-3" onClick={clear}>
          Clear Cart
        </Button>
      </div>
    </section>
  );
}
