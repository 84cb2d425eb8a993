import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useMovements } from './movement-calls.ts';
import { refusal } from './studio.ts';

const { stock, handOver, takeBack, undo, day, linesOf, statusOf, rowsOf, rented, detailOf } =
  useMovements();

describe('a hand-over', () => {
  test('takes pieces out, some now and some later', async () => {
    const { order, line } = await rented(5);
    expect((await handOver(order, [{ line, quantity: 2 }])).status).toBe('in_progress');
    expect(await rowsOf(order)).toEqual(['booked 3 out 0', 'out 2 out 2']);
    await handOver(order);
    expect(await rowsOf(order)).toEqual(['out 5 out 5']);
    expect(await detailOf(handOver(order, [{ line, quantity: 1 }]))).toMatchObject([
      'PT409',
      { reason: 'more_than_there', lines: [{ line, quantity: 5, out: 5 }] },
    ]);
    expect(await detailOf(handOver(order))).toMatchObject(['PT409', { reason: 'more_than_there' }]);
  });

  test('moves nothing twice for the same key', async () => {
    const { order, line } = await rented(2);
    const key = randomUUID();
    const first = await handOver(order, [{ line, quantity: 1 }], { key });
    expect(await handOver(order, [{ line, quantity: 1 }], { key })).toEqual(first);
    expect(await rowsOf(order)).toEqual(['booked 1 out 0', 'out 1 out 1']);
    expect(await detailOf(handOver(order, [{ line, quantity: 2 }], { key }))).toEqual([
      'PT409',
      [],
    ]);
  });

  test('of a line that is only begun leaves the other lines booked', async () => {
    const [chair, lamp] = [await stock.item(1), await stock.item(1)];
    const days = { from: await day(0), to: await day(0) };
    const order = await stock.order([
      { item: chair, ...days },
      { item: lamp, ...days },
    ]);
    const [, second] = await linesOf(order);
    await handOver(order, [{ line: second!, quantity: 1 }]);
    expect(await rowsOf(order)).toEqual(['booked 1 out 0', 'out 1 out 1']);
  });

  test('before the first day needs the pieces then', async () => {
    const chair = await stock.item(1);
    const [today, tomorrow] = [await day(0), await day(1)];
    const order = await stock.order([{ item: chair, from: tomorrow, to: tomorrow }]);
    const other = await stock.order([{ item: chair, from: today, to: today }]);
    expect((await refusal(handOver(order))).message).toBe('not_free');
    await stock.setStatus(other, 'cancelled');
    await handOver(order);
    expect(await stock.days(chair)).toEqual([
      `${today} booked 1 of 1`,
      `${tomorrow} booked 1 of 1`,
    ]);
  });

  test('of some pieces before the first day needs only those then', async () => {
    const chair = await stock.item(3);
    const [today, next, from, to] = await Promise.all([0, 1, 2, 3].map(day));
    const others = await stock.order([{ item: chair, quantity: 2, from: today!, to: next! }]);
    const order = await stock.order([{ item: chair, quantity: 3, from: from!, to: to! }]);
    const [line] = await linesOf(order);
    const planned = await stock.days(chair);
    expect((await refusal(handOver(order, [{ line: line!, quantity: 2 }]))).message).toBe(
      'not_free',
    );
    const { movement } = await handOver(order, [{ line: line!, quantity: 1 }]);
    expect(await rowsOf(order)).toEqual(['booked 2 out 0', 'out 1 out 1']);
    const whole = [today, next, from, to].map((each) => `${each} booked 3 of 3`);
    expect(await stock.days(chair)).toEqual(whole);
    const counts = stock.sql`select outside, left_here from private.lines_with_item(${chair}) where order_id = ${order}`;
    expect(await counts).toEqual([{ outside: 1, left_here: 2 }]);
    await undo(movement);
    expect(await stock.days(chair)).toEqual(planned);

    await handOver(order, [{ line: line!, quantity: 1 }]);
    await takeBack(order, [{ line: line!, quantity: 1 }]);
    expect(await rowsOf(order)).toEqual(['booked 2 out 0', 'returned 1']);
    const later = [from, to].map((each) => `${each} booked 2 of 3`);
    expect((await stock.days(chair)).slice(1)).toEqual([`${next} booked 2 of 3`, ...later]);

    await stock.setStatus(others, 'cancelled');
    await handOver(order, [{ line: line!, quantity: 1 }]);
    expect(await rowsOf(order)).toEqual(['booked 1 out 0', 'out 1 out 1', 'returned 1']);
    await handOver(order);
    expect(await rowsOf(order)).toEqual(['out 2 out 2', 'returned 1']);
    expect((await takeBack(order)).status).toBe('returned');
  });

  test('of a kit counts its parts one by one', async () => {
    const [kit, lamp] = [await stock.item(1, 'sets'), await stock.item(4)];
    await stock.sql`insert into item_components (kit_id, component_id, quantity) values (${kit}, ${lamp}, 2)`;
    const days = { from: await day(0), to: await day(0) };
    const order = await stock.order([{ item: kit, ...days }]);
    const [line] = await linesOf(order);
    await handOver(order, [{ line: line!, item: lamp, quantity: 2 }]);
    expect(await rowsOf(order)).toEqual(['booked 1 out 0', 'out 2 out 2'].toSorted());
    await handOver(order);
    await takeBack(order, [{ line: line!, item: lamp, quantity: 1, condition: 'missing' }]);
    expect(await statusOf(order)).toBe('in_progress');
    expect((await takeBack(order)).status).toBe('returned');
  });
});

