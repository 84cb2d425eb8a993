import { describe, expect, test } from 'vitest';
import { useMovements } from './movement-calls.ts';
import { committedAs } from './studio.ts';

/** What is here decides at the desk: docs/product/desk.md#hand-over-and-take-back. */

const { stock, call, handOver, takeBack, day, linesOf, statusOf, detailOf } = useMovements();

const numberOf = async (order: string) => {
  const [row] = await stock.sql<{ number: string }[]>`
    select order_number as number from orders where id = ${order}`;
  return row!.number;
};
const customer = async () => {
  const [row] = await stock.sql<{ name: string }[]>`
    select first_name || ' ' || last_name as name from customers where id = ${stock.studio.ids.customer}`;
  return row!.name;
};
/** Sets a status as staff do, over their own rights. */
const setStatus = (order: string, status: string) =>
  committedAs(stock.studio.db, stock.studio.who('crm_user'), (sql) => {
    return sql`update orders set status = ${status} where id = ${order}`;
  });

/** One chair: out with an order that ended two days ago, and booked from today on. */
async function overdue(owned = 1) {
  const chair = await stock.item(owned);
  const [from, to, today, later] = await Promise.all([-5, -2, 0, 2].map(day));
  const late = await stock.order([{ item: chair, from: from!, to: to! }]);
  const order = await stock.order([{ item: chair, quantity: owned, from: today!, to: later! }]);
  await handOver(late, null, { day: from!, reason: 'Forgotten' });
  const out = {
    id: late,
    order_number: await numberOf(late),
    customer: await customer(),
    quantity: 1,
    late_days: 2,
  };
  return { chair, late, order, today: today!, later: later!, from: from!, out };
}
const line = (chair: string, more: Record<string, unknown>) => ({
  type: 'prop',
  id: chair,
  name: 'Chair',
  wanted: 1,
  here: 0,
  out: [],
  out_of_service: [],
  hired: [],
  ...more,
});

