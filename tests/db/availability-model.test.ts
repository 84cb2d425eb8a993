import { describe, expect, test } from 'vitest';
import {
  blockedSpan,
  createModel,
  dateOf,
  dayOf,
  spanOf,
  type Reservation,
  type Rows,
  type StockItem,
} from '#tests/support/availability-model.ts';

/** The oracle of the availability tests, held to examples that were worked out by hand. */

const item = (id: string, quantity: number, more: Partial<StockItem> = {}): StockItem => ({
  id,
  kind: 'prop',
  quantity,
  isDeleted: false,
  turnaround: 0,
  ...more,
});
let made = 0;
const reserved = (
  of: string,
  quantity: number,
  [first, last]: [string, string],
  more: Partial<Reservation> = {},
): Reservation => ({
  id: `r${(made += 1)}`,
  item: of,
  quantity,
  kind: 'rental',
  status: 'booked',
  rented: spanOf(first, last),
  blocked: spanOf(first, last),
  expires: null,
  orderItem: null,
  enquiryItem: null,
  ...more,
});
const rows = (given: Partial<Rows>): Rows => ({
  items: [],
  components: [],
  reservations: [],
  closedWeekdays: [],
  closedDays: [],
  ...given,
});
const MONDAY = '2026-12-14';
const WEDNESDAY = '2026-12-16';
const week = spanOf(MONDAY, WEDNESDAY);
const TODAY = dayOf('2026-12-01');
const NOW = TODAY * 86_400_000;

test('days are calendar dates, over a leap day and the year’s end', () => {
  expect([dayOf('1970-01-01'), dateOf(dayOf('2028-02-28') + 1)]).toEqual([0, '2028-02-29']);
  expect(dateOf(dayOf('2026-12-31') + 1)).toBe('2027-01-01');
  expect(spanOf('2028-02-28', '2028-03-01').end - spanOf('2028-02-28', '2028-03-01').from).toBe(3);
});

describe('turnaround', () => {
  const end = (turnaround: number, closing: Partial<Rows> = {}) =>
    dateOf(blockedSpan(week, turnaround, rows(closing)).end);

  test('counts calendar days when the studio never closes', () => {
    expect([end(0), end(1), end(3)]).toEqual(['2026-12-17', '2026-12-18', '2026-12-20']);
  });
  test('skips closed weekdays and closed days', () => {
    // Thursday is open, Friday 18 is closed, Saturday 19 is open, Sundays are closed.
    const closing = { closedWeekdays: [7], closedDays: [dayOf('2026-12-18')] };
    expect([end(1, closing), end(2, closing), end(3, closing)]).toEqual([
      '2026-12-18',
      '2026-12-20',
      '2026-12-22',
    ]);
  });
});

test('the peak decides, not the sum', () => {
  const model = createModel(
    rows({
      items: [item('chair', 3)],
      reservations: [
        reserved('chair', 2, [MONDAY, MONDAY]),
        reserved('chair', 2, [WEDNESDAY, WEDNESDAY]),
      ],
    }),
  );
  expect(model.leastFree('chair', week, NOW)).toBe(1);
  expect(model.shortOf([{ item: 'chair', quantity: 1, rented: week }], NOW, TODAY)).toEqual([]);
  expect(model.shortOf([{ item: 'chair', quantity: 2, rented: week }], NOW, TODAY)).toEqual([
    { item: 'chair', wanted: 2, free: 1, days: [dayOf(MONDAY), dayOf(WEDNESDAY)] },
  ]);
  expect(
    dateOf(model.nextFree('chair', [{ item: 'chair', quantity: 2, rented: week }], week, NOW)!),
  ).toBe('2026-12-17');
});

test('facts change the room; what they leave over is short', () => {
  const model = createModel(
    rows({
      items: [item('chair', 3)],
      reservations: [
        reserved('chair', 3, [MONDAY, WEDNESDAY]),
        reserved('chair', 2, [MONDAY, MONDAY], { kind: 'out_of_service' }),
        reserved('chair', 1, [WEDNESDAY, WEDNESDAY], { kind: 'sub_rental' }),
      ],
    }),
  );
  expect(Object.fromEntries(model.itemDays(TODAY))).toEqual({
    'chair 2026-12-14': { room: 1, booked: 3, held: 0, short: 2 },
    'chair 2026-12-15': { room: 3, booked: 3, held: 0, short: 0 },
    'chair 2026-12-16': { room: 4, booked: 3, held: 0, short: 0 },
  });
  expect(model.dayFor('chair', dayOf(MONDAY)).free).toBe(0);
});

