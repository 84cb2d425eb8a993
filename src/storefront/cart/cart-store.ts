import { useSyncExternalStore } from 'react';
import {
  addItem,
  countPieces,
  joinLines,
  parseCart,
  removeAt,
  withQuantity,
} from '#domain/cart/cart.ts';
import { lineKey, type CartItem, type CartLine } from '#domain/cart/cart-line.ts';
import { notify } from '#ui/toast.tsx';
import { createBrowserText } from '#storefront/shared/browser-text.ts';

/** The cart's `localStorage` key (docs/product/cart-and-totals.md). */
export const CART_KEY = 'myOrder';

/** How often a visible page checks the stored cart for changes (docs/product/cart-and-totals.md). */
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
const views = new Set<() => void>();

/**
 * The visitor's cart, the same in every view and tab. On the server and while hydrating it is empty
 * and not `ready`.
 */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, snapshot, () => EMPTY);
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
  const { lines, action, full } = addItem(latest().lines, item, new Date());
  if (!full) return change(lines, action);
  notify.failure('Your order is full', { description: 'Please send it first.' });
  return false;
}

/** Sets the quantity of the displayed line at `position`, clamped to 1…999. */
export function setQuantity(position: number, quantity: number): void {
  atPosition(position, (lines, at) => withQuantity(lines, at, quantity));
}

/** Removes the displayed line at `position`. */
export function removeFromCart(position: number): void {
  atPosition(position, removeAt);
}

/** Deletes the stored cart and returns its lines, for undo. */
export function clearCart(): readonly CartLine[] {
  const { lines } = latest();
  change([], 'update');
  return lines;
}

/**
 * Undoes a clear or a remove: inserts the lines at `position` of the current cart. Quantities of
 * lines that were added again in the meantime are summed.
 */
export function restoreLines(lines: readonly CartLine[], position: number): void {
  const now = latest().lines;
  change(joinLines([...now.slice(0, position), ...lines, ...now.slice(position)]), 'add');
}

/** Updates names and prices of the lines that are still in the cart, after a catalogue check. */
export function replaceLines(lines: readonly CartLine[]): void {
  const fresh = new Map(lines.map((line) => [lineKey(line), line]));
  const merged = latest().lines.map((line) => {
    const { name, price } = fresh.get(lineKey(line)) ?? line;
    return { ...line, name, price };
  });
  change(merged, 'update');
}

/** Reads the stored cart again, even when no change was detected. */
export function reloadCart(): void {
  adopt(stored.reload());
}

function atPosition(
  position: number,
  edit: (lines: readonly CartLine[], at: number) => CartLine[],
): void {
  const shown = snapshot().lines[position];
  if (!shown) return;
  // why: another tab may have reordered the lines since this position was rendered.
  const { lines } = latest();
  const at = lines.findIndex((line) => lineKey(line) === lineKey(shown));
  if (at >= 0) change(edit(lines, at), 'update');
}

function snapshot(): Cart {
  if (!cart.ready && typeof window !== 'undefined') adopt(stored.reload());
  return cart;
}

function latest(): Cart {
  sync();
  return snapshot();
}

function sync(): void {
  if (stored.changedOutside()) adopt(stored.reload());
}

function adopt(text: string | null): void {
  const lines = parseCart(text);
  if (cart.ready && JSON.stringify(lines) === JSON.stringify(cart.lines)) return;
  if (text && lines.length === 0 && text.trim() !== '[]') {
    console.warn(`${CART_KEY} holds no readable cart; the order starts empty.`);
  }
  render(lines);
}

function render(lines: readonly CartLine[]): void {
  cart = { lines, count: countPieces(lines), ready: true };
  for (const view of views) view();
}

/** @returns whether the browser saved it */
function change(lines: readonly CartLine[], action: Action): boolean {
  const before = stored.text();
  const saved = stored.write(lines.length > 0 ? JSON.stringify(lines) : null);
  render(lines);
  if (!saved) {
    notify.failure('Your browser could not save your order', {
      description: 'It stays here while this page is open. Send it before you leave.',
      stays: true,
    });
  }
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

function subscribe(view: () => void): () => void {
  if (views.size === 0) listen();
  views.add(view);
  return () => {
    views.delete(view);
    if (views.size === 0) stopListening();
  };
}

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
