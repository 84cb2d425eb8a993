import { useSyncExternalStore } from 'react';
import { addItem, countPieces, parseCart } from '#domain/cart/cart.ts';
import type { CartItem, CartLine } from '#domain/cart/cart-line.ts';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import { notify } from '#ui/toast.tsx';
import { createSubscribers } from '#domain/subscribers.ts';
import { createBrowserText } from '#storefront/shared/browser-text.ts';

/** The cart's `localStorage` key (docs/product/cart-and-totals.md). */
export const CART_KEY = 'myOrder';

/** Time between two checks of the stored cart by a visible page (docs/product/cart-and-totals.md). */
const POLL_MS = 200;

/** A snapshot of the cart. */
export interface Cart {
  lines: readonly CartLine[];
  /** Total quantity of all lines, for the badge and the headings. */
  count: number;
  /** False on the server and until the browser has read its storage. */
  ready: boolean;
}

type Action = 'add' | 'update';

const EMPTY: Cart = { lines: [], count: 0, ready: false };

const stored = createBrowserText(CART_KEY);
let cart: Cart = EMPTY;
const views = createSubscribers(listen, stopListening);

/**
 * The visitor's cart, the same in every view and tab. On the server and while hydrating it is empty
 * and not `ready`.
 */
export function useCart(): Cart {
  return useSyncExternalStore(views.subscribe, snapshot, () => EMPTY);
}

/** The number of pieces of an item in the visitor's cart; renders anew only when it changes. */
export function usePieces({ kind, id }: Pick<CatalogueItem, 'kind' | 'id'>): number {
  const pieces = () => {
    const line = snapshot().lines.find((one) => one.id === id && one.type === kind);
    return line?.quantity ?? 0;
  };
  return useSyncExternalStore(views.subscribe, pieces, () => 0);
}

/** The current cart, outside React; browser only. */
export function currentCart(): Cart {
  return snapshot();
}

/**
 * Adds one piece: a new line, or one more on an existing line.
 * @returns whether it was added and saved. A notice explains a full cart (100 lines, 999 pieces of
 *   one item) and a cart that the browser could not save.
 */
export function addToCart(item: CartItem): boolean {
  const { lines, action, full } = addItem(latestCart().lines, item, new Date());
  if (!full) return writeCart(lines, action);
  notify.failure('Your order is full', { description: 'Please send it first.' });
  return false;
}

/** Reads the stored cart again, even when no change was detected. */
export function reloadCart(): void {
  adopt(stored.reload());
}

function snapshot(): Cart {
  if (!cart.ready && typeof window !== 'undefined') adopt(stored.reload());
  return cart;
}

/** The current cart, including changes by other tabs and scripts; browser only. */
export function latestCart(): Cart {
  sync();
  return snapshot();
}

function sync(): void {
  if (stored.changedOutside()) adopt(stored.reload());
}

function adopt(text: string | null): void {
  const lines = parseCart(text);
  const clean = JSON.stringify(lines);
  if (cart.ready && clean === JSON.stringify(cart.lines)) return;
  render(lines);
  if (text && clean !== text) void lateEdits().then((edits) => edits.tellLoss(text), ignore);
}

/** The edits with their notices. why late: few visitors need these words, and never at first. */
const lateEdits = () => import('./cart-edits.ts');
const ignore = () => {};

function render(lines: readonly CartLine[]): void {
  cart = { lines, count: countPieces(lines), ready: true };
  views.notify();
}

/**
 * Saves changed lines, updates all views and dispatches the cart's change events.
 * @returns whether the browser saved them; if not, a notice says so
 */
export function writeCart(lines: readonly CartLine[], action: Action): boolean {
  const before = stored.text();
  const saved = stored.write(lines.length > 0 ? JSON.stringify(lines) : null);
  render(lines);
  if (!saved) void lateEdits().then((edits) => edits.tellUnsaved(), ignore);
  broadcast(action, before);
  return saved;
}

/** Dispatches the cart's change events, for this page and foreign scripts (docs/product/cart-and-totals.md). */
function broadcast(action: Action, oldValue: string | null): void {
  const newValue = stored.text();
  window.dispatchEvent(new StorageEvent('storage', { key: CART_KEY, oldValue, newValue }));
  window.dispatchEvent(new CustomEvent('cartUpdate', { detail: { action } }));
  window.dispatchEvent(new Event('cartUpdated'));
}

const SIGNALS = ['storage', 'cartUpdate', 'cartUpdated', 'focus'] as const;
let poll: ReturnType<typeof setInterval> | undefined;

function listen(): void {
  for (const signal of SIGNALS) window.addEventListener(signal, sync);
  document.addEventListener('visibilitychange', sync);
  poll = setInterval(() => {
    if (document.visibilityState === 'visible') sync();
  }, POLL_MS);
}

function stopListening(): void {
  for (const signal of SIGNALS) window.removeEventListener(signal, sync);
  document.removeEventListener('visibilitychange', sync);
  clearInterval(poll);
}