describe('undoing', () => {
  test('starts with the last movement of the same items', async () => {
    const { order, line } = await rented(2);
    const out = await handOver(order, [{ line, quantity: 1 }]);
    const back = await takeBack(order);
    expect(await detailOf(undo(out.movement))).toEqual(['PT409', { reason: 'later_movement' }]);
    expect((await undo(back.movement)).status).toBe('in_progress');
    expect(await rowsOf(order)).toEqual(['booked 1 out 0', 'out 1 out 1']);
    expect(await detailOf(undo(back.movement))).toEqual(['PT409', { reason: 'undone' }]);
    expect((await undo(out.movement)).status).toBe('confirmed');
    expect(await rowsOf(order)).toEqual(['booked 2']);
  });

  test('a return whose pieces are promised since makes a conflict', async () => {
    const { chair, order, to } = await rented(1);
    await handOver(order);
    const back = await takeBack(order);
    const tomorrow = await day(1);
    await stock.order([{ item: chair, from: tomorrow, to }]);
    await undo(back.movement);
    expect((await stock.days(chair)).slice(1)).toEqual([
      `${tomorrow} booked 2 of 1 short 1`,
      `${to} booked 2 of 1 short 1`,
    ]);
  });
});

describe('an order with pieces out', () => {
  test('is neither cancelled nor set back to confirmed', async () => {
    const { order, line } = await rented(2);
    const { movement } = await handOver(order, [{ line, quantity: 1 }]);
    for (const status of ['cancelled', 'confirmed'])
      expect(await detailOf(stock.setStatus(order, status))).toEqual([
        'PT409',
        { reason: 'pieces_out' },
      ]);
    await undo(movement);
    await stock.setStatus(order, 'cancelled');
    expect(await detailOf(handOver(order))).toEqual(['PT409', { reason: 'status' }]);
  });

  test('keeps its counts when its dates or quantity change', async () => {
    const { chair, order, line } = await rented(2, 4);
    await handOver(order);
    await takeBack(order, [{ line, quantity: 1 }]);
    await stock.sql`update order_items set quantity = 4, rental_to = rental_to + 1 where id = ${line}`;
    expect(await rowsOf(order)).toEqual(['booked 2 out 0', 'returned 1', 'out 1 out 1']);
    await stock.sql`delete from props where id = ${chair}`;
    expect((await takeBack(order)).status).toBe('in_progress');
    await handOver(order);
    expect((await takeBack(order)).status).toBe('returned');
  });
});
