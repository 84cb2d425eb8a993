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

/** A place on a sheet, with its number from 1; null where it is left empty. */
export interface SheetPlace {
  place: number;
  label: Label | null;
}

/**
 * Labels on sheets of {@link SHEET_LABELS}, numbered from 1.
 * @param first place of the first label on the first sheet, from 1
 */
export function sheetsOf(
  labels: readonly Label[],
  first: number,
): { sheet: number; places: SheetPlace[] }[] {
  const all = [...Array<null>(first - 1).fill(null), ...labels];
  return Array.from({ length: Math.ceil(all.length / SHEET_LABELS) }, (_, at) => ({
    sheet: at + 1,
    places: all
      .slice(at * SHEET_LABELS, (at + 1) * SHEET_LABELS)
      .map((label, place) => ({ place: place + 1, label })),
  }));
}

/** Places of a sheet, from 1. */
export const SHEET_PLACES: readonly number[] = Array.from(
  { length: SHEET_LABELS },
  (_, at) => at + 1,
);
