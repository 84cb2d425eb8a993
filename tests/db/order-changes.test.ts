import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { expectShort, useStaffStock } from './staff-stock.ts';
import type { Given, Line } from './staff-stock.ts';
import type { CallerName } from './studio.ts';

const { studio, call, said, item, enquire, book, hold, days, reserved, events, ...stock } =
  useStaffStock();

type Edited = { order: Given & { id: string }; undo: Given[] | null };

const edit = (id: string, changes: unknown, caller: CallerName = 'crm_user', key = randomUUID()) =>
  call<Edited>('change_order', { id, changes, key }, caller);
const refused = (id: string, changes: unknown, caller: CallerName = 'crm_user') =>
  said('change_order', { id, changes, key: randomUUID() }, caller);
const detailsOf = (answer: { detail?: string }) => JSON.parse(answer.detail ?? 'null') as unknown;

/** All columns of an order's lines, the order's own, and its items' days and reservations, to compare bytes. */
async function stateOf(id: string): Promise<string> {
  const [row] = await studio.db.owner<{ state: string }[]>`
    select jsonb_build_object(
      'order', (select to_jsonb(made) - 'updated_at' from orders as made where made.id = ${id}),
      'lines', (select jsonb_agg(to_jsonb(line) order by line.id) from order_items as line where line.order_id = ${id}),
      'days', (
        select jsonb_agg(to_jsonb(stock) order by stock.item_id, stock.day) from private.item_days as stock
      ),
      'reserved', (
        select jsonb_agg(jsonb_build_array(live.order_item_id, live.item_id, live.quantity, live.status, live.rented,
          live.blocked) order by live.order_item_id, live.item_id)
        from reservations as live where live.status <> 'released'
      ))::text as state`;
  return row?.state ?? '';
}
const recount = async () => {
  const [row] = await studio.db.owner<{ n: number }[]>`select private.recount_stock() as n`;
  return row?.n;
};
const linesOf = async (id: string) => {
  const rows = await studio.db.owner<{ id: string }[]>`
    select id from order_items where order_id = ${id} order by position, id`;
  return rows.map((line) => line.id);
};
/** An order with its line ids in the order of the arguments. */
async function order(...lines: Line[]) {
  const { id } = await book(...lines);
  return { id, lines: await linesOf(id) };
}
const code = async (id: string) => {
  const [row] = await studio.db.owner<{ code: string }[]>`select code from items where id = ${id}`;
  return row?.code ?? '';
};

