import { describe, expect, it } from 'vitest';
import {
  conflictDaysText,
  reservationState,
  stockWarnings,
  type StockCheck,
} from './stock-text.ts';

const check = (over: Partial<StockCheck> = {}): StockCheck => ({
  items: 1,
  reservations: 2,
  next_day: '2026-12-14',
  short: 0,
  short_days: 0,
  first_days: [],
  ...over,
});

const three = { quantity: 3, active: true };

describe('warnings before a change of an item', () => {
  it('count the days that become a conflict', () => {
    const found = check({ short: 1, short_days: 2, first_days: ['2026-12-15', '2026-12-16'] });
    expect(stockWarnings(three, { quantity: 1, active: true }, found)).toEqual([
      'More is promised than there would be on 2 days (15–16 Dec): up to 1 piece short. Nothing is cancelled; these days become a conflict.',
    ]);
    expect(stockWarnings(three, { quantity: 4, active: true }, found)).toEqual([]);
    expect(stockWarnings(three, { quantity: 2, active: true }, check())).toEqual([]);
  });

  it('say that quantity 0 means not counted', () => {
    const [text] = stockWarnings(three, { quantity: 0, active: true }, check());
    expect(text).toBe(
      'Quantity 0 means not counted: no booking is refused any more, and 2 rentals or holds, the next on 14 Dec, stay.',
    );
  });

  it('say what stays reserved of an item that is switched off', () => {
    const off = { quantity: 3, active: false };
    expect(stockWarnings(three, off, check({ reservations: 1 }))).toEqual([
      'Visitors no longer see it, but 1 rental or hold, the next on 14 Dec, stay.',
    ]);
    expect(stockWarnings(off, off, check())).toEqual([]);
    expect(stockWarnings(three, off, check({ reservations: 0, next_day: null }))).toEqual([]);
  });
});

it('many conflict days are named by the first', () => {
  const first = ['2026-12-15', '2026-12-16', '2026-12-17', '2026-12-18', '2026-12-19'];
  expect(conflictDaysText(9, first)).toBe('9 days, first 15–19 Dec');
  expect(conflictDaysText(1, ['2026-12-15'])).toBe('1 day (15 Dec)');
});

it('the state of a reservation', () => {
  const row = { quantity: 1, rental_from: '', rental_to: '', blocked_to: '', reason: null };
  const base = { id: '', order: null, enquiry: null, expires_at: null, ...row };
  expect(reservationState({ ...base, kind: 'rental', status: 'out' })).toBe('Out');
  expect(reservationState({ ...base, kind: 'sub_rental', status: 'booked' })).toBe('Hired in');
  expect(reservationState({ ...base, kind: 'out_of_service', status: 'booked' })).toBe(
    'Out of service',
  );
  const until = '2026-12-10T12:30:00Z';
  expect(reservationState({ ...base, kind: 'hold', status: 'held', expires_at: until })).toMatch(
    /^Held until 10\u00A0Dec\u00A02026, 6:00\spm$/,
  );
});
