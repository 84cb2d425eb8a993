import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { expectShort, useStaffStock } from './staff-stock.ts';
import type { Answer } from './staff-stock.ts';

const { studio, call, said, item, enquire, convert, book, hold, days, reserved, events, ...stock } =
  useStaffStock();

const linesOf = (order: Answer) => studio.db.owner`
  select item_id, quantity, price, rental_from::text, rental_to::text, position
  from order_items where order_id = ${order.id} order by position`;
const orders = async (enquiry: string) => {
  const rows = await studio.db.owner`select id from orders where enquiry_order_id = ${enquiry}`;
  return rows.length;
};
const short = (id: string, wanted = 1, free = 0, on = [10, 11, 12]) => ({
  id,
  wanted,
  free,
  days: on,
});

describe('a conversion', () => {
  test('names every short item with its days, and saves nothing', async () => {
    const [sofa, lamp, rug] = [await item(2), await item(1), await item(1)];
    await book({ item: sofa, from: 11, to: 11 });
    await book({ item: lamp, from: 12, to: 20 });
    const { id } = await enquire({ item: sofa, quantity: 2 }, { item: lamp }, { item: rug });
    const answer = await said('convert_enquiry_to_order', { id });
    expectShort(answer, [short(sofa, 2, 1, [11]), short(lamp, 1, 0, [12])]);
    expect(await orders(id)).toBe(0);
    expect(await days(rug)).toEqual([]);
    const [row] = await studio.db.owner`select status from enquiry_orders where id = ${id}`;
    expect(row).toEqual({ status: 'pending' });
  });

  test('adds up the same item and a kit with its part', async () => {
    const [kit, sofa] = [await item(1, 'sets'), await item(3)];
    await stock.contain(kit, { [sofa]: 2 });
    const { id } = await enquire({ item: kit }, { item: sofa }, { item: sofa, from: 12, to: 13 });
    expectShort(await said('convert_enquiry_to_order', { id }), [short(sofa, 4, 3, [12])]);
    expect(await orders(id)).toBe(0);
  });

  test('reserves nothing for what is not counted or has no dates', async () => {
    const uncounted = await item(0);
    const order = await book({ item: uncounted, quantity: 50 });
    expect(await days(uncounted)).toEqual([]);
    expect(await reserved(uncounted)).toEqual(['rental booked 50']);
    expect(order['total_price']).toBe(300);
  });

  test('with empty choices is one without', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa });
    expect(await convert(id, [])).toMatchObject({ total_price: 300, enquiry_order_id: id });
  });
});

