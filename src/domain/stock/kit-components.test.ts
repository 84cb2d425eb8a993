import { expect, it } from 'vitest';
import {
  isSameKit,
  moved,
  piecesProblem,
  withComponent,
  withPieces,
  type FoundItem,
} from './kit-components.ts';

const found = (id: string, quantity = 5): FoundItem => ({
  type: 'prop',
  id,
  code: `PRP-${id}`,
  name: `Lamp ${id}`,
  quantity,
  price: 100,
  active: true,
});

const kit = withComponent(withComponent([], found('1')), found('2', 0));

it('a component is added once, then counted', () => {
  expect(kit.map(({ id, quantity, of }) => [id, quantity, of])).toEqual([
    ['1', 1, 5],
    ['2', 1, null],
  ]);
  expect(withComponent(kit, found('1')).map(({ quantity }) => quantity)).toEqual([2, 1]);
});

it('quantities stay within the limits of the database', () => {
  expect(withPieces(kit, '2', 0)[1]?.quantity).toBe(1);
  expect(withPieces(kit, '2', 5000)[1]?.quantity).toBe(1000);
  expect(withPieces(kit, '2', 2.7)[1]?.quantity).toBe(2);
});

it('components move by one place, not past the ends', () => {
  const ids = (list: typeof kit) => list.map(({ id }) => id).join('');
  expect(ids(moved(kit, '2', -1))).toBe('21');
  expect(ids(moved(kit, '1', 1))).toBe('21');
  expect(ids(moved(kit, '1', -1))).toBe('12');
  expect(ids(moved(kit, '2', 1))).toBe('12');
});

it('order and quantities make a kit', () => {
  expect(isSameKit(kit, [...kit])).toBe(true);
  expect(isSameKit(kit, moved(kit, '1', 1))).toBe(false);
  expect(isSameKit(kit, withPieces(kit, '1', 2))).toBe(false);
});

it.each([
  ['2', undefined],
  ['2.0', undefined],
  ['२', undefined],
  ['1,000', undefined],
  ['1001', '1000 is the most'],
  ['0', '1 is the least'],
  ['', 'Enter a whole number'],
  ['1.5', 'Enter a whole number'],
  ['1,5', 'Enter a whole number'],
  ['10/12', 'Enter a whole number'],
])('pieces typed as "%s": %s', (typed, problem) => {
  expect(piecesProblem(typed)).toBe(problem);
});
