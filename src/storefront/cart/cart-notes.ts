import { useSyncExternalStore } from 'react';
import {
  readPriceNotes,
  reviewCart,
  writePriceNotes,
  type CurrentItem,
  type LineNotes,
} from '#domain/cart/cart-review.ts';
import { createSubscribers } from '#domain/subscribers.ts';
import { createBrowserText } from '#storefront/shared/browser-text.ts';
import { replaceLines } from './cart-edits.ts';
import { currentCart, reloadCart } from './cart-store.ts';

const NONE: LineNotes = new Map();

/** Price notes survive a reload and show in every tab until dismissed. */
const stored = createBrowserText('myOrderNotes');

let notes = NONE;
const { subscribe, notify } = createSubscribers(listen, stopListening);

/** The notes on the cart's lines, by `lineKey`; the same in every view and tab. */
export function useCartNotes(): LineNotes {
  return useSyncExternalStore(
    subscribe,
    () => notes,
    () => NONE,
  );
}

/**
 * Updates the cart to the catalogue's current items, from a read or from a rejected enquiry, and
 * adds a note to each line that changed.
 * @param requestedIds ids that were read; a requested item that is missing is no longer available
 */
export function reconcileCart(
  items: readonly CurrentItem[],
  requestedIds: readonly string[],
): void {
  const { lines } = currentCart();
  reload();
  const reviewed = reviewCart({ lines, notes }, items, requestedIds);
  notes = reviewed.notes;
  // why first: another tab that reads the new prices must find their notes.
  stored.write(writePriceNotes(reviewed));
  if (JSON.stringify(reviewed.lines) !== JSON.stringify(lines)) replaceLines(reviewed.lines);
  notify();
}

/** Dismisses the note on a line. */
export function dismissNote(key: string): void {
  reload();
  notes = new Map([...notes].filter(([one]) => one !== key));
  stored.write(writePriceNotes({ lines: currentCart().lines, notes }));
  notify();
}

/** Reads the stored notes; unavailable items are known to this page only and stay. */
function reload(): void {
  const gone = [...notes].filter(([, note]) => note.kind === 'unavailable');
  notes = new Map([...readPriceNotes(stored.reload(), currentCart().lines), ...gone]);
}

function onStorage(): void {
  // why: notes are read against the prices on the lines, which the cart store may not have reloaded yet.
  reloadCart();
  reload();
  notify();
}

function listen(): void {
  reload();
  window.addEventListener('storage', onStorage);
}

function stopListening(): void {
  window.removeEventListener('storage', onStorage);
}
