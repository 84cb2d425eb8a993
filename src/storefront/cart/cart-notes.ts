import { useSyncExternalStore } from 'react';
import {
  readPriceNotes,
  reviewCart,
  writePriceNotes,
  type CurrentItem,
  type LineNotes,
} from '#domain/cart/cart-review.ts';
import { createBrowserText } from '#storefront/shared/browser-text.ts';
import { currentCart, reloadCart, replaceLines } from './cart-store.ts';

const NONE: LineNotes = new Map();

/** Price notes outlive a reload and show in every tab until they are dismissed. */
const stored = createBrowserText('myOrderNotes');

let notes = NONE;
const views = new Set<() => void>();

/** What there is to say on the lines of the cart, by `lineKey`; the same in every view and tab. */
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
export function reconcileCart(facts: readonly CurrentItem[], asked: readonly string[]): void {
  const { lines } = currentCart();
  reload();
  const reviewed = reviewCart({ lines, notes }, facts, asked);
  notes = reviewed.notes;
  // why first: another tab that sees the new prices must find the notes on them.
  stored.write(writePriceNotes(reviewed));
  if (JSON.stringify(reviewed.lines) !== JSON.stringify(lines)) replaceLines(reviewed.lines);
  tell();
}

/** The visitor has read the note on a line. */
export function dismissNote(key: string): void {
  reload();
  notes = new Map([...notes].filter(([one]) => one !== key));
  stored.write(writePriceNotes({ lines: currentCart().lines, notes }));
  tell();
}

/** What stands in the storage now, beside the items that this page knows to be gone. */
function reload(): void {
  const gone = [...notes].filter(([, note]) => note.kind === 'unavailable');
  notes = new Map([...readPriceNotes(stored.reload(), currentCart().lines), ...gone]);
}

function follow(): void {
  // why: a note stands with the price on its line, and the cart may hear of another tab's change later.
  reloadCart();
  reload();
  tell();
}

function tell(): void {
  for (const view of views) view();
}

function subscribe(view: () => void): () => void {
  if (views.size === 0) {
    reload();
    window.addEventListener('storage', follow);
  }
  views.add(view);
  return () => {
    views.delete(view);
    if (views.size === 0) window.removeEventListener('storage', follow);
  };
}
