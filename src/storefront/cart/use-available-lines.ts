import { lineKey, type CartLine } from '#domain/cart/cart-line.ts';
import { useCartNotes } from './cart-notes.ts';
import { useCart } from './cart-store.ts';

/** The lines that can be sent, and whether others stand in the way: nothing is sent then. */
export function useAvailableLines(): { available: readonly CartLine[]; blocked: boolean } {
  const { lines } = useCart();
  const notes = useCartNotes();
  const available = lines.filter((line) => notes.get(lineKey(line))?.kind !== 'unavailable');
  return { available, blocked: available.length < lines.length };
}