describe('an edit', () => {
  test('changes quantity, dates, price, item, texts and discount; the total and the days follow', async () => {
    const [sofa, lamp, rug] = [
      await item(5),
      await item(3, 'props', 50),
      await item(2, 'props', 10),
    ];
    const { id, lines } = await order({ item: sofa }, { item: lamp });
    const [first = '', second = ''] = lines;
    const [added, text] = [randomUUID(), randomUUID()];
    const { order: changed, undo } = await edit(id, [
      { action: 'quantity', line: first, quantity: 3, expected: 1 },
      { action: 'dates', line: first, rental_from: today(10), rental_to: today(13) },
      { action: 'price', line: first, price: 80.5, reason: 'Regular customer', expected: 100 },
      {
        action: 'swap',
        line: second,
        ...(await stock.of(rug)),
        item: rug,
        quantity: 2,
        expected: lamp,
      },
      { action: 'add', line: added, ...(await stock.of(lamp)), item: lamp, quantity: 1 },
      {
        action: 'add_text',
        line: text,
        description: ' Delivery ',
        quantity: 2,
        price: 250,
        per_day: false,
      },
      {
        action: 'discount',
        percent: 10,
        reason: 'Friend',
        expected: { percent: null, amount: null },
      },
    ]);
    // 80.5 × 3 × 4 + 10 × 2 × 3 + 50 × 3 + 250 × 2 = 1676, less 10 %.
    expect(changed).toMatchObject({
      total_price: 1508.4,
      rental_from: today(10),
      rental_to: today(13),
      discount_percent: 10,
    });
    expect(changed).not.toHaveProperty('discount_reason');
    expect(undo).not.toBeNull();
    const rows = await studio.db.owner`
      select item_id, quantity, price, list_price, price_reason, description, per_day, rental_days, position
      from order_items where order_id = ${id} order by position`;
    expect(rows).toMatchObject([
      {
        item_id: sofa,
        quantity: 3,
        price: '80.50',
        price_reason: 'Regular customer',
        rental_days: 4,
      },
      { item_id: rug, quantity: 2, price: '10.00', list_price: '10.00', rental_days: 3 },
      {
        item_id: lamp,
        quantity: 1,
        price: '50.00',
        list_price: '50.00',
        rental_days: 3,
        position: 3,
      },
      { item_id: null, description: 'Delivery', quantity: 2, per_day: false, rental_days: 1 },
    ]);
    expect(await days(sofa)).toEqual([10, 11, 12, 13].map((day) => `${day}: 5/3/0/0`));
    expect(await days(lamp)).toEqual([10, 11, 12].map((day) => `${day}: 3/1/0/0`));
    expect(await recount()).toBe(0);
    const log = await events(id);
    const [sofaCode, lampCode, rugCode] = [await code(sofa), await code(lamp), await code(rug)];
    expect(log).toEqual(
      expect.arrayContaining([
        ['dates', `${today(10)}/${today(12)}`, `${today(10)}/${today(13)}`],
        ['line_quantity', `${sofaCode} ×1`, `${sofaCode} ×3`],
        ['line_price', `${sofaCode} ₹100.00`, `${sofaCode} ₹80.50`],
        ['line_swapped', `${lampCode} ×1`, `${rugCode} ×2`],
        ['line_added', null, `${lampCode} ×1`],
        ['line_added', null, 'text line ×2'],
        ['discount', null, '10%'],
      ]),
    );
    expect(JSON.stringify(log)).not.toMatch(/Delivery|Friend|Regular/);
  });

  test('is undone to the byte: lines, totals, days and reservations', async () => {
    const [kit, part, lamp] = [await item(2, 'sets'), await item(9), await item(4)];
    await stock.contain(kit, { [part]: 2 });
    const { id, lines } = await order({ item: kit, quantity: 2 }, { item: lamp }, { item: part });
    const [ofKit = '', ofLamp = '', ofPart = ''] = lines;
    await edit(id, [
      { action: 'add_text', description: 'Make-up', quantity: 1, price: 90, per_day: true },
      { action: 'discount', amount: 25, reason: 'Rounded' },
      { action: 'price', line: ofLamp, price: 1, reason: 'Scratched' },
    ]);
    const before = await stateOf(id);
    const edits: Given[][] = [
      [{ action: 'dates', rental_from: today(20), rental_to: today(24) }],
      [{ action: 'dates', line: ofLamp, rental_from: today(8), rental_to: today(9) }],
      [{ action: 'quantity', line: ofKit, quantity: 1 }],
      [{ action: 'swap', line: ofLamp, ...(await stock.of(part)), item: part }],
      [
        { action: 'remove', line: ofKit },
        { action: 'remove', line: ofPart },
      ],
      [{ action: 'add', ...(await stock.of(lamp)), item: lamp, quantity: 2 }],
      [{ action: 'price', line: ofPart, price: 3, reason: 'Old' }, { action: 'discount' }],
      [{ action: 'discount', percent: 100, reason: 'Gift' }],
    ];
    for (const changes of edits) {
      const { undo } = await edit(id, changes);
      expect(await stateOf(id), `after ${JSON.stringify(changes)}`).not.toBe(before);
      await edit(id, undo);
      expect(await stateOf(id), `after ${JSON.stringify(changes)}`).toBe(before);
    }
    expect(await recount()).toBe(0);
  });

  test('gives what one line gives back to another', async () => {
    const [sofa, lamp] = [await item(2), await item(1)];
    const { id, lines } = await order({ item: sofa, quantity: 2 }, { item: lamp });
    const [first = '', second = ''] = lines;
    await edit(id, [
      { action: 'add', ...(await stock.of(sofa)), item: sofa, quantity: 1 },
      { action: 'quantity', line: first, quantity: 1 },
    ]);
    expect(await days(sofa)).toEqual([10, 11, 12].map((day) => `${day}: 2/2/0/0`));
    await edit(id, [
      { action: 'swap', line: second, ...(await stock.of(sofa)), item: sofa },
      { action: 'remove', line: first },
    ]);
    expect(await days(sofa)).toEqual([10, 11, 12].map((day) => `${day}: 2/2/0/0`));
    expect(await days(lamp)).toEqual([]);
  });

  test('that is not free names every short line and saves nothing', async () => {
    const [sofa, lamp, rug] = [await item(2), await item(1), await item(1)];
    await book({ item: sofa, from: 13, to: 13 });
    await book({ item: lamp });
    const { id, lines } = await order({ item: sofa, quantity: 2 }, { item: rug });
    const before = await stateOf(id);
    const answer = await refused(id, [
      { action: 'dates', rental_from: today(11), rental_to: today(13) },
      { action: 'add', ...(await stock.of(lamp)), item: lamp, quantity: 1 },
      { action: 'price', line: lines[1], price: 1, reason: 'Old' },
    ]);
    expectShort(answer, [
      { id: sofa, wanted: 2, free: 1, days: [13] },
      { id: lamp, wanted: 1, free: 0, days: [11, 12] },
    ]);
    expect(await stateOf(id)).toBe(before);
  });

  test('keeps the parts that a kit was reserved with', async () => {
    const [kit, part] = [await item(3, 'sets'), await item(9)];
    await stock.contain(kit, { [part]: 2 });
    const { id, lines } = await order({ item: kit });
    await studio.db.owner`update item_components set quantity = 4 where kit_id = ${kit}`;
    await edit(id, [{ action: 'quantity', line: lines[0], quantity: 2 }]);
    expect(await reserved(part)).toEqual(['rental booked 4']);
  });

  test('hires pieces in, takes a hold over, and then has no undo', async () => {
    const [sofa, lamp] = [await item(1), await item(1)];
    const holder = await enquire({ item: lamp });
    await hold(holder.id);
    const { id, lines } = await order({ item: sofa });
    const added = randomUUID();
    const edited = await edit(id, [
      { action: 'quantity', line: lines[0], quantity: 3 },
      { action: 'sub_rental', line: lines[0], quantity: 2, reason: 'From a friend' },
      { action: 'add', line: added, ...(await stock.of(lamp)), item: lamp, quantity: 1 },
      { action: 'take_over', line: added, enquiry: holder.id },
    ]);
    expect(edited.undo).toBeNull();
    expect(await reserved(sofa)).toEqual(['rental booked 3', 'sub_rental booked 2']);
    expect(await reserved(lamp)).toEqual(['hold released 1', 'rental booked 1']);
    expect((await events(holder.id)).map(([what]) => what)).toContain('hold_taken_over');
    // Pieces hired in for an item end when the line gets another one.
    const swap = {
      action: 'swap',
      line: lines[0],
      ...(await stock.of(lamp)),
      item: lamp,
      quantity: 1,
    };
    const swapped = await edit(id, [{ action: 'remove', line: added }, swap]);
    expect(swapped.undo).toBeNull();
    expect(await reserved(sofa)).toEqual(['rental released 3', 'sub_rental released 2']);
    expect(await recount()).toBe(0);
  });

  test('with the same key is made once; another body is refused', async () => {
    const { id, lines } = await order({ item: await item(9) });
    const key = randomUUID();
    const changes = [
      { action: 'add_text', description: 'Taxi', quantity: 1, price: 5, per_day: false },
    ];
    const first = await edit(id, changes, 'crm_user', key);
    expect(await edit(id, changes, 'crm_user', key)).toEqual(first);
    expect(await linesOf(id)).toHaveLength(2);
    const other = { id, key, changes: [{ action: 'remove', line: lines[0] }] };
    expect(await said('change_order', other)).toMatchObject({
      code: 'PT409',
      message: 'idempotency_key_reused',
    });
  });
});

