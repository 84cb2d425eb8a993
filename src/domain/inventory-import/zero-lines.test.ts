import { expect, it } from 'vitest';
import { isChangedToZero, isNewAtZero } from './zero-lines.ts';

it.each([
  [{ price: '0', quantity: '2' }, true],
  [{ price: '5', quantity: '0', active: 'true' }, true],
  [{ price: '0', quantity: '0', active: 'false' }, false],
  [{ price: '5', quantity: '2' }, false],
])('a new line %j is at zero: %s', (fields, isAtZero) => {
  expect(isNewAtZero(fields)).toBe(isAtZero);
});

it.each([
  [{ price: 0 }, true],
  [{ quantity: 0, active: true }, true],
  [{ price: 0, active: false }, false],
  [{ price: 390 }, false],
  [{ active: true }, false],
])('a change to %j is to zero: %s', (became, isToZero) => {
  expect(isChangedToZero(became)).toBe(isToZero);
});
