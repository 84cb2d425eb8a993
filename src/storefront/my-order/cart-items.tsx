import type { CartLine } from '#domain/cart/cart-line.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { CartLines } from './cart-lines.tsx';
import { clearCart, restoreLines } from '#storefront/cart/cart-edits.ts';
import { reloadCart } from '#storefront/cart/cart-store.ts';
import { useCartCheck } from '#storefront/cart/use-cart-check.ts';

/** Props of {@link CartItems}. */
export interface CartItemsProps {
  lines: readonly CartLine[];
  /** Total quantity of all lines. */
  count: number;
  /** Opens the rental dates for editing. */
  onChangeDates: () => void;
}

/** The card 'Cart Items (count)': the lines, Refresh Cart and Clear Cart. */
export function CartItems({ lines, count, onChangeDates }: CartItemsProps) {
  const check = useCartCheck(lines);
  const refresh = () => {
    reloadCart();
    void check.checkAgain();
    notify.info('Cart refreshed');
  };
  const clear = () => {
    const cleared = clearCart();
    notify.info('Cart cleared', {
      action: { label: 'Undo', onClick: () => restoreLines(cleared, 0) },
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
      <CartLines lines={lines} check={check} onChangeDates={onChangeDates} />
    </section>
  );
}
