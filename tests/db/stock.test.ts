import { afterEach, describe, expect, test } from 'vitest';
import { shortLines, useStock } from './stock.ts';
import { refusal } from './studio.ts';

const stock = useStock();

afterEach(() => stock.requireNoDrift());

/** A day relative to the studio's today. */
const day = async (ahead: number): Promise<string> => {
  const [row] = await stock.sql<
    { day: string }[]
  >`select (private.today() + ${ahead}::integer)::text as day`;
  return row!.day;
};

describe('an order', () => {
  test('reserves its lines on their own dates, and days of turnaround after them', async () => {
    const [chair, sari] = [await stock.item(3), await stock.item(2, 'clothes')];
    const order = await stock.order([
      { item: chair, quantity: 2, from: '2030-01-07', to: '2030-01-08' },
      { item: sari, quantity: 1, from: '2030-01-10', to: '2030-01-10' },
    ]);
    expect(await stock.reservations(order)).toEqual([
      'booked 2 [2030-01-07,2030-01-09)',
      'booked 1 [2030-01-10,2030-01-11) [2030-01-10,2030-01-12)',
    ]);
    expect(await stock.days(chair)).toEqual([
      '2030-01-07 booked 2 of 3',
      '2030-01-08 booked 2 of 3',
    ]);
    expect(await stock.days(sari)).toEqual([
      '2030-01-10 booked 1 of 2',
      '2030-01-11 booked 1 of 2',
    ]);
  });

  test('beyond the room is refused with every short item, and writes nothing', async () => {
    const [chair, lamp, enough] = [await stock.item(2), await stock.item(1), await stock.item(9)];
    await stock.order([
      { item: chair, quantity: 1, from: '2030-01-07', to: '2030-01-09' },
      { item: lamp, quantity: 1, from: '2030-01-08', to: '2030-01-08' },
    ]);
    const before = await stock.sql`select count(*) from orders`;
    const refused = await refusal(
      stock.order([
        { item: chair, quantity: 1, from: '2030-01-06', to: '2030-01-08' },
        { item: enough, quantity: 9, from: '2030-01-06', to: '2030-01-08' },
        { item: lamp, quantity: 1, from: '2030-01-08', to: '2030-01-10' },
        { item: chair, quantity: 1, from: '2030-01-06', to: '2030-01-08' },
      ]),
    );
    expect(refused).toMatchObject({ code: 'PT409', message: 'not_free' });
    expect(JSON.parse(refused.detail!)).toMatchObject({ reason: 'not_free' });
    expect(shortLines(refused)).toEqual([
      { type: 'prop', id: chair, wanted: 2, free: 1, days: ['2030-01-07', '2030-01-08'] },
      { type: 'prop', id: lamp, wanted: 1, free: 0, days: ['2030-01-08'] },
    ]);
    expect(await stock.sql`select count(*) from orders`).toEqual(before);
  });

  test('is judged by the peak of each day, not by the sum of what overlaps', async () => {
    const chair = await stock.item(3);
    await stock.order([{ item: chair, quantity: 2, from: '2030-01-07', to: '2030-01-07' }]);
    await stock.order([{ item: chair, quantity: 2, from: '2030-01-09', to: '2030-01-09' }]);
    const week = { item: chair, from: '2030-01-07', to: '2030-01-09' };
    const refused = await refusal(stock.order([{ ...week, quantity: 2 }]));
    expect(shortLines(refused)).toEqual([
      { type: 'prop', id: chair, wanted: 2, free: 1, days: ['2030-01-07', '2030-01-09'] },
    ]);
    await stock.order([{ ...week, quantity: 1 }]);
  });

  test('reserves nothing without dates; an item that is not counted is never refused', async () => {
    const [chair, lamp] = [await stock.item(1), await stock.item(0)];
    const order = await stock.order([
      { item: lamp, quantity: 50, from: '2030-01-07', to: '2030-01-08' },
    ]);
    expect(await stock.reservations(order)).toEqual(['booked 50 [2030-01-07,2030-01-09)']);
    expect(await stock.days(lamp)).toEqual([]);
    await stock.sql`insert into order_items (order_id, item_type, item_id, quantity, price)
      values (${order}, 'prop', ${chair}, 5, 0)`;
    expect(await stock.days(chair)).toEqual([]);
  });

  test('follows changes of its lines: dates, quantity, item, deletion', async () => {
    const [chair, lamp] = [await stock.item(2), await stock.item(2)];
    const order = await stock.order([
      { item: chair, quantity: 2, from: '2030-01-07', to: '2030-01-07' },
    ]);
    const other = await stock.order([{ item: chair, from: '2030-01-09', to: '2030-01-09' }]);
    await stock.sql`update order_items set quantity = 1, rental_to = '2030-01-09' where order_id = ${order}`;
    expect(await stock.days(chair)).toEqual([
      '2030-01-07 booked 1 of 2',
      '2030-01-08 booked 1 of 2',
      '2030-01-09 booked 2 of 2',
    ]);
    const longer = stock.sql`update order_items set quantity = 2 where order_id = ${order}`;
    expect(shortLines(await refusal(longer))).toEqual([
      { type: 'prop', id: chair, wanted: 2, free: 1, days: ['2030-01-09'] },
    ]);
    await stock.sql`update order_items set item_id = ${lamp} where order_id = ${order}`;
    expect(await stock.days(chair)).toEqual(['2030-01-09 booked 1 of 2']);
    expect(await stock.days(lamp)).toHaveLength(3);
    await stock.sql`update order_items set order_id = ${other} where order_id = ${order}`;
    await stock.setStatus(order, 'cancelled');
    expect(await stock.days(lamp)).toHaveLength(3);
    await stock.sql`delete from order_items where item_id = ${lamp}`;
    expect(await stock.days(lamp)).toEqual([]);
    await stock.sql`delete from orders where id = ${other}`;
    expect(await stock.days(chair)).toEqual([]);
  });

  test('may change all its lines at once where they fit together', async () => {
    const chair = await stock.item(2);
    const order = await stock.order([
      { item: chair, quantity: 2, from: '2030-01-07', to: '2030-01-07' },
      { item: chair, quantity: 2, from: '2030-01-08', to: '2030-01-08' },
    ]);
    await stock.sql`update order_items set rental_from = date '2030-01-15' - extract(day from rental_from)::int,
      rental_to = date '2030-01-15' - extract(day from rental_to)::int where order_id = ${order}`;
    expect(await stock.reservations(order)).toEqual([
      'booked 2 [2030-01-08,2030-01-09)',
      'booked 2 [2030-01-07,2030-01-08)',
    ]);
  });

  test('that changes is refused with what all its lines want of an item', async () => {
    const chair = await stock.item(3);
    await stock.order([{ item: chair, quantity: 1, from: '2030-01-09', to: '2030-01-09' }]);
    const order = await stock.order([
      { item: chair, quantity: 2, from: '2030-01-09', to: '2030-01-09' },
      { item: chair, quantity: 1, from: '2030-01-08', to: '2030-01-08' },
    ]);
    const later = stock.sql`update order_items set rental_to = '2030-01-09' where order_id = ${order}`;
    expect(shortLines(await refusal(later))).toEqual([
      { type: 'prop', id: chair, wanted: 3, free: 2, days: ['2030-01-09'] },
    ]);
  });

  test('that is cancelled gives back what was hired in for it', async () => {
    const chair = await stock.item(1);
    await stock.reserve({ kind: 'sub_rental', item: chair, from: '2030-01-07', to: '2030-01-08' });
    const order = await stock.order([
      { item: chair, quantity: 2, from: '2030-01-07', to: '2030-01-08' },
    ]);
    await stock.sql`update reservations set order_item_id = (select id from order_items where order_id = ${order})
      where item_id = ${chair} and kind = 'sub_rental'`;
    expect(await stock.days(chair)).toHaveLength(2);
    await stock.setStatus(order, 'cancelled');
    expect(await stock.days(chair)).toEqual([]);
    expect(await refusal(stock.setStatus(order, 'confirmed'))).toMatchObject({
      message: 'not_free',
    });
  });

  test('that is deleted gives back all lines in one statement, so that their items are locked in order', async () => {
    const items = await Promise.all([1, 1, 1].map((quantity) => stock.item(quantity)));
    const order = await stock.order(
      items.map((item) => ({ item, from: '2030-01-07', to: '2030-01-08' })),
    );
    const undo = new Error('undo');
    let statements: unknown = null;
    await stock.sql
      .begin(async (tx) => {
        await tx.unsafe(`create table public.statements (rows integer);
          create function public.note_statement() returns trigger language plpgsql as
            'begin insert into public.statements select count(*) from old_rows; return null; end';
          create trigger noted after delete on reservations referencing old table as old_rows
            for each statement execute function public.note_statement()`);
        await tx`delete from orders where id = ${order}`;
        statements = await tx`select rows from public.statements`;
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    expect(statements).toEqual([{ rows: 3 }]);
  });
});

describe('a status', () => {
  test('cancelled releases; confirmed again reserves or is refused, for staff too', async () => {
    const chair = await stock.item(1);
    const line = { item: chair, from: '2030-01-07', to: '2030-01-08' };
    const order = await stock.order([line]);
    await stock.setStatus(order, 'cancelled');
    expect(await stock.reservations(order)).toEqual(['released 1 [2030-01-07,2030-01-09)']);
    expect(await stock.days(chair)).toEqual([]);
    const other = await stock.order([line]);
    for (const caller of ['crm_user', 'admin', 'service_role'] as const) {
      const back = stock.studio.as(
        caller,
        (sql) => sql`update orders set status = 'confirmed' where id = ${order}`,
      );
      expect(shortLines(await refusal(back))).toEqual([
        { type: 'prop', id: chair, wanted: 1, free: 0, days: ['2030-01-07', '2030-01-08'] },
      ]);
    }
    await stock.setStatus(other, 'cancelled');
    await stock.setStatus(order, 'confirmed');
    expect(await stock.reservations(order)).toEqual(['booked 1 [2030-01-07,2030-01-09)']);
    await stock.setStatus(order, 'in_progress');
    expect(await stock.reservations(order)).toEqual(['out 1 [2030-01-07,2030-01-09)']);
  });

  test('returned early frees the rest, and its turnaround starts then', async () => {
    const sari = await stock.item(1, 'clothes');
    const [from, today, tomorrow, to] = await Promise.all([-1, 0, 1, 4].map(day));
    const order = await stock.order([{ item: sari, from: from!, to: to! }], 'in_progress');
    expect(await stock.days(sari)).toHaveLength(6);
    await stock.setStatus(order, 'returned');
    expect(await stock.days(sari)).toEqual([`${today} booked 1 of 1`, `${tomorrow} booked 1 of 1`]);
    await stock.setStatus(order, 'completed');
    expect((await stock.reservations(order))[0]).toContain('returned 1');
    // Back to "in progress": the line's own dates again.
    await stock.setStatus(order, 'in_progress');
    expect(await stock.days(sari)).toHaveLength(6);
  });

  test('returned late blocks until then, even where it collides', async () => {
    const sari = await stock.item(1, 'clothes');
    const [from, to, today, tomorrow] = await Promise.all([-5, -3, 0, 1].map(day));
    await stock.order([{ item: sari, from: today!, to: today! }]);
    const late = await stock.order([{ item: sari, from: from!, to: to! }], 'in_progress');
    await stock.setStatus(late, 'returned');
    expect(await stock.days(sari)).toEqual([
      `${today} booked 2 of 1 short 1`,
      `${tomorrow} booked 2 of 1 short 1`,
    ]);
    // A booking on a day with a conflict is refused; ending one promise solves it.
    expect(
      shortLines(await refusal(stock.order([{ item: sari, from: today!, to: today! }]))),
    ).toMatchObject([{ wanted: 1, free: 0 }]);
    await stock.sql`update reservations set status = 'released' where item_id = ${sari} and status = 'returned'`;
    expect(await stock.days(sari)).toEqual([`${today} booked 1 of 1`, `${tomorrow} booked 1 of 1`]);
  });

  test('completed long after an order that was never out adds nothing', async () => {
    const chair = await stock.item(1);
    const [from, to] = await Promise.all([-9, -7].map(day));
    const order = await stock.order([{ item: chair, from: from!, to: to! }]);
    await stock.setStatus(order, 'completed');
    const [row] =
      await stock.sql`select (upper(rented) - 1)::text as last, status from reservations where item_id = ${chair}`;
    expect(row).toEqual({ last: to, status: 'returned' });
    expect(await stock.days(chair)).toEqual([]);
  });

  test('returned before the rental began releases', async () => {
    const chair = await stock.item(1);
    const order = await stock.order([{ item: chair, from: '2030-01-07', to: '2030-01-08' }]);
    await stock.setStatus(order, 'returned');
    expect(await stock.reservations(order)).toEqual(['released 1 [2030-01-07,2030-01-09)']);
  });

  test('that is not one of the five reserves nothing', async () => {
    const chair = await stock.item(1);
    const order = await stock.order([{ item: chair, from: '2030-01-07', to: '2030-01-08' }]);
    await stock.setStatus(order, 'spare');
    expect(await stock.days(chair)).toEqual([]);
  });
});

describe('facts', () => {
  test('a quantity that is lowered, raised, 0, deleted or back', async () => {
    const chair = await stock.item(3);
    await stock.order([{ item: chair, quantity: 3, from: '2030-01-07', to: '2030-01-07' }]);
    const set = (quantity: number) =>
      stock.sql`update props set quantity = ${quantity} where id = ${chair}`;
    await set(1);
    expect(await stock.days(chair)).toEqual(['2030-01-07 booked 3 of 1 short 2']);
    await set(2);
    expect(await stock.days(chair)).toEqual(['2030-01-07 booked 3 of 2 short 1']);
    await set(0);
    expect(await stock.days(chair)).toEqual([]);
    await set(3);
    expect(await stock.days(chair)).toEqual(['2030-01-07 booked 3 of 3']);
    await stock.sql`delete from props where id = ${chair}`;
    expect(await stock.days(chair)).toEqual(['2030-01-07 booked 3 of 0 short 3']);
    expect(
      await refusal(stock.order([{ item: chair, from: '2030-02-07', to: '2030-02-07' }])),
    ).toMatchObject({
      message: 'not_free',
    });
    await stock.sql`insert into props (id, name, quantity) values (${chair}, 'Chair', 4)`;
    expect(await stock.days(chair)).toEqual(['2030-01-07 booked 3 of 4']);
    await stock.sql`update props set active = false where id = ${chair}`;
    expect(await stock.days(chair)).toEqual(['2030-01-07 booked 3 of 4']);
  });

  test('out of service and sub-rental change the room; a promise that ends lowers what is short', async () => {
    const chair = await stock.item(2);
    const order = await stock.order([
      { item: chair, quantity: 2, from: '2030-01-07', to: '2030-01-08' },
    ]);
    const repair = await stock.reserve({
      kind: 'out_of_service',
      item: chair,
      quantity: 3,
      from: '2030-01-08',
      to: '2030-01-09',
    });
    expect(await stock.days(chair)).toEqual([
      '2030-01-07 booked 2 of 2',
      '2030-01-08 booked 2 of 0 short 2',
      '2030-01-09 of 0',
    ]);
    await stock.reserve({
      kind: 'sub_rental',
      item: chair,
      quantity: 2,
      from: '2030-01-08',
      to: '2030-01-08',
    });
    expect((await stock.days(chair))[1]).toBe('2030-01-08 booked 2 of 1 short 1');
    await stock.sql`update order_items set quantity = 1 where order_id = ${order}`;
    expect((await stock.days(chair))[1]).toBe('2030-01-08 booked 1 of 1');
    expect(
      await refusal(stock.sql`update order_items set quantity = 2 where order_id = ${order}`),
    ).toMatchObject({ message: 'not_free' });
    await stock.sql`update reservations set status = 'released' where id = ${repair}`;
    expect(await stock.days(chair)).toEqual([
      '2030-01-07 booked 1 of 2',
      '2030-01-08 booked 1 of 4',
    ]);
    await stock.sql`delete from reservations where item_id = ${chair}`;
    expect(await stock.days(chair)).toEqual([]);
  });

  test('the database refuses a double booking that no trigger saw', async () => {
    const chair = await stock.item(1);
    await stock.order([{ item: chair, from: '2030-01-07', to: '2030-01-07' }]);
    const over = stock.sql`update private.item_days set booked = 2 where item_id = ${chair}`;
    expect(await refusal(over)).toMatchObject({
      code: '23514',
      message: expect.stringContaining('item_days_not_over'),
    });
  });
});
