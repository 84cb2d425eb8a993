import { useState } from 'react';
import { lineKey, type CartItem, type CartLine } from '#domain/cart/cart-line.ts';
import { swapLine } from '#storefront/cart/cart-edits.ts';

/** Lines of this view that were swapped for others, which are offered back while the view is open. */
export function useSwaps() {
  const [formers, setFormers] = useState<ReadonlyMap<string, CartLine>>(new Map());
  return {
    /** The line that one was swapped for. */
    formerOf: (line: CartLine) => formers.get(lineKey(line)),
    /** Puts as many pieces of another item in a line's place. */
    swap: (line: CartLine, item: CartItem) => {
      const first = formers.get(lineKey(line)) ?? line;
      setFormers(new Map([...formers, [lineKey(item), first]]));
      swapLine(line, { ...item, quantity: line.quantity, addedAt: new Date().toISOString() });
    },
    /** Puts the former line back. */
    putBack: (line: CartLine, former: CartLine) => {
      setFormers(new Map([...formers].filter(([key]) => key !== lineKey(line))));
      swapLine(line, former);
      // why: the button disappears with the swapped line; without this the focus would be lost.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`[data-line="${lineKey(former)}"] input`)?.focus(),
      );
    },
  };
}
