import { expect, it } from 'vitest';
import { cartLossText } from './cart-loss.ts';

const line = (at: number, quantity: unknown = 1) => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  name: 'Lamp',
  price: 100,
  type: 'prop',
  quantity,
  addedAt: '2026-11-28T00:00:00.000Z',
});
const lossOf = (lines: unknown) => cartLossText(JSON.stringify(lines));

it('a cart within the limits loses nothing, however it was written', () => {
  const { addedAt: _none, ...bare } = line(2, '3');
  expect(lossOf([])).toBeNull();
  expect(lossOf([line(1, 999), bare, line(3, 'many'), line(4, -2)])).toBeNull();
  expect(lossOf([line(1, 2), line(1, 3)])).toBeNull();
});

it('lines beyond 100 and pieces beyond 999 are counted', () => {
  expect(lossOf(Array.from({ length: 103 }, (_, at) => line(at, 2)))).toEqual({
    title: '6 pieces were left out',
    description: 'An order can have 100 lines, and 999 pieces of one item.',
  });
  expect(lossOf([line(1, 1000)])?.title).toBe('1 piece was left out');
  expect(lossOf([line(1, '1500'), line(1, 999)])?.title).toBe('1500 pieces were left out');
});

it('damaged entries are counted, and a cart without a readable one is said to be empty', () => {
  expect(lossOf([line(1), { name: 'Lamp' }, null])).toEqual({
    title: '2 things of your order could not be read',
    description: 'The rest is here.',
  });
  expect(lossOf([line(1, 1001), 'Lamp'])?.description).toBe(
    'The rest is here. 2 pieces were left out. An order can have 100 lines, and 999 pieces of one item.',
  );
  for (const stored of ['{', '{}', 'null', '[7]']) {
    expect(cartLossText(stored)?.title).toBe('Your order could not be read');
  }
});
