import { expect, it } from 'vitest';
import { replacedValue } from './record-change.ts';

it('an edit replaces the value that its form showed', () => {
  expect(replacedValue(100, 120, 80)).toBe(100);
  const shown = { rental_from: '2026-11-01', rental_to: '2026-11-03' };
  const present = { rental_from: '2026-12-01', rental_to: '2026-12-03' };
  expect(replacedValue(shown, present, { ...present, rental_to: '2026-12-04' })).toBe(shown);
});

it('an edit that has arrived already replaces itself', () => {
  expect(replacedValue(100, 80, 80)).toBe(80);
  const present = { rental_from: '2026-12-01', rental_to: '2026-12-03' };
  const shown = { rental_from: '2026-11-01', rental_to: '2026-11-03' };
  expect(replacedValue(shown, present, { ...present })).toBe(present);
});
