import { afterEach, describe, expect, test } from 'vitest';
import { shortLines, useStock } from './stock.ts';
import { refusal } from './studio.ts';

/** A promise is never made beyond what is free at that moment, whatever facts happened before on the same day. */
const stock = useStock();

const day = async (offset: number) => {
  const [row] = await stock.sql<{ day: string }[]>`
    select (private.today() + ${offset}::integer)::text as day`;
  return row!.day;
};
/** Pretends that the overdue pieces of an item have not been extended today. */
const notExtended = (item: string) =>
  stock.sql.begin(async (sql) => {
    // why: a change that is no fact would extend them again.
    await sql`set local studio.facts = 'on'`;
    await sql`update reservations set rolled_on = null, blocked = rented
      where item_id = ${item} and status = 'out'`;
  });

afterEach(async () => {
  const [row] = await stock.sql<{ differences: number }[]>`
    select private.recount_stock() as differences`;
  if (row?.differences !== 0) throw new Error(`The stock differs in ${row?.differences} rows.`);
});

describe('pieces that are back make no room for the order that is confirmed again', () => {
  test.each([
    ['confirmed', 'props', 'booked 1 of 1'],
    ['in_progress', 'props', 'booked 1 of 1'],
    ['confirmed', 'clothes', 'booked 2 of 1 short 1'],
    ['in_progress', 'clothes', 'booked 2 of 1 short 1'],
  ])(
    'a cancelled order becomes %s by way of returned only where its %s are free',
    async (status, table, figure) => {
      const chair = await stock.item(1, table);
      const [today, tomorrow] = await Promise.all([0, 1].map(day));
      const cancelled = await stock.order([{ item: chair, from: today!, to: today! }], 'cancelled');
      const other = await stock.order([{ item: chair, from: today!, to: tomorrow! }]);
      await stock.setStatus(cancelled, 'returned');
      expect((await stock.days(chair))[0]).toBe(`${today} ${figure}`);
      expect(shortLines(await refusal(stock.setStatus(cancelled, status)))).toEqual([
        {
          type: table === 'props' ? 'prop' : 'cloth',
          id: chair,
          wanted: 1,
          free: 0,
          days: table === 'props' ? [today] : [today, tomorrow],
        },
      ]);
      await stock.setStatus(other, 'cancelled');
      await stock.setStatus(cancelled, status);
      expect((await stock.days(chair))[0]).toBe(`${today} booked 1 of 1`);
    },
  );

  test('an order that was returned on a day with a conflict', async () => {
    const chair = await stock.item(5);
    const [from, yesterday, today] = await Promise.all([-2, -1, 0].map(day));
    const late = await stock.order(
      [{ item: chair, quantity: 2, from: from!, to: yesterday! }],
      'in_progress',
    );
    await stock.order([{ item: chair, quantity: 2, from: today!, to: today! }]);
    const back = await stock.order([{ item: chair, from: today!, to: today! }], 'in_progress');
    await stock.setStatus(back, 'returned');
    await stock.reserve({ kind: 'out_of_service', item: chair, from: today!, to: today! });
    expect(await stock.days(chair)).toEqual([`${today} booked 4 of 4`]);
    for (const status of ['confirmed', 'in_progress'])
      expect(shortLines(await refusal(stock.setStatus(back, status)))).toEqual([
        { type: 'prop', id: chair, wanted: 1, free: 0, days: [today] },
      ]);
    await stock.setStatus(late, 'cancelled');
    await stock.setStatus(back, 'in_progress');
    expect(await stock.days(chair)).toEqual([`${today} booked 3 of 4`]);
  });
});

describe('overdue pieces that have not been extended today', () => {
  test('are in the way of an order and of a hold', async () => {
    const chair = await stock.item(2);
    const [from, yesterday, today] = await Promise.all([-2, -1, 0].map(day));
    await stock.order([{ item: chair, quantity: 2, from: from!, to: yesterday! }], 'in_progress');
    await notExtended(chair);
    expect(
      shortLines(await refusal(stock.order([{ item: chair, from: today!, to: today! }]))),
    ).toEqual([{ type: 'prop', id: chair, wanted: 1, free: 0, days: [today] }]);
    const line = await stock.enquiryItem(chair);
    const hold = { kind: 'hold', item: chair, from: today!, to: today!, enquiryItem: line };
    const expires = new Date(Date.now() + 60_000).toISOString();
    expect(shortLines(await refusal(stock.reserve({ ...hold, expires })))).toMatchObject([
      { wanted: 1, free: 0 },
    ]);
    await stock.sql`select private.roll_overdue()`;
    expect(await stock.days(chair)).toEqual([`${today} booked 2 of 2`]);
  });

  test('are in the way as soon as an order of the past is in progress', async () => {
    const chair = await stock.item(1);
    const [from, yesterday, today] = await Promise.all([-2, -1, 0].map(day));
    const late = await stock.order([{ item: chair, from: from!, to: yesterday! }]);
    await stock.setStatus(late, 'in_progress');
    expect(
      shortLines(await refusal(stock.order([{ item: chair, from: today!, to: today! }]))),
    ).toMatchObject([{ wanted: 1, free: 0 }]);
    await stock.setStatus(late, 'returned');
  });
});
