import { expect, it } from 'vitest';
import { freeWhenSent } from './free-when-sent.ts';

const dates = { rental_from: '2026-11-14', rental_to: '2026-11-16' };
const item = { type: 'prop', id: 'a', name: 'Lamp', quantity: 2, price: 500 } as const;

it.each([
  [{ free: 2, of: 3 }, '2 of 3 free 14–16 Nov'],
  [{ free: 1, of: 2 }, 'Only 1 of 2 free on 14–16 Nov'],
  [{ free: 0, of: 2 }, 'Booked 14–16 Nov'],
  [{ free: 2, of: null }, 'Free 14–16 Nov'],
  [{ free: 0, of: null }, 'Booked 14–16 Nov'],
  [{ free: null, of: null }, null],
  [{}, null],
])('with %j the line says %j', (pieces, text) => {
  expect(freeWhenSent({ ...item, ...pieces }, dates)).toBe(text);
});