test('an expired hold counts in the stored rows and not in what is free', () => {
  const hold = reserved('chair', 1, [MONDAY, MONDAY], {
    kind: 'hold',
    status: 'held',
    expires: NOW,
  });
  const model = createModel(rows({ items: [item('chair', 1)], reservations: [hold] }));
  expect(model.leastFree('chair', week, NOW - 1)).toBe(0);
  expect(model.leastFree('chair', week, NOW)).toBe(1);
  expect(model.itemDays(TODAY).get('chair 2026-12-14')?.held).toBe(1);
});

test('released reservations and days of the past count nowhere', () => {
  const model = createModel(
    rows({
      items: [item('chair', 1)],
      reservations: [
        reserved('chair', 1, [MONDAY, MONDAY], { status: 'released' }),
        reserved('chair', 1, ['2026-11-29', '2026-12-01']),
      ],
    }),
  );
  expect([...model.itemDays(TODAY).keys()]).toEqual(['chair 2026-12-01']);
});

test('what is back takes pieces only while it needs turnaround', () => {
  const back = { status: 'returned' } as const;
  const model = createModel(
    rows({
      items: [item('chair', 2), item('sari', 2, { turnaround: 1 })],
      reservations: [
        reserved('chair', 1, ['2026-11-29', '2026-12-01'], back),
        reserved('sari', 1, ['2026-11-29', '2026-12-01'], {
          ...back,
          blocked: spanOf('2026-11-29', '2026-12-02'),
        }),
      ],
    }),
  );
  expect([...model.itemDays(TODAY).keys()]).toEqual(['sari 2026-12-01', 'sari 2026-12-02']);
  expect(model.leastFree('chair', spanOf('2026-12-01', '2026-12-01'), NOW)).toBe(2);
});

test('a deleted item has no pieces; one with quantity 0 is not counted', () => {
  const model = createModel(
    rows({
      items: [item('gone', 0, { isDeleted: true }), item('uncounted', 0)],
      reservations: [
        reserved('gone', 2, [MONDAY, MONDAY]),
        reserved('uncounted', 9, [MONDAY, MONDAY]),
      ],
    }),
  );
  expect(Object.fromEntries(model.itemDays(TODAY))).toEqual({
    'gone 2026-12-14': { room: 0, booked: 2, held: 0, short: 2 },
  });
  expect([model.leastFree('gone', week, NOW), model.leastFree('uncounted', week, NOW)]).toEqual([
    0,
    null,
  ]);
  expect([model.ownedOf('gone'), model.ownedOf('uncounted')]).toEqual([0, null]);
});

test('kits need themselves and all parts at every depth, each with its own turnaround', () => {
  const model = createModel(
    rows({
      items: [
        item('room', 1),
        item('rig', 0),
        item('lamp', 5, { turnaround: 1 }),
        item('stand', 7),
      ],
      components: [
        { kit: 'room', component: 'rig', quantity: 2 },
        { kit: 'rig', component: 'lamp', quantity: 2 },
        { kit: 'rig', component: 'stand', quantity: 1 },
        { kit: 'room', component: 'stand', quantity: 1 },
      ],
      reservations: [reserved('lamp', 2, ['2026-12-17', '2026-12-17'])],
    }),
  );
  expect(Object.fromEntries(model.partsOf('room'))).toEqual({ room: 1, rig: 2, lamp: 4, stand: 3 });
  expect(model.ownedOf('room')).toBe(1);
  expect(model.ownedOf('rig')).toBe(2);
  // The lamps of the kit are cleaned on Thursday, when only 3 are free.
  expect(model.leastFree('room', week, NOW)).toBe(0);
  expect(model.leastFree('room', spanOf(MONDAY, '2026-12-15'), NOW)).toBe(1);
  const wants = [
    { item: 'room', quantity: 1, rented: spanOf(MONDAY, MONDAY) },
    { item: 'lamp', quantity: 2, rented: spanOf(MONDAY, MONDAY) },
  ];
  expect(model.shortOf(wants, NOW, TODAY)).toEqual([
    { item: 'lamp', wanted: 6, free: 5, days: [dayOf(MONDAY), dayOf('2026-12-15')] },
  ]);
  expect(model.nextFree('lamp', wants, spanOf(MONDAY, MONDAY), NOW)).toBeNull();
  expect(model.nextFree('stand', wants, spanOf(MONDAY, MONDAY), NOW)).toBe(dayOf(MONDAY));
});