describe('a short line is solved by', () => {
  const shortage = async (quantity = 1) => {
    const sofa = await item(quantity);
    await book({ item: sofa });
    const enquiry = await enquire({ item: sofa, quantity });
    return { sofa, ...enquiry, line: enquiry.lines[0] ?? '' };
  };

  test('another item, at its price of today', async () => {
    const { sofa, id, line } = await shortage();
    const sari = await item(3, 'clothes', 70);
    const swap = { line, action: 'swap', type: 'cloth', item: sari, quantity: 2 };
    const order = await convert(id, [swap]);
    expect(order).toMatchObject({ total_price: 420, rental_from: today(10), rental_to: today(12) });
    expect(await linesOf(order)).toMatchObject([{ item_id: sari, quantity: 2, price: '70.00' }]);
    expect(await reserved(sari)).toEqual(['rental booked 2']);
    expect(await reserved(sofa)).toEqual(['rental booked 1']);
  });

  test('fewer pieces', async () => {
    const { id, line, sofa } = await shortage(2);
    const order = await convert(id, [{ line, action: 'lower', quantity: 1 }]);
    expect(order).toMatchObject({ total_price: 300 });
    expect(await days(sofa)).toEqual(['10: 2/2/0/0', '11: 2/2/0/0', '12: 2/2/0/0']);
  });

  test('other dates, of one line or of all', async () => {
    const lamp = await item(1);
    const { id, line, sofa } = await shortage();
    const moved = { action: 'dates', rental_from: today(20), rental_to: today(20) };
    const order = await convert(id, [{ line, ...moved }]);
    expect(order).toMatchObject({ rental_from: today(20), rental_to: today(20), total_price: 100 });
    const both = await enquire({ item: sofa, from: 20, to: 20 }, { item: lamp });
    const later = { action: 'dates', rental_from: today(30), rental_to: today(31) };
    const wide = await convert(both.id, [later, { ...moved, line: both.lines[1] }]);
    expect(wide).toMatchObject({ rental_from: today(20), rental_to: today(31), total_price: 300 });
    expect(await days(lamp)).toEqual(['20: 1/1/0/0']);
  });

  test('a sub-rental, which belongs to the order line', async () => {
    const { sofa, id, line } = await shortage();
    const hire = { line, action: 'sub_rental', quantity: 1, reason: ' From Props & Co ' };
    const order = await convert(id, [hire]);
    expect(order).toMatchObject({ total_price: 300 });
    expect(await days(sofa)).toEqual(['10: 2/2/0/0', '11: 2/2/0/0', '12: 2/2/0/0']);
    expect(
      await studio.db.owner`
        select kind, reason, (select order_id from order_items where id = order_item_id) as "order",
          created_by from reservations where item_id = ${sofa} and kind = 'sub_rental'`,
    ).toEqual([
      {
        kind: 'sub_rental',
        reason: 'From Props & Co',
        order: order.id,
        created_by: studio.who('crm_user').sub,
      },
    ]);
    await studio.db.owner`update orders set status = 'cancelled' where id = ${order.id}`;
    expect(await days(sofa)).toEqual(['10: 1/1/0/0', '11: 1/1/0/0', '12: 1/1/0/0']);
  });

  test('a sub-rental that covers the turnaround too', async () => {
    const sari = await item(1, 'clothes');
    await book({ item: sari, from: 11, to: 12 });
    const { id, lines } = await enquire({ item: sari });
    await convert(id, [{ line: lines[0], action: 'sub_rental', quantity: 1 }]);
    expect(await days(sari)).toEqual(['10: 2/1/0/0', '11: 2/2/0/0', '12: 2/2/0/0', '13: 2/2/0/0']);
  });

  test('a sub-rental of a whole kit, or of one of its parts', async () => {
    const [kit, sofa, lamp] = [await item(1, 'sets'), await item(2), await item(1)];
    await stock.contain(kit, { [sofa]: 2, [lamp]: 1 });
    await book({ item: kit });
    const whole = await enquire({ item: kit });
    await convert(whole.id, [{ line: whole.lines[0], action: 'sub_rental', quantity: 1 }]);
    expect(await days(sofa)).toEqual(['10: 4/4/0/0', '11: 4/4/0/0', '12: 4/4/0/0']);
    await book({ item: lamp, from: 20, to: 20 });
    const part = await enquire({ item: kit, from: 20, to: 20 });
    const line = part.lines[0];
    await convert(part.id, [{ line, action: 'sub_rental', quantity: 1, item: lamp }]);
    expect((await days(lamp)).at(-1)).toBe('20: 2/2/0/0');
    expect((await days(sofa)).at(-1)).toBe('20: 2/2/0/0');
  });

  test('leaving it out', async () => {
    const rug = await item(1);
    const { id, line, sofa } = await shortage();
    const [second] = (
      await studio.db.owner<{ id: string }[]>`
        insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price, rental_from,
          rental_to, position) values (${id}, 'prop', ${rug}, 1, 40, ${today(10)}, ${today(12)}, 2)
        returning id`
    ).map((row) => row.id);
    expect(
      await said('convert_enquiry_to_order', {
        id,
        choices: [
          { line, action: 'drop' },
          { line: second, action: 'drop' },
        ],
      }),
    ).toMatchObject({ code: 'PT422', message: 'An order needs at least one line.' });
    const order = await convert(id, [{ line, action: 'drop' }]);
    expect(order).toMatchObject({ total_price: 120 });
    expect(await linesOf(order)).toMatchObject([{ item_id: rug, position: 2 }]);
    expect(await reserved(sofa)).toEqual(['rental booked 1']);
  });

  test('several choices, in their order', async () => {
    const { id, line } = await shortage(3);
    const lamp = await item(2, 'props', 10);
    const order = await convert(id, [
      { line, action: 'sub_rental', quantity: 9 },
      { line, action: 'swap', type: 'prop', item: lamp },
      { line, action: 'lower', quantity: 2 },
      { action: 'dates', rental_from: today(15), rental_to: today(16) },
    ]);
    expect(order).toMatchObject({ total_price: 40 });
    // The sub-rental was of the item before.
    expect(await days(lamp)).toEqual(['15: 2/2/0/0', '16: 2/2/0/0']);
  });

  test('is refused as a whole while another line is short', async () => {
    const first = await shortage();
    const rug = await item(1);
    await book({ item: rug });
    const [second] = await studio.db.owner<{ id: string }[]>`
      insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price, rental_from,
        rental_to, position) values (${first.id}, 'prop', ${rug}, 1, 40, ${today(10)}, ${today(12)}, 2)
      returning id`;
    const hire = { line: first.line, action: 'sub_rental', quantity: 1 };
    expectShort(await said('convert_enquiry_to_order', { id: first.id, choices: [hire] }), [
      short(rug),
    ]);
    expect(await reserved(first.sofa)).toEqual(['rental booked 1']);
    await convert(first.id, [hire, { line: second?.id, action: 'drop' }]);
  });
});

