import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { cleanPrice, lineKey, type CartLine } from './cart-line.ts';

/** What the catalogue says today about an item that stands in the cart. */
export interface CurrentItem {
  type: ItemKind;
  id: string;
  /** '' where a refusal does not tell it. */
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

/** A cart with what there is to say on its lines. */
export interface ReviewedCart {
  lines: readonly CartLine[];
  notes: LineNotes;
}

/**
 * Holds the cart against the catalogue: takes today's names and prices into the lines, and notes
 * what changed. A price note keeps the first price that the visitor saw and goes when that price is
 * back; "not offered any more" follows the newest facts. Lines without news keep their note.
 * @param facts rows for some of the cart's items
 * @param asked ids that `facts` was asked for. A visitor is shown active items only, so an item that
 *   was asked for and is missing is not offered any more.
 */
export function reviewCart(
  { lines, notes }: ReviewedCart,
  facts: readonly CurrentItem[],
  asked: readonly string[],
): ReviewedCart {
  const known = new Map(facts.map((fact) => [lineKey(fact), fact]));
  const missing = new Set(asked);
  const reviewed = new Map<string, LineNote>();
  const fresh = lines.map((line) => {
    const key = lineKey(line);
    const fact = known.get(key);
    const old = notes.get(key);
    if (fact ? !fact.active : missing.has(line.id)) reviewed.set(key, { kind: 'unavailable' });
    if (!fact && old && !reviewed.has(key)) reviewed.set(key, old);
    if (!fact) return line;
    const price = fact.price === null ? line.price : cleanPrice(fact.price);
    const from = old?.kind === 'price' ? old.from : line.price;
    if (fact.active && from !== price) reviewed.set(key, { kind: 'price', from, to: price });
    return { ...line, name: fact.name || line.name, price };
  });
  return { lines: fresh, notes: reviewed };
}

/**
 * The price notes of a cart as text for the browser's storage, null without any. Each stands with the
 * moment its line was added, since an item that is added anew comes with the price on its card.
 */
export function writePriceNotes({ lines, notes }: ReviewedCart): string | null {
  const kept = lines.flatMap((line) => {
    const key = lineKey(line);
    const note = notes.get(key);
    return note?.kind === 'price' ? [[key, { from: note.from, addedAt: line.addedAt }]] : [];
  });
  return kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null;
}

/** The price notes that {@link writePriceNotes} kept, for those lines that are still in the cart. */
export function readPriceNotes(text: string | null, lines: readonly CartLine[]): LineNotes {
  const kept = parseNotes(text);
  const notes = new Map<string, LineNote>();
  for (const line of lines) {
    const note = kept.get(lineKey(line));
    if (typeof note !== 'object' || note === null) continue;
    const { from, addedAt } = note as Record<string, unknown>;
    if (typeof from !== 'number' || from !== cleanPrice(from)) continue;
    if (addedAt !== line.addedAt || from === line.price) continue;
    notes.set(lineKey(line), { kind: 'price', from, to: line.price });
  }
  return notes;
}

function parseNotes(text: string | null): Map<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text ?? '');
    return new Map(typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []);
  } catch {
    return new Map();
  }
}
