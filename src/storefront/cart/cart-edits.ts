import { joinLines, removeAt, withQuantity } from '#domain/cart/cart.ts';
import { lineKey, type CartLine } from '#domain/cart/cart-line.ts';
import { currentCart, latestCart, writeCart } from './cart-store.ts';

// why separate from cart-store.ts: the first load of a page needs the store, but none of these edits.

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
  const { lines } = latestCart();
  writeCart([], 'update');
  return lines;
}

/**
 * Undoes a clear or a remove: inserts the lines at `position` of the current cart. Quantities of
 * lines that were added again in the meantime are summed.
 */
export function restoreLines(lines: readonly CartLine[], position: number): void {
  const now = latestCart().lines;
  writeCart(joinLines([...now.slice(0, position), ...lines, ...now.slice(position)]), 'add');
}

/** Updates names and prices of the lines that are still in the cart, after a catalogue check. */
export function replaceLines(lines: readonly CartLine[]): void {
  const fresh = new Map(lines.map((line) => [lineKey(line), line]));
  const merged = latestCart().lines.map((line) => {
    const { name, price } = fresh.get(lineKey(line)) ?? line;
    return { ...line, name, price };
  });
  writeCart(merged, 'update');
}

function atPosition(
  position: number,
  edit: (lines: readonly CartLine[], at: number) => CartLine[],
): void {
  const shown = currentCart().lines[position];
  if (!shown) return;
  // why: another tab may have reordered the lines since this position was rendered.
  const { lines } = latestCart();
  const at = lines.findIndex((line) => lineKey(line) === lineKey(shown));
  if (at >= 0) writeCart(edit(lines, at), 'update');
}
