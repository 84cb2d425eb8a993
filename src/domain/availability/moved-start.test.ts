import { describe, expect, it } from 'vitest';
import { movedStart } from './moved-start.ts';

const dates = { from: '2026-12-10', to: '2026-12-12' };

describe('movedStart', () => {
  it.each([
    ['up to the last day, which stays', dates, '2026-12-12', '2026-12-12'],
    ['before the first day, with more days', dates, '2026-12-01', '2026-12-12'],
    ['beyond the last day, with as many days', dates, '2026-12-30', '2027-01-01'],
    ['beyond a single day', { from: '2026-12-10', to: '2026-12-10' }, '2026-12-11', '2026-12-11'],
    ['without a last day', { from: '', to: '' }, '2026-12-11', '2026-12-11'],
    ['without a first day', { from: '', to: '2026-12-10' }, '2026-12-11', '2026-12-11'],
    [
      'from dates that are no rental',
      { from: '2026-12-12', to: '2026-12-10' },
      '2026-12-14',
      '2026-12-14',
    ],
    ['while its field is empty', dates, '', '2026-12-12'],
  ])('moves the first day %s', (_, before, from, to) => {
    expect(movedStart(before, from)).toEqual({ from, to });
  });
});
