import { describe, expect, it } from 'vitest';
import type { ItemStock, StockReservation } from './item-stock.ts';
import { daysLeftShort, daysOfMonths, dayStockText, stockMonths } from './stock-calendar.ts';

const reservation = (over: Partial<StockReservation>): StockReservation => ({
  id: 'r',
  kind: 'rental',
  status: 'booked',
  quantity: 1,
  rental_from: '2026-12-14',
  rental_to: '2026-12-16',
  blocked_to: '2026-12-17',
  expires_at: null,
  reason: null,
  order: null,
  enquiry: null,
  ...over,
});

const stock = (over: Partial<ItemStock> = {}): ItemStock => ({
  of: 3,
  turnaround_days: 1,
  own_turnaround_days: null,
  days: [],
  reservations: [],
  ...over,
});

const PERIOD = { first: '2026-12-01', months: 1, today: '2026-11-20' };

/** The text of one day of December 2026. */
function textOf(given: ItemStock, day: string): string | undefined {
  const days = stockMonths(given, PERIOD).flatMap(({ weeks }) => weeks.flat());
  const found = days.find((one) => one?.day === day);
  return found ? dayStockText(found) : undefined;
}

it('months that contain 29 February', () => {
  expect(daysOfMonths('2028-01-01', 2)).toBe(60);
});

describe('an item’s calendar', () => {
  it('has whole weeks from Monday on', () => {
    const [month] = stockMonths(stock(), PERIOD);
    expect(month?.weeks.every((week) => week.length === 7)).toBe(true);
    expect(month?.weeks[0]?.map((day) => day?.day)).toEqual([
      undefined,
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ]);
    expect(month?.weeks.flat().filter(Boolean)).toHaveLength(31);
  });

  it('leaves out weeks that are past, and marks today', () => {
    const [month] = stockMonths(stock(), { ...PERIOD, today: '2026-12-09' });
    const days = month?.weeks.flat().filter((day) => day !== null) ?? [];
    expect(days[0]).toMatchObject({ day: '2026-12-07', isPast: true });
    expect(days.filter(({ isToday }) => isToday).map(({ day }) => day)).toEqual(['2026-12-09']);
  });

  it('says what is free, and why not all is, turnaround included', () => {
    const given = stock({
      days: [
        { day: '2026-12-16', room: 2, booked: 1, held: 1, free: 0, short: 0 },
        { day: '2026-12-17', room: 3, booked: 1, held: 0, free: 2, short: 0 },
        { day: '2026-12-20', room: 0, booked: 2, held: 0, free: 0, short: 2 },
      ],
      reservations: [
        reservation({}),
        reservation({ kind: 'hold', status: 'held', blocked_to: '2026-12-16' }),
        reservation({
          kind: 'out_of_service',
          rental_from: '2026-12-16',
          blocked_to: '2026-12-16',
        }),
        reservation({ quantity: 9, status: 'released' }),
      ],
    });
    expect(textOf(given, '2026-12-16')).toBe('0 of 3 free, 1 booked, 1 held, 1 out of service');
    expect(textOf(given, '2026-12-17')).toBe('2 of 3 free, 1 booked');
    expect(textOf(given, '2026-12-18')).toBe('3 of 3 free');
    expect(textOf(given, '2026-12-20')).toBe('0 of 3 free, 2 booked, 2 short');
  });

  it('shows the reservations of an item that is not counted', () => {
    const given = stock({ of: null, reservations: [reservation({ quantity: 4 })] });
    expect(textOf(given, '2026-12-15')).toBe('not counted, 4 booked');
    expect(textOf(given, '2026-12-18')).toBe('not counted');
  });
});

it('days on which pieces out of service leave a promise without its piece', () => {
  const day = (day: string, room: number, booked: number) => ({
    day,
    room,
    booked,
    held: 0,
    free: Math.max(0, room - booked),
    short: 0,
  });
  const given = stock({
    days: [
      day('2026-12-14', 3, 2),
      day('2026-12-15', 3, 3),
      day('2026-12-16', 3, 1),
      day('2026-12-17', 3, 3),
      day('2026-12-18', 0, 3),
    ],
  });
  const asked = { from: '2026-12-14', to: '2026-12-16' };
  expect(daysLeftShort(given, { ...asked, quantity: 1 })).toEqual(['2026-12-15']);
  expect(daysLeftShort(given, { ...asked, quantity: 2 })).toEqual(['2026-12-14', '2026-12-15']);
  expect(daysLeftShort(given, { ...asked, to: '2026-12-18', quantity: 9 })).toEqual([
    '2026-12-14',
    '2026-12-15',
    '2026-12-16',
    '2026-12-17',
  ]);
});
