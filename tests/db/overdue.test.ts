import type { TransactionSql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { silent } from '#backend/core/log.ts';
import { followOverdue } from '#server/overdue.ts';
import { studioToday } from '#tests/support/availability-rows.ts';
import { addOrder } from '#tests/support/availability-scene.ts';
import { shortLines, useStock } from './stock.ts';
import { nestedPlans, rowsRead } from './nested-plans.ts';
import { refusal } from './studio.ts';

const stock = useStock();

const day = async (offset: number) => {
  const [row] = await stock.sql<{ day: string }[]>`
    select (private.today() + ${offset}::integer)::text as day`;
  return row!.day;
};
const roll = async () => {
  const [row] = await stock.sql<{ rolled: number }[]>`select private.roll_overdue() as rolled`;
  return row!.rolled;
};
/** Makes the rows of items as they were before today's roll. */
const asYesterday = (...items: string[]) =>
  stock.sql.begin(async (sql) => {
    // why: otherwise this change, too, extends what is overdue.
    await sql`set local studio.facts = 'on'`;
    await sql`update reservations set rolled_on = null, blocked = rented
      where item_id = any (${items}::uuid[]) and status = 'out'`;
  });

afterEach(async () => {
  const [row] = await stock.sql<{ differences: number }[]>`
    select private.recount_stock() as differences`;
  if (row?.differences !== 0) throw new Error(`The stock differs in ${row?.differences} rows.`);
});

test('an overdue piece blocks today and its turnaround, once a day', async () => {
  const sari = await stock.item(1, 'clothes');
  const [from, to, today, tomorrow] = await Promise.all([-3, -1, 0, 1].map(day));
  const order = await stock.order([{ item: sari, from: from!, to: to! }], 'in_progress');
  await asYesterday(sari);
  expect(await stock.days(sari)).toEqual([]);
  expect(await roll()).toBeGreaterThan(0);
  expect(await stock.days(sari)).toEqual([`${today} booked 1 of 1`, `${tomorrow} booked 1 of 1`]);
  expect(await roll()).toBe(0);
  expect((await refusal(stock.order([{ item: sari, from: today!, to: today! }]))).message).toBe(
    'not_free',
  );
  await stock.setStatus(order, 'returned');
  expect(await stock.days(sari)).toEqual([`${today} booked 1 of 1`, `${tomorrow} booked 1 of 1`]);
});

test('where it is promised to others it makes a conflict', async () => {
  const chair = await stock.item(1);
  const [from, to, today] = await Promise.all([-3, -1, 0].map(day));
  const late = await stock.order([{ item: chair, from: from!, to: to! }], 'in_progress');
  await asYesterday(chair);
  await stock.sql.begin(async (sql) => {
    // why: any other change of the chair extends what is overdue first.
    await sql`set local studio.facts = 'on'`;
    await sql`insert into reservations (item_id, quantity, kind, status, rented, blocked)
      values (${chair}, 1, 'out_of_service', 'booked', ${`[${today},${today}]`}, ${`[${today},${today}]`})`;
  });
  await roll();
  expect(await stock.days(chair)).toEqual([`${today} booked 1 of 0 short 1`]);
  await stock.setStatus(late, 'cancelled');
  expect(await stock.days(chair)).toEqual([`${today} of 0`]);
});

test('an extended rental is no longer overdue', async () => {
  const chair = await stock.item(1);
  const [from, to, today, later] = await Promise.all([-3, -1, 0, 2].map(day));
  const order = await stock.order([{ item: chair, from: from!, to: to! }], 'in_progress');
  await stock.sql`update order_items set rental_to = ${later!} where order_id = ${order}`;
  expect((await stock.days(chair)).length).toBe(3);
  await stock.sql`update order_items set rental_to = ${to!} where order_id = ${order}`;
  await asYesterday(chair);
  await roll();
  expect(await stock.days(chair)).toEqual([`${today} booked 1 of 1`]);
});

test('rolling never waits for a locked item', async () => {
  const chair = await stock.item(1);
  const [from, to, today] = await Promise.all([-3, -1, 0].map(day));
  await stock.order([{ item: chair, from: from!, to: to! }], 'in_progress');
  await asYesterday(chair);
  await stock.sql.begin(async (sql) => {
    await sql`select from items where id = ${chair} for update`;
    expect(await roll()).toBe(0);
  });
  await roll();
  expect(await stock.days(chair)).toEqual([`${today} booked 1 of 1`]);
});

describe('a booking beside 1,200 rows that are overdue', () => {
  const PER_ITEM = 4;
  const items: string[] = [];
  let late = '';
  /** Number of rows of these items that were extended. */
  const rolled = async (of: string[]) => {
    const [row] = await stock.sql<{ rows: number }[]>`
      select count(*)::int as rows from reservations
      where rolled_on is not null and item_id = any (${of}::uuid[])`;
    return row!.rows;
  };

  beforeAll(async () => {
    const [from, to] = await Promise.all([-3, -1].map(day));
    const made = await stock.sql<{ id: string }[]>`
      insert into props (name, quantity) select 'Chair', ${PER_ITEM + 1} from generate_series(1, 300) returning id`;
    items.push(...made.map(({ id }) => id));
    const lines = Array.from({ length: PER_ITEM }, () =>
      items.map((item) => ({ item, from: from!, to: to! })),
    );
    late = await stock.order(lines.flat(), 'in_progress');
    await asYesterday(...items);
    // why all tables: the server analyzes each by itself, at any moment.
    await stock.sql`analyze`;
  });
  afterAll(() => stock.setStatus(late, 'cancelled'));

  test('reads and extends none of other items', async () => {
    const lamp = await stock.item(1);
    const today = studioToday();
    const book = (sql: TransactionSql) =>
      addOrder(sql, [{ item: lamp, quantity: 1, rented: { from: today, end: today + 1 } }]);
    // why not pg_stat_xact_user_tables: it also counts earlier transactions of the connection until they are reported.
    const ran = await nestedPlans(
      inject('postgres'),
      stock.studio.owner.database,
      // why: of 1,200 rows reading all is nearly as cheap as an index, and either may be planned.
      (sql) =>
        sql`select set_config('enable_' || way, 'off', true) from unnest('{seqscan,hashjoin,mergejoin}'::text[]) as way`,
      book,
    );
    expect(rowsRead(ran, 'items')).toBeGreaterThan(0);
    expect(rowsRead(ran, 'reservations')).toBeLessThan(items.length);
    await stock.sql.begin(book);
    expect(await rolled(items)).toBe(0);
  });

  test('extends all of its own, so that none of them is promised', async () => {
    const [chair] = items;
    const today = await day(0);
    const booking = { item: chair!, from: today, to: today };
    expect(shortLines(await refusal(stock.order([{ ...booking, quantity: 2 }])))).toEqual([
      { type: 'prop', id: chair, wanted: 2, free: 1, days: [today] },
    ]);
    await stock.order([booking]);
    expect([await rolled([chair!]), await rolled(items)]).toEqual([PER_ITEM, PER_ITEM]);
  });
});

test('the server extends what is overdue', async () => {
  const chair = await stock.item(1);
  const [from, to, today] = await Promise.all([-3, -1, 0].map(day));
  await stock.order([{ item: chair, from: from!, to: to! }], 'in_progress');
  await asYesterday(chair);
  const overdue = followOverdue(stock.sql, silent);
  await overdue.extend();
  overdue.close();
  // why: the first look, at its start, may still hold the rows that this one skipped.
  await expect.poll(() => stock.days(chair)).toEqual([`${today} booked 1 of 1`]);
});
