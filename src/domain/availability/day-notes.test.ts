import { expect, it } from 'vitest';
import { dayNotes } from './day-notes.ts';

const days = [
  { day: '2026-11-15', free: 1 },
  { day: '2026-11-16', free: 0 },
];

it('every day says how many pieces are free, and names booked days', () => {
  const note = dayNotes({ of: 3, days }, '2026-11-14', '2026-11-30');
  expect(note('2026-11-14')).toEqual({ text: '3', label: '3 of 3 free', struck: false });
  expect(note('2026-11-15')).toEqual({ text: '1', label: '1 of 3 free', struck: false });
  expect(note('2026-11-16')).toEqual({ text: '0', label: 'booked', struck: true });
});

it('days that were not read say nothing', () => {
  const note = dayNotes({ of: 3, days }, '2026-11-15', '2026-11-15');
  expect([note('2026-11-14'), note('2026-11-16')]).toEqual([null, null]);
});

it('without figures only booked days are named', () => {
  const note = dayNotes({ of: null, days: days.slice(1) }, '2026-11-01', '2026-11-30');
  expect(note('2026-11-16')).toEqual({ text: '', label: 'booked', struck: true });
  expect(note('2026-11-17')).toBeNull();
});

it('an item without pieces is booked on every day', () => {
  expect(dayNotes({ of: 0, days: [] }, '2026-11-01', '2026-11-30')('2026-11-02')?.label).toBe(
    'booked',
  );
});

it('pieces that are hired in come on top', () => {
  const note = dayNotes(
    { of: 1, days: [{ day: '2026-11-15', free: 3 }] },
    '2026-11-01',
    '2026-11-30',
  );
  expect(note('2026-11-15')).toEqual({ text: '3', label: '3 free', struck: false });
});
