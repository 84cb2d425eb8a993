import { expect, it } from 'vitest';
import { rowOffsets, visibleRows } from './visible-rows.ts';

const offsets = rowOffsets([10, 20, 10, 40, 10]);

it('rows begin where the ones before end', () => {
  expect(offsets).toEqual([0, 10, 30, 40, 80, 90]);
  expect(rowOffsets([])).toEqual([0]);
});

it.each([
  [0, 10, 0, [0, 2]],
  [9, 1, 0, [0, 2]],
  [10, 19, 0, [1, 2]],
  [35, 20, 0, [2, 4]],
  [35, 20, 1, [1, 5]],
  [0, 500, 2, [0, 5]],
  [-20, 5, 0, [0, 1]],
  [500, 20, 0, [4, 5]],
])('from %d px, %d px high, with %d spare rows', (top, height, spare, [first, end]) => {
  expect(visibleRows(offsets, { top, height }, spare)).toEqual({ first, end });
});

it('an empty list has no rows', () => {
  expect(visibleRows(rowOffsets([]), { top: 0, height: 100 }, 5)).toEqual({ first: 0, end: 0 });
});
