import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dateOf } from '#tests/support/availability-model.ts';
import { studioToday } from '#tests/support/availability-rows.ts';
import { useMovements } from './movement-calls.ts';

/** Dates moved for a partly returned order move only what is still out. */

const { stock, call, handOver, takeBack, undo, linesOf, detailOf } = useMovements();

const today = studioToday();
const day = (ahead: number) => dateOf(today + ahead);
const move = (id: string, from: number, to: number) =>
  call('change_order_dates', {
    id,
    rental_from: day(from),
    rental_to: day(to),
    key: randomUUID(),
  });
const ordered = async (item: string, quantity: number, more: [string, number][] = []) => {
  const days = { from: day(0), to: day(0) };
  const order = await stock.order(
    [[item, quantity] as const, ...more].map(([each, pieces]) => ({
      item: each,
      quantity: pieces,
      ...days,
    })),
  );
  await stock.sql`update order_items set price = 200 where order_id = ${order}`;
  return { order, lines: await linesOf(order) };
};
/** Each line: pieces, days, and pieces handed over, out and back. */
const linesNow = async (order: string) => {
  const rows = await stock.sql<{ text: string }[]>`
    select concat_ws(' ', line.quantity, '×', line.rental_days, 'handed', known.handed_over, 'out', known.out_now, 'back',
      known.back) as text
    from order_items as line join private.pieces_out(${order}) as known on known.line_id = line.id
    where line.order_id = ${order} order by line.rental_days, line.quantity`;
  return rows.map(({ text }) => text);
};
const total = async (order: string) => {
  const [row] = await stock.sql<{ total: number }[]>`
    select private.order_total(${order})::float8 as total`;
  return row!.total;
};

test('what came back is charged for its days only', async () => {
  const chair = await stock.item(2);
  const { order, lines } = await ordered(chair, 2);
  await handOver(order);
  await takeBack(order, [{ line: lines[0]!, quantity: 1 }]);
  await move(order, 0, 1);
  expect(await linesNow(order)).toEqual([
    '1 × 1 handed 1 out 0 back 1',
    '1 × 2 handed 1 out 1 back 0',
  ]);
  expect(await total(order)).toBe(600);
  // The piece that is back is free at once.
  await stock.order([{ item: chair, quantity: 1, from: day(1), to: day(1) }]);
  await move(order, 0, 2);
  expect(await linesNow(order)).toEqual([
    '1 × 1 handed 1 out 0 back 1',
    '1 × 3 handed 1 out 1 back 0',
  ]);
  expect((await takeBack(order)).status).toBe('returned');
});

test('a line that is back as a whole keeps its days, one that is out moves', async () => {
  const [chair, lamp] = [await stock.item(2), await stock.item(1)];
  const { order, lines } = await ordered(chair, 2, [[lamp, 1]]);
  await handOver(order);
  const chairs = await stock.sql<{ id: string }[]>`
    select id from order_items where order_id = ${order} and item_id = ${chair}`;
  expect(lines).toContain(chairs[0]!.id);
  await takeBack(order, [{ line: chairs[0]!.id, quantity: 2 }]);
  await move(order, 0, 2);
  expect(await linesNow(order)).toEqual([
    '2 × 1 handed 2 out 0 back 2',
    '1 × 3 handed 1 out 1 back 0',
  ]);
  expect(await total(order)).toBe(1000);
});

test('several hand-overs and returns are shared, and the newest can be undone', async () => {
  const chair = await stock.item(5);
  const { order, lines } = await ordered(chair, 5);
  const line = lines[0]!;
  await handOver(order, [{ line, quantity: 1 }]);
  await handOver(order, [{ line, quantity: 3 }]);
  await takeBack(order, [{ line, quantity: 1 }]);
  const back = await takeBack(order, [{ line, quantity: 1, condition: 'damaged', note: 'Leg' }]);
  await move(order, 0, 1);
  expect(await linesNow(order)).toEqual([
    '2 × 1 handed 2 out 0 back 2',
    '3 × 2 handed 2 out 2 back 0',
  ]);
  await undo(back.movement);
  expect(await linesNow(order)).toEqual([
    '2 × 1 handed 2 out 1 back 1',
    '3 × 2 handed 2 out 2 back 0',
  ]);
  await handOver(order);
  expect((await takeBack(order)).status).toBe('returned');
});

test('a hand-over that is recorded after a return goes with what is out, whatever its day', async () => {
  const chair = await stock.item(3);
  const { order, lines } = await ordered(chair, 3);
  const line = lines[0]!;
  const first = await handOver(order, [{ line, quantity: 2 }]);
  await takeBack(order, [{ line, quantity: 1 }]);
  const earlier = { day: day(-1), reason: 'Went out yesterday, recorded late' };
  const later = await handOver(order, [{ line, quantity: 1 }], earlier);
  await move(order, 0, 1);
  await undo(later.movement);
  expect(await linesNow(order)).toEqual([
    '1 × 1 handed 1 out 0 back 1',
    '2 × 2 handed 1 out 1 back 0',
  ]);
  expect(await detailOf(undo(first.movement))).toEqual(['PT409', { reason: 'later_movement' }]);
});

test('a kit is shared with its parts', async () => {
  const chair = await stock.item(4);
  const kit = await stock.item(2, 'sets');
  await stock.sql`insert into item_components (kit_id, component_id, quantity) values (${kit}, ${chair}, 2)`;
  const { order, lines } = await ordered(kit, 2);
  await handOver(order);
  await takeBack(order, [
    { line: lines[0]!, item: kit, quantity: 1 },
    { line: lines[0]!, item: chair, quantity: 3 },
  ]);
  await move(order, 0, 1);
  expect(await linesNow(order)).toEqual([
    '1 × 1 handed 1 out 0 back 1',
    '1 × 2 handed 1 out 1 back 0',
  ]);
  expect((await takeBack(order)).status).toBe('returned');
});

test('a numbered piece stays with its return', async () => {
  const chair = await stock.item(2);
  const rows = await stock.sql<{ id: string }[]>`
    insert into item_pieces (item_id, number, code)
    select ${chair}, number, 'P-' || ${chair.slice(0, 8)} || '-' || number from generate_series(1, 2) as number
    returning id`;
  const [one, two] = rows.map(({ id }) => id) as [string, string];
  const { order, lines } = await ordered(chair, 2);
  await handOver(order);
  await stock.sql`update order_movement_lines set pieces = ${[one, two]} where order_item_id = ${lines[0]!}`;
  await takeBack(order, [{ line: lines[0]!, quantity: 1 }]);
  await stock.sql`
    update order_movement_lines as listed set pieces = ${[two]} from order_movements as movement
    where movement.id = listed.movement_id and movement.kind = 'return' and listed.order_item_id = ${lines[0]!}`;
  await move(order, 0, 1);
  const named = await stock.sql<{ days: number; kind: string; pieces: string[] }[]>`
    select line.rental_days as days, movement.kind, listed.pieces
    from order_movement_lines as listed join order_movements as movement on movement.id = listed.movement_id
      join order_items as line on line.id = listed.order_item_id
    where line.order_id = ${order} order by 1, 2`;
  expect([...named]).toEqual([
    { days: 1, kind: 'hand_over', pieces: [two] },
    { days: 1, kind: 'return', pieces: [two] },
    { days: 2, kind: 'hand_over', pieces: [one] },
  ]);
  await takeBack(order);
});