describe('taking over a hold', () => {
  test('releases the other enquiry’s lines with these items, and tells it', async () => {
    const [kit, sofa, rug] = [await item(5, 'sets'), await item(1), await item(1)];
    await stock.contain(kit, { [sofa]: 1 });
    const other = await enquire({ item: kit }, { item: rug });
    const { held_until } = await hold(other.id);
    const mine = await enquire({ item: sofa });
    expectShort(await said('convert_enquiry_to_order', { id: mine.id }), [short(sofa)]);
    await convert(mine.id, [{ line: mine.lines[0], action: 'take_over', enquiry: other.id }]);
    // The kit's line is released as a whole; the rug's is still held.
    expect(await reserved(sofa)).toEqual(['hold released 1', 'rental booked 1']);
    expect(await reserved(kit)).toEqual(['hold released 1']);
    expect(await reserved(rug)).toEqual(['hold held 1']);
    const until = new Date(held_until as string).toISOString();
    expect((await events(other.id)).at(-1)).toEqual(['hold_taken_over', until, mine.number]);
    const [left] = await studio.db.owner`
      select held_until is null as gone from enquiry_orders where id = ${other.id}`;
    expect(left).toEqual({ gone: false });
    const last = await enquire({ item: rug });
    await convert(last.id, [{ line: last.lines[0], action: 'take_over', enquiry: other.id }]);
    const [none] = await studio.db.owner`
      select held_until is null as gone from enquiry_orders where id = ${other.id}`;
    expect(none).toEqual({ gone: true });
  });

  test('that ended meanwhile is no fault', async () => {
    const sofa = await item(1);
    const other = await enquire({ item: sofa });
    await hold(other.id);
    await stock.expire(other.id);
    const mine = await enquire({ item: sofa });
    await convert(mine.id, [{ line: mine.lines[0], action: 'take_over', enquiry: other.id }]);
    expect(await reserved(sofa)).toEqual(['hold released 1', 'rental booked 1']);
    expect((await events(other.id)).map(([what]) => what)).toEqual(['created', 'held']);
  });

  test('is undone with a conversion that is refused', async () => {
    const [sofa, rug] = [await item(1), await item(1)];
    await book({ item: rug });
    const other = await enquire({ item: sofa });
    await hold(other.id);
    const mine = await enquire({ item: sofa }, { item: rug });
    const choices = [{ line: mine.lines[0], action: 'take_over', enquiry: other.id }];
    expectShort(await said('convert_enquiry_to_order', { id: mine.id, choices }), [short(rug)]);
    expect(await reserved(sofa)).toEqual(['hold held 1']);
  });
});

describe('a choice that cannot be', () => {
  test.each<[string, unknown]>([
    ['no list', { action: 'drop' }],
    ['a text', 'drop'],
    ['nothing', [null]],
    ['a number', [7]],
    ['without a line', [{ action: 'drop' }]],
    ['of another line', [{ line: randomUUID(), action: 'drop' }]],
    ['of a line that was dropped', [{ action: 'drop' }, { action: 'drop' }]],
    ['without an action', [{}]],
    ['an unknown action', [{ action: 'steal' }]],
    ['a higher quantity', [{ action: 'lower', quantity: 2 }]],
    ['no quantity', [{ action: 'lower' }]],
    ['a broken quantity', [{ action: 'lower', quantity: 0.5 }]],
    ['a text as quantity', [{ action: 'lower', quantity: '1' }]],
    ['a huge quantity', [{ action: 'sub_rental', quantity: 1e30 }]],
    ['an unknown item', [{ action: 'swap', type: 'prop', item: randomUUID() }]],
    ['an item that is none', [{ action: 'swap', type: 'prop', item: 'x' }]],
    ['reversed dates', [{ action: 'dates', rental_from: today(3), rental_to: today(2) }]],
    ['one date', [{ action: 'dates', rental_from: today(3) }]],
    ['too many days', [{ action: 'dates', rental_from: today(3), rental_to: today(400) }]],
    ['endless dates', [{ action: 'dates', rental_from: today(3), rental_to: 'infinity' }]],
    ['a part that is none', [{ action: 'sub_rental', quantity: 1, item: 'x' }]],
    ['a part of no kit', [{ action: 'sub_rental', quantity: 1, item: randomUUID() }]],
    ['a long reason', [{ action: 'sub_rental', quantity: 1, reason: 'x'.repeat(501) }]],
    ['a hold of nobody', [{ action: 'take_over', enquiry: randomUUID() }]],
    ['a hold of no enquiry', [{ action: 'take_over', enquiry: 'x' }]],
  ])('is refused: %s', async (name, given) => {
    const { id, lines } = await enquire({ item: await item(1) });
    const choices = Array.isArray(given)
      ? given.map((choice: unknown) =>
          typeof choice === 'object' && choice && !/without a line|an? [a-z]*date|dates/.test(name)
            ? { line: lines[0], ...choice }
            : choice,
        )
      : given;
    const answer = await said('convert_enquiry_to_order', { id, choices });
    expect(answer.code).toBe('PT422');
    expect(JSON.parse(answer.detail ?? '')).toHaveProperty('field');
    expect(await orders(id)).toBe(0);
  });

  test('of the own enquiry as holder is refused too', async () => {
    const { id, lines } = await enquire({ item: await item(1) });
    const choices = [{ line: lines[0], action: 'take_over', enquiry: id }];
    expect(await said('convert_enquiry_to_order', { id, choices })).toMatchObject({
      code: 'PT422',
    });
  });

  test('comes after what the enquiry itself says', async () => {
    const { id } = await enquire({ item: await item(1) });
    const { order_number } = await convert(id);
    const again = await said('convert_enquiry_to_order', { id, choices: [{ action: 'steal' }] });
    expect(again).toMatchObject({ code: 'PT409' });
    expect(JSON.parse(again.detail ?? '')).toEqual({ order_number });
  });
});

