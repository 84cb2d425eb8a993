import { describe, expect, test } from 'vitest';
import { useMovements } from './movement-calls.ts';
import { committedAs } from './studio.ts';

/** Pieces that are back are free at once, today too, after their turnaround: docs/product/desk.md#movements-and-stock. */

const { stock, call, handOver, takeBack, undo, day, linesOf, detailOf } = useMovements();

/** Pieces that a visitor reads as free on these days. */
const free = async (item: string, from: string, to = from, type = 'prop') => {
  const items = [{ type, id: item, quantity: 1 }];
  const [row] = await committedAs(
    stock.studio.db,
    stock.studio.who('anon'),
    (sql) => sql<{ free: number }[]>`
      select (public.availability(${from}, ${to}, ${sql.json(items)}) -> 0 ->> 'free')::int as free`,
  );
  return row!.free;
};
const walkIn = (item: string, from: string, to = from, type = 'prop') =>
  call<{ id: string }>('make_rental', {
    make: 'order',
    customer: { id: stock.studio.ids.customer },
    rental_from: from,
    rental_to: to,
    lines: [{ type, item, quantity: 1 }],
    key: crypto.randomUUID(),
  });

describe('what is back today', () => {
  test.each(['returned', 'completed'])(
    'is free for visitors and a walk-in order, also when its order is %s',
    async (status) => {
      const chair = await stock.item(1);
      const [from, today, later] = await Promise.all([-2, 0, 2].map(day));
      const order = await stock.order([{ item: chair, from: from!, to: later! }]);
      await handOver(order, null, { day: from!, reason: 'Forgotten' });
      expect(await free(chair, today!)).toBe(0);
      await takeBack(order);
      await stock.setStatus(order, status);
      expect(await free(chair, today!, later)).toBe(1);
      const next = await walkIn(chair, today!);
      expect((await handOver(next.id)).status).toBe('in_progress');
      expect(await free(chair, today!)).toBe(0);
    },
  );

  test('in part is free, and set to returned by hand too', async () => {
    const chair = await stock.item(3);
    const [from, today] = await Promise.all([-4, 0].map(day));
    const order = await stock.order([{ item: chair, quantity: 3, from: from!, to: from! }]);
    await stock.setStatus(order, 'in_progress');
    const [line] = await linesOf(order);
    await takeBack(order, [{ line: line!, quantity: 2 }]);
    expect(await free(chair, today!)).toBe(2);
    await stock.setStatus(order, 'returned');
    expect(await free(chair, today!)).toBe(3);
    expect(await stock.days(chair)).toEqual([]);
  });

  test('is free after its turnaround', async () => {
    const sari = await stock.item(1, 'clothes');
    const [from, today, tomorrow, later] = await Promise.all([-2, 0, 1, 2].map(day));
    const order = await stock.order([{ item: sari, from: from!, to: later! }]);
    await handOver(order);
    await takeBack(order);
    const days = [today!, tomorrow!, later!];
    expect(await Promise.all(days.map((each) => free(sari, each, each, 'cloth')))).toEqual([
      0, 0, 1,
    ]);
    expect(await detailOf(walkIn(sari, today!, today, 'cloth'))).toMatchObject([
      'PT409',
      { reason: 'not_free' },
    ]);
  });

  test('is a part of a kit', async () => {
    const [kit, lamp] = [await stock.item(1, 'sets'), await stock.item(2)];
    await stock.sql`insert into item_components (kit_id, component_id, quantity) values (${kit}, ${lamp}, 2)`;
    const today = await day(0);
    const order = await stock.order([{ item: kit, from: today, to: today }]);
    await handOver(order);
    const [line] = await linesOf(order);
    await takeBack(order, [{ line: line!, item: lamp, quantity: 1 }]);
    expect([await free(lamp, today), await free(kit, today, today, 'set')]).toEqual([1, 0]);
    await takeBack(order);
    expect([await free(lamp, today), await free(kit, today, today, 'set')]).toEqual([2, 1]);
  });

  test.each(['damaged', 'missing'])('is not free while it is %s', async (condition) => {
    const chair = await stock.item(1);
    const [today, next] = await Promise.all([0, 1].map(day));
    const order = await stock.order([{ item: chair, from: today!, to: today! }]);
    await handOver(order);
    const [line] = await linesOf(order);
    const repair = condition === 'damaged' ? { repair_until: today! } : {};
    const { movement } = await takeBack(order, [
      { line: line!, quantity: 1, condition, ...repair },
    ]);
    expect([await free(chair, today!), await free(chair, next!)]).toEqual([
      0,
      condition === 'damaged' ? 1 : 0,
    ]);
    await undo(movement);
    await takeBack(order);
    expect(await free(chair, today!)).toBe(1);
  });

  test('and undone is out, which is a conflict where it went out again', async () => {
    const chair = await stock.item(1);
    const today = await day(0);
    const order = await stock.order([{ item: chair, from: today, to: today }]);
    await handOver(order);
    const { movement } = await takeBack(order);
    await walkIn(chair, today);
    await undo(movement);
    expect(await stock.days(chair)).toEqual([`${today} booked 2 of 1 short 1`]);
    const conflicts = await call<{ id: string; days: string[]; short: number }[]>('conflicts', {});
    expect(conflicts.filter(({ id }) => id === chair)).toMatchObject([{ days: [today], short: 1 }]);
  });
});