describe('a hand-over is refused', () => {
  test('while the piece is out with another order, by name', async () => {
    const { chair, late, order, out } = await overdue();
    const refused = ['PT409', { reason: 'not_here', lines: [line(chair, { out: [out] })] }];
    expect(await detailOf(handOver(order))).toEqual(refused);
    expect(await detailOf(setStatus(order, 'in_progress'))).toEqual(refused);
    expect(await detailOf(stock.setStatus(order, 'in_progress'))).toEqual(refused);
    expect(await statusOf(order)).toBe('confirmed');
    await takeBack(late);
    expect((await handOver(order)).status).toBe('in_progress');
  });

  test('for the pieces that are not here only', async () => {
    const { chair, order, out } = await overdue(3);
    const [own] = await linesOf(order);
    await handOver(order, [{ line: own!, quantity: 1 }]);
    expect(await detailOf(handOver(order))).toEqual([
      'PT409',
      {
        reason: 'not_here',
        lines: [
          line(chair, {
            wanted: 2,
            here: 1,
            out: [out, { ...out, id: order, order_number: await numberOf(order), late_days: 0 }],
          }),
        ],
      },
    ]);
    await handOver(order, [{ line: own!, quantity: 1 }]);
  });

  test('while the piece is in repair, until that ends', async () => {
    const { chair, order, later, from } = await overdueFree();
    const broken = await stock.reserve({ kind: 'out_of_service', item: chair, from, to: later });
    const refused = [
      'PT409',
      {
        reason: 'not_here',
        lines: [line(chair, { out_of_service: [{ quantity: 1, until: later }] })],
      },
    ];
    expect(await detailOf(handOver(order))).toEqual(refused);
    expect(await detailOf(setStatus(order, 'in_progress'))).toEqual(refused);
    await call('release_reservation', { id: broken });
    await setStatus(order, 'in_progress');
  });

  test('before a piece is hired in', async () => {
    const chair = await stock.item(1);
    const [today, tomorrow, later] = await Promise.all([0, 1, 2].map(day));
    await stock.reserve({ kind: 'sub_rental', item: chair, from: tomorrow!, to: later! });
    const order = await stock.order([{ item: chair, quantity: 2, from: tomorrow!, to: later! }]);
    expect(await detailOf(handOver(order))).toEqual([
      'PT409',
      {
        reason: 'not_here',
        lines: [line(chair, { wanted: 2, here: 1, hired: [{ quantity: 1, from: tomorrow }] })],
      },
    ]);
    expect(await stock.days(chair)).not.toContain(`${today} booked 2 of 1 short 1`);
  });

  test('of a kit for a part that is out', async () => {
    const [kit, chair] = [await stock.item(1, 'sets'), await stock.item(2)];
    await stock.sql`insert into item_components (kit_id, component_id, quantity) values (${kit}, ${chair}, 2)`;
    const [from, to, today] = await Promise.all([-3, -1, 0].map(day));
    const late = await stock.order([{ item: chair, from: from!, to: to! }]);
    const order = await stock.order([{ item: kit, from: today!, to: today! }]);
    await stock.setStatus(late, 'in_progress');
    expect(await detailOf(handOver(order))).toMatchObject([
      'PT409',
      { lines: [{ id: chair, wanted: 2, here: 1, out: [{ id: late, late_days: 1 }] }] },
    ]);
    const [own] = await linesOf(order);
    await handOver(order, [{ line: own!, item: kit, quantity: 1 }]);
  });

  test('of two orders that start at once for one piece', async () => {
    const chair = await stock.item(1);
    const [today, next] = await Promise.all([0, 1].map(day));
    const first = await stock.order([{ item: chair, from: today!, to: today! }]);
    const second = await stock.order([{ item: chair, from: next!, to: next! }]);
    const both = stock.sql`update orders set status = 'in_progress' where id = any (${[first, second]}::uuid[])`;
    expect(await detailOf(both)).toMatchObject(['PT409', { lines: [{ wanted: 2, here: 1 }] }]);
    const one = await Promise.allSettled(
      [first, second].map((order) => setStatus(order, 'in_progress')),
    );
    expect(one.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('an override', () => {
  const anyway = { anyway: true, reason: 'It stands in front of me' };
  const conflictOf = async (chair: string) => {
    const all = await call<{ id: string; short: number }[]>('conflicts', {});
    return all.find(({ id }) => id === chair)?.short ?? 0;
  };

  test('needs a reason, is logged, and is a conflict until the piece is back', async () => {
    const { chair, late, order } = await overdue();
    expect(await detailOf(handOver(order, null, { anyway: true, reason: ' ' }))).toEqual([
      'PT422',
      { field: 'reason' },
    ]);
    const { movement } = await handOver(order, null, anyway);
    const pick = await call<{ movements: object[] }>('pick_list', { id: order });
    expect(pick.movements).toMatchObject([
      { id: movement, not_here: true, reason: anyway.reason, by: expect.any(String) },
    ]);
    const events = await stock.sql`
      select from_value, user_id is null as nobody from crm_events
      where subject_id = ${order} and what = 'handed_over'`;
    expect(events).toEqual([{ from_value: 'not_here', nobody: false }]);
    expect(await conflictOf(chair)).toBe(1);
    await takeBack(late);
    expect(await conflictOf(chair)).toBe(0);
  });

  test('of a piece in repair is a conflict until the repair ends', async () => {
    const { chair, order, later, today } = await overdueFree();
    const row = { kind: 'out_of_service', item: chair, from: today, to: later };
    const broken = await stock.reserve(row);
    await handOver(order, null, anyway);
    expect(await conflictOf(chair)).toBe(1);
    await call('release_reservation', { id: broken });
    expect(await conflictOf(chair)).toBe(0);
  });

  test('says nothing where the pieces are here, and makes no room for a promise', async () => {
    const { chair, order } = await overdueFree();
    await handOver(order, null, anyway);
    const pick = await call<{ movements: object[] }>('pick_list', { id: order });
    expect(pick.movements).toMatchObject([{ not_here: false }]);
    const [next, last] = await Promise.all([3, 4].map(day));
    const early = await stock.order([{ item: chair, from: next!, to: last! }]);
    expect(await detailOf(handOver(early, null, anyway))).toMatchObject([
      'PT409',
      { reason: 'not_free' },
    ]);
  });
});

/** As `overdue`, with the piece back. */
async function overdueFree() {
  const made = await overdue();
  await takeBack(made.late);
  return made;
}

describe('a hand-over is not refused', () => {
  test('for an item that is not counted', async () => {
    const { order, late } = await overdue(0 + 1).then(async (made) => {
      await stock.sql`update props set quantity = 0 where id = ${made.chair}`;
      return made;
    });
    expect((await handOver(order)).status).toBe('in_progress');
    await takeBack(late);
  });

  test('of an earlier day, for a piece that left later', async () => {
    const { late, order, from, chair } = await overdueFree();
    const [yesterday, before] = await Promise.all([-1, -7].map(day));
    const earlier = await stock.order([{ item: chair, from: before!, to: before! }]);
    await handOver(order);
    await handOver(earlier, null, { day: before!, reason: 'Found in the book' });
    expect(await statusOf(late)).toBe('returned');
    await takeBack(earlier, null, { day: from, reason: 'Found in the book' });
    expect(
      await detailOf(
        handOver(await stock.order([{ item: chair, from: yesterday!, to: yesterday! }])),
      ),
    ).toMatchObject(['PT409', { lines: [{ out: [{ id: order, late_days: 0 }] }] }]);
  });
});
