import { countPieces, joinLines, removeAt, withQuantity } from '#domain/cart/cart.ts';
import { cartLossText, lostPiecesText } from '#domain/cart/cart-loss.ts';
import { lineKey, MAX_LINES, type CartItem, type CartLine } from '#domain/cart/cart-line.ts';
import { notify } from '#ui/toast.tsx';
import { currentCart, latestCart, writeCart } from './cart-store.ts';

// why separate from cart-store.ts: the first load of a page needs the store, but none of these edits.

/** Sets the quantity of the displayed line at `position`, clamped to 1…999. */
export function setQuantity(position: number, quantity: number): void {
  atPosition(position, (lines, at) => withQuantity(lines, at, quantity));
}

/** Removes the displayed line at `position`, with a notice that offers it back. */
export function removeFromCart(position: number): void {
  const line = currentCart().lines[position];
  if (!line) return;
  atPosition(position, removeAt);
  notify.info('Removed from your order', {
    description: line.name,
    action: { label: 'Undo', onClick: () => restoreLines([line], position) },
  });
}

/** Says that the browser does not keep the cart. */
export function tellUnsaved(): void {
  notify.failure('Your browser could not save your order', {
    description: 'It stays here while this page is open. Send it before you leave.',
    stays: true,
  });
}

/** Says once what of a stored cart was left out when it was read: what is kept of it is then what is stored. */
export function tellLoss(stored: string): void {
  const loss = cartLossText(stored);
  if (!loss) return;
  notify.failure(loss.title, { description: loss.description, stays: true });
  writeCart(latestCart().lines, 'update');
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
  writeCart(joined([...now.slice(0, position), ...lines, ...now.slice(position)]), 'add');
}

/** Puts another line in the place of one that is still in the cart. */
export function swapLine(line: CartLine, by: CartLine): void {
  const key = lineKey(line);
  const { lines } = latestCart();
  if (!lines.some((one) => lineKey(one) === key)) return;
  writeCart(joined(lines.map((one) => (lineKey(one) === key ? by : one))), 'update');
}

/** An item of a shared list with its pieces. */
export type CopiedItem = CartItem & Pick<CartLine, 'quantity'>;

/**
 * Copies items into the cart, after its lines or in place of them.
 * @returns the lines before, for {@link putBack}; null where the cart would be too full, and nothing changed
 */
export function copyLines(
  items: readonly CopiedItem[],
  replaces: boolean,
): readonly CartLine[] | null {
  const before = latestCart().lines;
  const addedAt = new Date().toISOString();
  const added = items.map((item) => ({ ...item, addedAt }));
  const all = replaces ? added : [...before, ...added];
  if (new Set(all.map(lineKey)).size > MAX_LINES) return null;
  writeCart(joined(all), 'add');
  return before;
}

/** Makes the cart what it was before. */
export function putBack(lines: readonly CartLine[]): void {
  writeCart(lines, 'update');
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

/** The lines as a cart, with a notice of the pieces that no cart can have. */
function joined(lines: readonly CartLine[]): CartLine[] {
  const kept = joinLines(lines);
  const lost = lostPiecesText(countPieces(lines) - countPieces(kept));
  if (lost) notify.failure(lost.title, { description: lost.description });
  return kept;
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
