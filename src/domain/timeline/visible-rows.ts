/** The top of each row in pixels, and as a last entry the bottom of the last row. */
export function rowOffsets(heights: readonly number[]): number[] {
  const offsets = [0];
  for (const height of heights) offsets.push((offsets.at(-1) ?? 0) + height);
  return offsets;
}

/** Rows from `first` up to but without `end`. */
export interface RowRange {
  first: number;
  end: number;
}

/**
 * The rows of a long list that need to be in the page.
 * @param offsets of {@link rowOffsets}
 * @param view what is on the screen, in pixels from the top of the list
 * @param spare rows before and after it, so that scrolling shows no gaps
 */
export function visibleRows(
  offsets: readonly number[],
  view: { top: number; height: number },
  spare: number,
): RowRange {
  const rows = offsets.length - 1;
  const first = rowAt(offsets, view.top);
  const last = rowAt(offsets, view.top + view.height);
  return {
    first: Math.max(0, first - spare),
    end: Math.min(rows, last + 1 + spare),
  };
}

/** The row at a distance from the top: the first and last rows for distances outside. */
function rowAt(offsets: readonly number[], distance: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= distance) low = middle;
    else high = middle - 1;
  }
  return low;
}