describe('two people at one order', () => {
  test('the second one learns the present value and who set it', async () => {
    const [sofa, lamp] = [await item(9), await item(9)];
    const { id, lines } = await order({ item: sofa }, { item: lamp });
    const [first = '', second = ''] = lines;
    await edit(id, [
      { action: 'quantity', line: first, quantity: 4, expected: 1 },
      { action: 'discount', percent: 5, expected: { percent: null, amount: null } },
      { action: 'remove', line: second, expected: { quantity: 1 } },
    ]);
    const before = await stateOf(id);
    const answer = await refused(
      id,
      [
        { action: 'quantity', line: first, quantity: 2, expected: 1 },
        { action: 'price', line: first, price: 90, reason: 'Old', expected: 100 },
        { action: 'discount', amount: 7, expected: { percent: null, amount: null } },
        { action: 'price', line: second, price: 9, reason: 'Old', expected: 100 },
      ],
      'admin',
    );
    expect(answer.code).toBe('PT409');
    const [name] = await studio.db.owner<{ display_name: string }[]>`
      select display_name from user_profiles where id = ${studio.who('crm_user').sub ?? ''}`;
    const by = { by: name?.display_name, at: expect.any(String) as unknown };
    expect(detailsOf(answer)).toEqual({
      reason: 'changed',
      changes: [
        { index: 0, line: first, field: 'quantity', present: 4, ...by },
        { index: 2, line: null, field: 'discount', present: { percent: 5, amount: null }, ...by },
        { index: 3, line: second, field: 'price', present: null, ...by },
      ],
    });
    expect(await stateOf(id)).toBe(before);
    // Other fields of the same line do not conflict.
    await edit(
      id,
      [{ action: 'price', line: first, price: 90, reason: 'Old', expected: 100 }],
      'admin',
    );
  });

  test('an undo does not take back what somebody else did afterwards', async () => {
    const { id, lines } = await order({ item: await item(9) });
    const [line = ''] = lines;
    const { undo } = await edit(id, [{ action: 'quantity', line, quantity: 3 }]);
    await edit(id, [{ action: 'price', line, price: 70, reason: 'Old' }], 'admin');
    await edit(id, undo);
    expect(
      await studio.db.owner`select quantity, price from order_items where id = ${line}`,
    ).toEqual([{ quantity: 1, price: '70.00' }]);
    const again = await edit(id, [{ action: 'quantity', line, quantity: 5 }]);
    await edit(id, [{ action: 'quantity', line, quantity: 6 }], 'admin');
    expect(detailsOf(await refused(id, again.undo))).toMatchObject({
      reason: 'changed',
      changes: [{ line, field: 'quantity', present: 6 }],
    });
  });

  test('edits at once are made one after the other, without a deadlock or a double booking', async () => {
    const [sofa, lamp] = [await item(6), await item(6)];
    const [one, two] = [
      await order({ item: sofa }, { item: lamp }),
      await order({ item: lamp }, { item: sofa }),
    ];
    const answers = await Promise.all(
      [one, two, one, two, one, two, one, two].map(async ({ id, lines }, at) => {
        const changes = lines.map((line) => ({ action: 'quantity', line, quantity: 2 + (at % 4) }));
        return refused(id, at % 3 ? changes : changes.toReversed()).catch(() => null);
      }),
    );
    for (const answer of answers.filter((each) => each !== null)) {
      expect(answer).toMatchObject({ code: 'PT409' });
      expect(detailsOf(answer)).toMatchObject({
        reason: expect.stringMatching(/^(not_free|busy)$/) as unknown,
      });
    }
    expect(answers).toContain(null);
    const over = await studio.db.owner`
      select from private.item_days where item_id in (${sofa}, ${lamp}) and (booked > room or short > 0)`;
    expect(over).toHaveLength(0);
    expect(await recount()).toBe(0);
  });
});

