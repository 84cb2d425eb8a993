import { useState } from 'react';
import { lineKey, type CartLine } from '#domain/cart/cart-line.ts';
import type { CartAvailability } from '#storefront/cart/use-cart-availability.ts';

/** A line with its position in the cart. */
export interface PlacedLine {
  line: CartLine;
  position: number;
}

/**
 * The lines as they are shown: those first of which too few were free when these dates were first checked. A line
 * keeps its place while its pieces are changed, when it is swapped, and where the answer comes after the lines.
 * @param formerOf the line that one was swapped for
 */
export function useShortFirst(
  lines: readonly CartLine[],
  { dates, statuses, settled }: CartAvailability,
  formerOf: (line: CartLine) => CartLine | undefined,
): readonly PlacedLine[] {
  const period = dates ? `${dates.from} ${dates.to}` : '';
  const shortKeys = () =>
    new Set([...statuses].flatMap(([key, { state }]) => (state === 'short' ? [key] : [])));
  const [checked, setChecked] = useState(() => ({ period, first: shortKeys() }));
  if (checked.period !== period && settled) setChecked({ period, first: shortKeys() });
  const placed = lines.map((line, position) => ({ line, position }));
  const isFirst = ({ line }: PlacedLine) => checked.first.has(lineKey(formerOf(line) ?? line));
  return [...placed.filter(isFirst), ...placed.filter((one) => !isFirst(one))];
}
