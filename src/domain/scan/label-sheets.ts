import type { ItemLabels } from './scan.ts';
import { SHEET_LABELS } from './label-search.ts';

/** One label to print. */
export interface Label {
  code: string;
  name: string;
}

/** The labels of items: of each piece, or with `itemsOnly` and without numbered pieces of the item. */
export function labelsOf(items: readonly ItemLabels[], itemsOnly: boolean): Label[] {
  return items.flatMap(({ code, name, pieces }) =>
    itemsOnly || pieces.length === 0
      ? [{ code, name }]
      : pieces.map((piece) => ({ code: piece.code, name })),
  );
}

/**
 * Labels on sheets of {@link SHEET_LABELS}, null for a place that is left empty.
 * @param first place of the first label on the first sheet, from 1
 */
export function sheetsOf(labels: readonly Label[], first: number): (Label | null)[][] {
  const places = [...Array<null>(first - 1).fill(null), ...labels];
  const sheets: (Label | null)[][] = [];
  for (let at = 0; at < places.length; at += SHEET_LABELS) {
    sheets.push(places.slice(at, at + SHEET_LABELS));
  }
  return sheets;
}
