import { expect, it } from 'vitest';
import { addDays } from '../days.ts';
import { freeDaysText } from './free-days-text.ts';

const FIRST = '2026-11-26';
const LAST = '2026-12-20';
const text = (...booked: string[]) =>
  freeDaysText({ of: 2, days: booked.map((day) => ({ day, free: 0 })) }, FIRST, LAST);

it('says when an item is free next', () => {
  expect(text()).toBe('Free from today');
  expect(freeDaysText({ of: 2, days: [{ day: FIRST, free: 1 }] }, FIRST, LAST)).toBe(
    'Free from today',
  );
  expect(text('2026-11-26', '2026-11-27')).toBe('Booked · free from 28 Nov');
  expect(text('2026-11-28')).toBe('Free 26–27 Nov, then from 29 Nov');
  expect(text('2026-11-26', '2026-11-28', '2026-12-02')).toBe('Free 27 Nov, then 29 Nov – 1 Dec');
  const all = Array.from({ length: 25 }, (_, at) => addDays(FIRST, at));
  expect(text(...all)).toBe('Booked until 20 Dec');
  expect(text(...all.slice(2))).toBe('Free 26–27 Nov');
});

it('says nothing where pieces are not counted or not shown', () => {
  expect(freeDaysText({ of: null, days: [] }, FIRST, LAST)).toBeNull();
  expect(freeDaysText({ of: null, days: [{ day: FIRST, free: 0 }] }, FIRST, LAST)).toBe(
    'Booked · free from 27 Nov',
  );
});