describe('an edit is refused', () => {
  test('below the pieces that are handed over', async () => {
    const { id, lines } = await order(
      { item: await item(9), quantity: 3 },
      { item: await item(9) },
    );
    const [line = ''] = lines;
    await studio.db.owner`update orders set status = 'in_progress' where id = ${id}`;
    const details = { reason: 'handed_over', lines: [{ line, out: 3 }] };
    const other = await item(9);
    for (const change of [
      { action: 'quantity', quantity: 2 },
      { action: 'remove' },
      { action: 'swap', ...(await stock.of(other)), item: other },
    ]) {
      const answer = await refused(id, [{ line, ...change }]);
      expect(detailsOf(answer), `for ${change.action}`).toEqual(details);
    }
    // Days may change, and pieces be added.
    await edit(id, [
      { action: 'quantity', line, quantity: 4 },
      { action: 'dates', rental_from: today(10), rental_to: today(14) },
    ]);
  });

  test('for values that cannot be, with the change and the line', async () => {
    const { id, lines } = await order({ item: await item(9) });
    const gone = await item(1);
    const archived = await item(1);
    const [line = ''] = lines;
    await studio.db.owner`update props set active = false where id = ${archived}`;
    await studio.db.owner`update items set archived_at = now() where id = ${archived}`;
    const other = await order({ item: gone });
    const wrong: [Given, string | null][] = [
      [{ action: 'quantity', line, quantity: 0 }, line],
      [{ action: 'quantity', line, quantity: 1.5 }, line],
      [{ action: 'dates', rental_from: today(5), rental_to: today(4) }, null],
      [{ action: 'dates', line, rental_from: 'some day', rental_to: today(4) }, line],
      [{ action: 'price', line, price: 90 }, line],
      [{ action: 'price', line, price: -1, reason: 'Old' }, line],
      [{ action: 'price', line, price: 1.005, reason: 'Old' }, line],
      [{ action: 'price', line, price: 90, reason: 'x'.repeat(201) }, line],
      [{ action: 'swap', line, type: 'prop', item: randomUUID() }, line],
      [{ action: 'swap', line, type: 'prop', item: archived }, line],
      [{ action: 'text', line, description: 'Not a text line' }, line],
      [{ action: 'discount', percent: 101 }, null],
      [{ action: 'discount', percent: 5, amount: 5 }, null],
      [
        { action: 'add', line: other.lines[0], type: 'prop', item: gone, quantity: 0 },
        other.lines[0] ?? '',
      ],
      [{ action: 'sub_rental', line }, line],
      [{ action: 'take_over', line, enquiry: randomUUID() }, line],
      [{ action: 'remove', line: other.lines[0] }, other.lines[0] ?? ''],
      [{ action: 'paint', line }, line],
      [{ action: 'restore', line: randomUUID() }, expect.any(String)],
      [{}, null],
    ];
    for (const [change, about] of wrong) {
      const answer = await refused(id, [change]);
      expect(answer, `after ${JSON.stringify(change)}`).toMatchObject({ code: 'PT422' });
      expect(detailsOf(answer), `after ${JSON.stringify(change)}`).toEqual({
        field: 'changes',
        index: 0,
        line: about,
      });
    }
    for (const changes of [null, [], {}, [1], 'x']) {
      expect(await refused(id, changes)).toMatchObject({ code: 'PT422' });
    }
    expect(await refused(id, [{ action: 'remove', line }])).toMatchObject({
      code: 'PT422',
      message: 'An order needs at least one line. Cancel it instead.',
    });
    // The id of another order's line.
    const taken = {
      action: 'add_text',
      line: other.lines[0],
      description: 'x',
      quantity: 1,
      price: 1,
      per_day: false,
    };
    expect(await refused(id, [taken])).toMatchObject({ code: 'PT422' });
    const huge = { action: 'price', line, price: 9_999_999.99, reason: 'x' };
    const answer = await refused(id, [huge, { action: 'quantity', line, quantity: 1_000_000 }]);
    expect(answer.code).toMatch(/^PT4(22|09)$/);
  });

  test('of an order in another status, of an unknown one, and without a key', async () => {
    const { id, lines } = await order({ item: await item(9) });
    const changes = [{ action: 'quantity', line: lines[0], quantity: 2 }];
    expect(await said('change_order', { id, changes })).toMatchObject({ code: 'PT422' });
    expect(await refused(randomUUID(), changes)).toMatchObject({ code: 'PT404' });
    await studio.db.owner`update orders set status = 'cancelled' where id = ${id}`;
    expect(await refused(id, changes)).toMatchObject({ code: 'PT409' });
  });

  test('for everybody but admin and crm_user, who learn nothing', async () => {
    const { id, lines } = await order({ item: await item(9) });
    const changes = [{ action: 'quantity', line: lines[0], quantity: 2 }];
    for (const caller of ['anon', 'no profile', 'inventory_user'] as const) {
      const known = await refused(id, changes, caller);
      expect(known.code).toBe('42501');
      expect(await refused(randomUUID(), changes, caller)).toEqual(known);
    }
    await edit(id, changes, 'admin');
  });
});

