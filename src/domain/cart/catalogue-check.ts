import { cleanPrice, lineKey, type CartItemType, type CartLine } from './cart-line.ts';

/** What the catalogue says today about an item that stands in the cart. */
export interface CatalogueFacts {
  type: CartItemType;
  id: string;
  name: string;
  /** Rupees per day; null where a refusal does not tell it. */
  price: number | null;
  active: boolean;
}

/** What there is to say on a line of the cart. */
export type LineNote =
  | { kind: 'price'; from: number; to: number }
  /** The studio does not offer the item any more; the line has to go before sending. */
  | { kind: 'unavailable' };

/** Notes by {@link lineKey}. */
export type LineNotes = ReadonlyMap<string, LineNote>;

/**
 * Compares the cart with the catalogue: lines with today's names and prices, and a note for each
 * line whose price changed or whose item is not offered any more.
 * @param facts rows for the cart's items. A visitor sees active items only, so with `complete` a
 *   missing row means "not offered any more"; without it (the lines of a refusal) it means nothing.
 */
export function checkCart(
  lines: readonly CartLine[],
  facts: readonly CatalogueFacts[],
  { complete }: { complete: boolean },
): { lines: CartLine[]; notes: Map<string, LineNote> } {
  const known = new Map(facts.map((fact) => [lineKey(fact), fact]));
  const notes = new Map<string, LineNote>();
  const checked = lines.map((line) => {
    const key = lineKey(line);
    const fact = known.get(key);
    if (fact ? !fact.active : complete) notes.set(key, { kind: 'unavailable' });
    if (!fact) return line;
    const price = fact.price === null ? line.price : cleanPrice(fact.price);
    if (fact.active && price !== line.price) {
      notes.set(key, { kind: 'price', from: line.price, to: price });
    }
    return { ...line, name: fact.name || line.name, price };
  });
  return { lines: checked, notes };
}

/**
 * Adds what a new check found to what earlier ones said. A price note keeps the first price the
 * visitor saw and goes when the price is back; "not offered any more" follows the newest check.
 */
export function mergeNotes(
  before: LineNotes,
  found: LineNotes,
  checked: readonly CartLine[],
): Map<string, LineNote> {
  const merged = new Map<string, LineNote>();
  for (const line of checked) {
    const key = lineKey(line);
    const old = before.get(key);
    const note = found.get(key);
    const from = old?.kind === 'price' ? old.from : note?.kind === 'price' ? note.from : null;
    if (note?.kind === 'unavailable') merged.set(key, note);
    else if (from !== null && from !== line.price) {
      merged.set(key, { kind: 'price', from, to: line.price });
    }
  }
  return merged;
}
