import {
  cleanLine,
  cleanQuantity,
  lineKey,
  MAX_LINES,
  MAX_QUANTITY,
  type CartItem,
  type CartLine,
} from './cart-line.ts';

/**
 * Reads the text that stands in `localStorage.myOrder`. Never throws: what is not JSON or not a list
 * is an empty cart (spec, public side §8), lines that name no item are left out, numbers are brought
 * into their range, the same item twice becomes one line, and {@link MAX_LINES} lines are kept.
 */
export function parseCart(text: string | null): CartLine[] {
  if (!text) return [];
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(raw) ? joinLines(raw) : [];
}

/** Clean lines of anything list-like; the same item's quantities add up at its first place. */
export function joinLines(raw: readonly unknown[]): CartLine[] {
  const lines = new Map<string, CartLine>();
  for (const one of raw) {
    const line = cleanLine(one);
    if (!line) continue;
    const known = lines.get(lineKey(line));
    if (known) known.quantity = cleanQuantity(known.quantity + line.quantity);
    else if (lines.size < MAX_LINES) lines.set(lineKey(line), line);
  }
  return [...lines.values()];
}

/**
 * Adds one piece: a known id and type raises its quantity by 1, anything else becomes a new line at
 * the end (spec, public side §4). `full` when there was no room for another line or piece.
 */
export function addItem(
  lines: readonly CartLine[],
  item: CartItem,
  now: Date,
): { lines: CartLine[]; action: 'add' | 'update'; full: boolean } {
  const line = cleanLine({ ...item, quantity: 1, addedAt: now.toISOString() });
  const position = line ? lines.findIndex((one) => lineKey(one) === lineKey(line)) : -1;
  const known = lines[position];
  if (known) {
    const full = known.quantity >= MAX_QUANTITY;
    return { lines: withQuantity(lines, position, known.quantity + 1), action: 'update', full };
  }
  if (!line || lines.length >= MAX_LINES) return { lines: [...lines], action: 'add', full: true };
  return { lines: [...lines, line], action: 'add', full: false };
}

/** The cart with another quantity at that position, kept within 1 … {@link MAX_QUANTITY}. */
export function withQuantity(
  lines: readonly CartLine[],
  position: number,
  quantity: number,
): CartLine[] {
  return lines.map((line, at) =>
    at === position ? { ...line, quantity: cleanQuantity(quantity) } : line,
  );
}

/** The cart without the line at that position (spec, public side §4). */
export function removeAt(lines: readonly CartLine[], position: number): CartLine[] {
  return lines.filter((_, at) => at !== position);
}

/** Pieces in the cart: the number on the cart's badge. */
export function countPieces(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}
