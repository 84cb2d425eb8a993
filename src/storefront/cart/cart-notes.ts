import { useSyncExternalStore } from 'react';
import { reviewCart, type CatalogueFacts, type LineNotes } from '#domain/cart/cart-review.ts';
import { currentCart, replaceLines } from './cart-store.ts';

const NONE: LineNotes = new Map();

let notes = NONE;
const views = new Set<() => void>();

const subscribe = (view: () => void) => {
  views.add(view);
  return () => void views.delete(view);
};

/** What there is to say on the lines of the cart, by `lineKey`; the same in every view of this page. */
export function useCartNotes(): LineNotes {
  return useSyncExternalStore(
    subscribe,
    () => notes,
    () => NONE,
  );
}

/**
 * Takes what the catalogue, or a refusal of the database, says about items into the cart and notes
 * what changed on each line.
 * @param asked ids that `facts` was asked for; an asked item that is missing is not offered any more
 */
export function takeFacts(facts: readonly CatalogueFacts[], asked: readonly string[]): void {
  const { lines } = currentCart();
  const reviewed = reviewCart({ lines, notes }, facts, asked);
  notes = reviewed.notes;
  if (JSON.stringify(reviewed.lines) !== JSON.stringify(lines)) replaceLines(reviewed.lines);
  for (const view of views) view();
}
