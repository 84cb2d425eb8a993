import { lineKey, type CartLine } from '#domain/cart/cart-line.ts';
import { useCartNotes } from './cart-notes.ts';
import { useCart } from './cart-store.ts';

/** The lines whose items are still available; `blocked` while others are in the cart, which cannot be sent then. */
export function useAvailableLines(): { available: readonly CartLine[]; blocked: boolean } {
  const { lines } = useCart();
  const notes = useCartNotes();
  const available = lines.filter((line) => notes.get(lineKey(line))?.kind !== 'unavailable');
  return { available, blocked: available.length < lines.length };
}
