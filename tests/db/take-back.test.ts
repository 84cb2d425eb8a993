import { describe, expect, test } from 'vitest';
import { useMovements } from './movement-calls.ts';
import { refusal } from './studio.ts';

const { stock, call, handOver, takeBack, undo, day, linesOf, rowsOf, rented, detailOf } =
  useMovements();

describe('a return', () => {
  test('of a kit with a missing part: Today, the order and its activity count the kit once', async () => {
    const [kit, lamp, sofa] = [
      await stock.item(1, 'sets'),
      await stock.item(4),
      await stock.item(9),
    ];
    await stock.sql`insert into item_components (kit_id, component_id, quantity) values (${kit}, ${lamp}, 2)`;
    const days = { from: await day(0), to: await day(0) };
    const order = await stock.order([
      { item: kit, ...days },
      { item: sofa, quantity: 9, ...days },
    ]);
    const [kitLine, sofaLine] = await linesOf(order);
    const figures = async () => {
      const due = await call<{ coming_back: { id: string }[] }>('due_today', {});
      return due.coming_back.find(({ id }) => id === order);
    };
    const lost = { quantity: 1, condition: 'missing' };
    await handOver(order);
    expect(await figures()).toMatchObject({ pieces: 10, out: 10, back: 0, missing: 0 });
    await takeBack(order, [{ line: sofaLine!, ...lost }]);
    expect(await figures()).toMatchObject({ pieces: 10, out: 9, back: 0, missing: 1 });
    // The rest of the kit is with the customer.
    await takeBack(order, [{ line: kitLine!, item: lamp, ...lost }]);
    expect(await figures()).toMatchObject({ pieces: 10, out: 9, back: 0, missing: 1 });
    await takeBack(order);
    expect(await figures()).toMatchObject({ pieces: 10, out: 0, back: 8, missing: 2 });
    expect(await call('order_record', { id: order })).toMatchObject({
      items: [
        { out: 0, back: 0, missing: 1 },
        { out: 0, back: 8, missing: 1 },
      ],
    });
    const events = await stock.sql<{ text: string }[]>`
      select regexp_replace(to_value, '^[A-Z]+-\\d+', 'code') as text from crm_events
      where subject_id = ${order} and what in ('handed_over', 'returned') order by created_at, id`;
    expect(events.map(({ text }) => text)).toEqual(['10 pieces', 'code ×1', 'code ×1', '9 pieces']);
  });

  test('frees what is back at once, in parts, until all is back', async () => {
    const { chair, order, line, to } = await rented(5);
    await handOver(order);
    await takeBack(order, [{ line, quantity: 2 }]);
    expect(await rowsOf(order)).toEqual(['out 3 out 3', 'returned 2']);
    const tomorrow = await day(1);
    await stock.order([{ item: chair, quantity: 2, from: tomorrow, to }]);
    expect((await refusal(stock.order([{ item: chair, from: tomorrow, to }]))).message).toBe(
      'not_free',
    );
    expect((await takeBack(order)).status).toBe('returned');
    expect(await stock.days(chair)).toEqual([`${tomorrow} booked 2 of 5`, `${to} booked 2 of 5`]);
  });

  test('makes no room for a line that grows on the same day, while it needs turnaround', async () => {
    for (const [table, most] of [
      ['clothes', 5],
      ['props', 7],
    ] as const) {
      const item = await stock.item(5, table);
      const [from, to] = await Promise.all([0, 2].map(day));
      const order = await stock.order([{ item, quantity: 4, from: from!, to: to! }]);
      const [line] = await linesOf(order);
      await handOver(order);
      await takeBack(order, [{ line: line!, quantity: 2 }]);
      const more = stock.sql`update order_items set quantity = ${most + 1} where id = ${line!}`;
      expect((await refusal(more)).message).toBe('not_free');
      await stock.sql`update order_items set quantity = ${most} where id = ${line!}`;
      expect((await stock.days(item))[0]).toBe(`${from} booked 5 of 5`);
    }
  });

  test('of more than is out is refused', async () => {
    const { order, line } = await rented(3);
    await handOver(order, [{ line, quantity: 2 }]);
    expect(await detailOf(takeBack(order, [{ line, quantity: 3 }]))).toMatchObject([
      'PT409',
      { reason: 'more_than_out', lines: [{ line, quantity: 3, out: 2 }] },
    ]);
    const both = [
      { line, quantity: 1, condition: 'damaged' },
      { line, quantity: 2 },
    ];
    expect(await detailOf(takeBack(order, both))).toMatchObject([
      'PT409',
      { reason: 'more_than_out' },
    ]);
    const twice = await Promise.allSettled(
      [1, 2].map(() => takeBack(order, [{ line, quantity: 2 }])),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('takes damaged and missing pieces out of service', async () => {
    const { chair, order, line, from } = await rented(3);
    await handOver(order);
    const [tomorrow, until] = [await day(1), await day(3)];
    await takeBack(order, [
      { line, quantity: 1, condition: 'damaged', repair_until: until, note: 'A leg' },
      { line, quantity: 1, condition: 'missing' },
      { line, quantity: 1 },
    ]);
    const days = await stock.days(chair);
    expect(days.slice(0, 5)).toEqual([
      `${from} of 1`,
      `${tomorrow} of 1`,
      `${await day(2)} of 1`,
      `${until} of 1`,
      `${await day(4)} of 2`,
    ]);
    expect(days).toHaveLength(365);
    const reasons = await stock.sql<{ reason: string }[]>`
      select reason from reservations where item_id = ${chair} and kind = 'out_of_service' order by 1`;
    expect(reasons.map(({ reason }) => reason.replace(/ORD-\d+/, 'ORD'))).toEqual([
      'Damaged in ORD',
      'Missing from ORD',
    ]);
  });

  test('adds its charges to the total, and undone removes them', async () => {
    const { order, line } = await rented(1);
    await handOver(order);
    const charges = [
      { description: 'Late', quantity: 2, price: 150.5, charge: 'late', line },
      { description: 'A leg', quantity: 1, price: 99, charge: 'damage', line },
    ];
    const back = await takeBack(order, null, { charges });
    expect([back.status, back.total_price]).toEqual(['returned', 400]);
    const undone = await undo(back.movement);
    expect([undone.status, undone.total_price]).toEqual(['in_progress', 0]);
    expect(await linesOf(order)).toEqual([line]);
    expect(
      await detailOf(takeBack(order, null, { charges: [{ ...charges[0]!, price: -1 }] })),
    ).toEqual(['PT422', { field: 'charges' }]);
  });

  test('of an order that was set in progress by hand', async () => {
    const { order, line } = await rented(3);
    await stock.setStatus(order, 'in_progress');
    await takeBack(order, [{ line, quantity: 1 }]);
    expect(await rowsOf(order)).toEqual(['out 2', 'returned 1']);
    expect(await detailOf(stock.setStatus(order, 'confirmed'))).toEqual([
      'PT409',
      { reason: 'pieces_back' },
    ]);
    await stock.setStatus(order, 'returned');
    expect(await rowsOf(order)).toEqual(['returned 2', 'returned 1']);
  });

  test('before the first day leaves a kit complete, whatever its status is then', async () => {
    const [kit, chair] = [await stock.item(2), await stock.item(10)];
    await stock.sql`insert into item_components (kit_id, component_id, quantity) values (${kit}, ${chair}, 3)`;
    const order = await stock.order([
      { item: kit, quantity: 2, from: await day(1), to: await day(3) },
    ]);
    const [line] = await linesOf(order);
    const pieces = async () => {
      const list = await call<{ lines: { quantity: number; out: number; back: number }[] }>(
        'pick_list',
        { id: order },
      );
      return list.lines
        .map(({ quantity, out, back }) => [quantity, out, back])
        .toSorted(([one = 0], [other = 0]) => one - other);
    };
    await stock.setStatus(order, 'in_progress');
    await takeBack(order, [{ line: line!, quantity: 1 }]);
    // No chair has moved when the order is set to returned, a day before its first.
    for (const status of ['in_progress', 'returned', 'in_progress']) {
      await stock.setStatus(order, status);
      expect(await pieces()).toEqual(
        status === 'returned'
          ? [
              [2, 0, 2],
              [6, 0, 6],
            ]
          : [
              [2, 1, 1],
              [6, 6, 0],
            ],
      );
    }
  });

  test('may be entered for an earlier day with a reason', async () => {
    const { order, line } = await rented(1);
    const [yesterday, tomorrow] = [await day(-1), await day(1)];
    expect(await detailOf(handOver(order, null, { day: yesterday }))).toEqual([
      'PT422',
      { field: 'reason' },
    ]);
    expect(await detailOf(handOver(order, null, { day: tomorrow }))).toEqual([
      'PT422',
      { field: 'day' },
    ]);
    await handOver(order);
    const early = { day: yesterday, reason: 'Forgotten' };
    expect(await detailOf(takeBack(order, [{ line, quantity: 1 }], early))).toEqual([
      'PT422',
      { field: 'day' },
    ]);
  });
});

describe('an order whose pieces are back', () => {
  test.each(['returned', 'completed', 'cancelled'])(
    'and that is %s neither becomes confirmed nor goes in progress again',
    async (ended) => {
      const { chair, order, from } = await rented(1);
      await handOver(order);
      const back = await takeBack(order);
      await stock.setStatus(order, ended);
      for (const status of ['confirmed', 'in_progress'])
        expect(await detailOf(stock.setStatus(order, status))).toEqual([
          'PT409',
          { reason: 'pieces_back' },
        ]);
      await stock.order([{ item: chair, from: await day(1), to: await day(2) }]);
      // Undoing the return is the way back, and a fact: the piece is out.
      await stock.setStatus(order, 'returned');
      expect((await undo(back.movement)).status).toBe('in_progress');
      expect((await stock.days(chair))[0]).toBe(`${from} booked 1 of 1`);
      expect((await stock.days(chair))[1]).toContain('short 1');
    },
  );

  test('in part goes in progress again with the rest, where that is free', async () => {
    const { chair, order, line, from } = await rented(2, 3);
    await handOver(order, [{ line, quantity: 1 }]);
    await takeBack(order);
    await stock.setStatus(order, 'cancelled');
    expect((await refusal(stock.setStatus(order, 'confirmed'))).message).toContain(
      'were taken back. Undo the return',
    );
    const other = await stock.order([
      { item: chair, quantity: 3, from: await day(1), to: await day(1) },
    ]);
    expect((await refusal(stock.setStatus(order, 'in_progress'))).message).toBe('not_free');
    await stock.setStatus(other, 'cancelled');
    await stock.setStatus(order, 'in_progress');
    expect(await rowsOf(order)).toEqual(['booked 1 out 0', 'returned 1']);
    expect((await stock.days(chair))[0]).toBe(`${from} booked 1 of 3`);
  });
});

test('pictures and texts of a return are erased with the customer, and removed with the order', async () => {
  const picture = async (name: string) => {
    await stock.sql`insert into storage.objects (bucket_id, name) values ('returns', ${name})`;
    return name;
  };
  const pictures = async () =>
    (
      await stock.sql<
        { name: string }[]
      >`select name from storage.objects where bucket_id = 'returns' order by 1`
    ).map(({ name }) => name);
  const [first, second] = [await rented(1), await rented(1)];
  for (const { order, line } of [first, second]) {
    await handOver(order);
    const photos = [await picture(`${order}/a.webp`)];
    await picture(`${order}/unused.webp`);
    await takeBack(order, [{ line, quantity: 1, condition: 'damaged', note: 'Torn', photos }]);
  }
  expect(
    await detailOf(
      takeBack(first.order, [{ line: first.line, quantity: 1, photos: ['none.webp'] }]),
    ),
  ).toEqual(['PT409', { reason: 'status' }]);
  await stock.sql`delete from orders where id = ${first.order}`;
  expect(await pictures()).toEqual([`${second.order}/a.webp`, `${second.order}/unused.webp`]);
  await stock.sql`update customers set first_name = null, last_name = null, mobile = null, email = null,
    erased_at = now() where id = ${stock.studio.ids.customer}`;
  expect(await pictures()).toEqual([]);
  const left =
    await stock.sql`select from order_movement_lines where note is not null or photos <> '{}'`;
  expect(left).toHaveLength(0);
});
