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
 * Parses `localStorage.myOrder`. Never throws: anything but a JSON list is an empty cart, invalid lines
 * are dropped, numbers are clamped, duplicate items are merged, and at most {@link MAX_LINES} lines are
 * returned (docs/product/cart-and-totals.md).
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

/** Cleans the lines and merges duplicate items at their first position, adding their quantities. */
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
 * Adds one piece: raises the quantity of the item's line by 1, or appends a new line. `full` if the
 * limit of lines or pieces is reached.
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

/** The lines with the quantity at `position` changed, clamped to 1…{@link MAX_QUANTITY}. */
export function withQuantity(
  lines: readonly CartLine[],
  position: number,
  quantity: number,
): CartLine[] {
  return lines.map((line, at) =>
    at === position ? { ...line, quantity: cleanQuantity(quantity) } : line,
  );
}

/** The lines without the one at `position`. */
export function removeAt(lines: readonly CartLine[], position: number): CartLine[] {
  return lines.filter((_, at) => at !== position);
}

/** Total quantity of all lines: the number on the cart's badge. */
export function countPieces(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}