describe('changing an order’s dates', () => {
  const move = (id: string, from: number | null, to: number | null, key = randomUUID()) => ({
    id,
    rental_from: from === null ? null : today(from),
    rental_to: to === null ? null : today(to),
    key,
  });

  test('moves all lines, the total and the reservations, once for each key', async () => {
    const [sofa, sari] = [await item(1), await item(1, 'clothes')];
    const order = await book({ item: sofa }, { item: sari, from: 11, to: 11 });
    const given = move(order.id, 11, 14);
    const moved = await call('change_order_dates', given);
    expect(moved).toMatchObject({
      id: order.id,
      rental_from: today(11),
      rental_to: today(14),
      rental_days: 4,
      total_price: 800,
    });
    expect(moved).not.toHaveProperty('message');
    expect(await days(sofa)).toEqual(['11', '12', '13', '14'].map((day) => `${day}: 1/1/0/0`));
    expect((await days(sari)).at(-1)).toBe('15: 1/1/0/0');
    const before = `${today(10)}/${today(12)}`;
    expect((await events(order.id)).slice(1)).toEqual([
      ['dates', before, `${today(11)}/${today(14)}`],
    ]);
    await call('change_order_dates', move(order.id, 20, 20));
    expect(await call('change_order_dates', given)).toEqual(moved);
    expect(await days(sofa)).toEqual(['20: 1/1/0/0']);
  });

  test('is checked: an extension into another booking is refused with its lines', async () => {
    const sofa = await item(1);
    const order = await book({ item: sofa });
    await book({ item: sofa, from: 13, to: 15 });
    expectShort(await said('change_order_dates', move(order.id, 10, 13)), [
      short(sofa, 1, 0, [13]),
    ]);
    expect(await linesOf(order)).toMatchObject([{ rental_to: today(12) }]);
  });

  test('needs an order that is confirmed or in progress, and days', async () => {
    const order = await book({ item: await item(1) });
    for (const [from, to, field] of [
      [null, 3, 'rental_from'],
      [3, null, 'rental_to'],
      [3, 2, 'rental_to'],
      [3, 400, 'rental_to'],
    ] as const) {
      expect(await said('change_order_dates', move(order.id, from, to))).toMatchObject({
        code: 'PT422',
        detail: `{"field": "${field}"}`,
      });
    }
    await studio.db.owner`update orders set status = 'in_progress' where id = ${order.id}`;
    await call('change_order_dates', move(order.id, 0, 1));
    await studio.db.owner`update orders set status = 'cancelled' where id = ${order.id}`;
    expect(await said('change_order_dates', move(order.id, 3, 4))).toMatchObject({
      code: 'PT409',
      message: `Only the dates of a confirmed or running order can be changed; ${String(order['order_number'])} is "Cancelled".`,
    });
    expect(await said('change_order_dates', move(randomUUID(), 3, 4))).toMatchObject({
      code: 'PT404',
    });
  });

  test.each(['anon', 'no profile', 'inventory_user', 'service_role'] as const)(
    'is refused to %s without revealing which orders exist',
    async (caller) => {
      const known = await said('change_order_dates', move(studio.ids.order, 1, 2), caller);
      expect(known.code).toBe('42501');
      expect(await said('change_order_dates', move(randomUUID(), 1, 2), caller)).toEqual(known);
    },
  );
});
