import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { cleanPrice, lineKey, type CartLine } from './cart-line.ts';

/** The current catalogue data of an item in the cart. */
export interface CurrentItem {
  type: ItemKind;
  id: string;
  /** '' if a rejected enquiry did not return it. */
  name: string;
  /** Rupees per day; null if a rejected enquiry did not return it. */
  price: number | null;
  active: boolean;
}

/** A change in the catalogue, shown on a line of the cart. */
export type LineNote =
  | { kind: 'price'; from: number; to: number }
  /** The item is no longer available; the line must be removed before sending. */
  | { kind: 'unavailable' };

/** Notes by {@link lineKey}. */
export type LineNotes = ReadonlyMap<string, LineNote>;

/** A cart and the notes on its lines. */
export interface ReviewedCart {
  lines: readonly CartLine[];
  notes: LineNotes;
}

/**
 * Compares the cart with the catalogue: updates names and prices of the lines and notes what changed.
 * A price note keeps the first price that the visitor saw and disappears when that price is back;
 * "unavailable" follows the current item. Lines without a current item keep their note.
 * @param items current data of some of the cart's items
 * @param requestedIds ids that were read. Visitors can read active items only, so a requested item
 *   that is missing is no longer available.
 */
export function reviewCart(
  { lines, notes }: ReviewedCart,
  items: readonly CurrentItem[],
  requestedIds: readonly string[],
): ReviewedCart {
  const byKey = new Map(items.map((item) => [lineKey(item), item]));
  const requested = new Set(requestedIds);
  const reviewed = new Map<string, LineNote>();
  const fresh = lines.map((line) => {
    const key = lineKey(line);
    const item = byKey.get(key);
    const old = notes.get(key);
    if (item ? !item.active : requested.has(line.id)) reviewed.set(key, { kind: 'unavailable' });
    if (!item && old && !reviewed.has(key)) reviewed.set(key, old);
    if (!item) return line;
    const price = item.price === null ? line.price : cleanPrice(item.price);
    const from = old?.kind === 'price' ? old.from : line.price;
    if (item.active && from !== price) reviewed.set(key, { kind: 'price', from, to: price });
    return { ...line, name: item.name || line.name, price };
  });
  return { lines: fresh, notes: reviewed };
}

/**
 * Serialises the price notes of a cart for storage; null without any. Each note holds the time its line
 * was added: a line removed and added again has the current price and needs no note.
 */
export function writePriceNotes({ lines, notes }: ReviewedCart): string | null {
  const entries = lines.flatMap((line) => {
    const key = lineKey(line);
    const note = notes.get(key);
    return note?.kind === 'price' ? [[key, { from: note.from, addedAt: line.addedAt }]] : [];
  });
  return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : null;
}

/** Reads the price notes of {@link writePriceNotes}, for the lines that are still in the cart. */
export function readPriceNotes(text: string | null, lines: readonly CartLine[]): LineNotes {
  const stored = parseNotes(text);
  const notes = new Map<string, LineNote>();
  for (const line of lines) {
    const note = stored.get(lineKey(line));
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