describe('free-text lines', () => {
  test('are part of the record and reserve nothing; per day they follow the order', async () => {
    const { id } = await order({ item: await item(9) });
    const line = randomUUID();
    await edit(id, [
      { action: 'add_text', line, description: 'Crew car', quantity: 1, price: 10, per_day: true },
      { action: 'dates', rental_from: today(10), rental_to: today(14) },
    ]);
    const { order: changed } = await edit(id, [{ action: 'text', line, description: 'Crew bus' }]);
    expect(changed).toMatchObject({ total_price: 550 });
    const record = await call<{ items: Given[] }>('order_record', { id });
    expect(record.items).toMatchObject([
      { out: 0, back: 0, availability: { short_days: [] } },
      { id: line, description: 'Crew bus', name: null, availability: null, out: null, back: null },
    ]);
    expect(await recount()).toBe(0);
  });

  test('lose their words, and stored answers, when the customer is erased', async () => {
    const [customer] = await studio.db.owner<{ id: string }[]>`
      insert into customers (first_name, last_name, mobile)
      values ('Erased', 'Person', ${`+919${Math.floor(1e8 + Math.random() * 8e8)}`}) returning id`;
    const { id } = await order({ item: await item(9) });
    await studio.db.owner`update orders set customer_id = ${customer?.id ?? ''} where id = ${id}`;
    const [line = ''] = await linesOf(id);
    const text = { action: 'add_text', quantity: 1, price: 1, per_day: false };
    await edit(id, [
      { ...text, description: 'Make-up for Qzasha' },
      { action: 'price', line, price: 3, reason: 'Friend of Qzasha' },
      { action: 'discount', percent: 3, reason: 'Qzasha again' },
    ]);
    await edit(id, [{ action: 'remove', line: (await linesOf(id))[1] }]);
    await edit(id, [{ ...text, description: 'Taxi for Qzasha' }]);
    await studio.db.owner`update orders set status = 'completed' where id = ${id}`;
    await call('erase_customer', { id: customer?.id }, 'admin');
    const rows = await studio.db.owner`
      select description, price_reason from order_items where order_id = ${id} order by position`;
    expect(rows).toEqual([
      { description: null, price_reason: null },
      { description: 'Erased', price_reason: null },
    ]);
    const [left] = await studio.db.owner`
      select (select count(*) from private.idempotency_keys where response::text like '%Qzasha%')
        + (select count(*) from orders where discount_reason like '%Qzasha%')
        + (select count(*) from crm_events where coalesce(from_value, '') || coalesce(to_value, '') like '%Qzasha%')
        as n`;
    expect(left).toEqual({ n: '0' });
  });
});

test('the total is never below 0', async () => {
  const { id } = await order({ item: await item(9) });
  const { order: changed } = await edit(id, [{ action: 'discount', amount: 1000 }]);
  expect(changed).toMatchObject({ total_price: 0, discount_amount: 1000 });
});
