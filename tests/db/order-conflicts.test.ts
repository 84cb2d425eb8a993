import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { detailsOf, useOrderEdits } from './order-edits.ts';
import type { Given } from './staff-stock.ts';
import { committedAs } from './studio.ts';

const { studio, edit, refused, order, stateOf, recount, linesOf, ...staff } = useOrderEdits();
const { call, said, item, of } = staff;

/** Hands pieces of an order over, or takes them back. */
const move = (step: 'hand_over' | 'take_back', id: string, lines: Given[]) =>
  committedAs(
    studio.db,
    studio.who('crm_user'),
    (sql) => sql`
      select ${sql(step)}(id => ${id}, lines => ${JSON.stringify(lines)}::text::jsonb, key => ${randomUUID()})`,
  );

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
      { action: 'swap', ...(await of(other)), item: other },
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

  test('counts the pieces that were handed over in part', async () => {
    const lamp = await item(9);
    const { id, lines } = await order({ item: lamp, quantity: 4, from: 0, to: 2 });
    const [line = ''] = lines;
    await move('hand_over', id, [{ line, item: lamp, quantity: 2 }]);
    expect(detailsOf(await refused(id, [{ action: 'quantity', line, quantity: 1 }]))).toEqual({
      reason: 'handed_over',
      lines: [{ line, out: 2 }],
    });
    await edit(id, [
      { action: 'quantity', line, quantity: 2 },
      { action: 'dates', rental_from: today(0), rental_to: today(4) },
    ]);
    await move('take_back', id, [{ line, item: lamp, quantity: 1 }]);
    await edit(id, [{ action: 'quantity', line, quantity: 3 }]);
    const record = await call<{ items: Given[] }>('order_record', { id });
    expect(record.items).toMatchObject([{ quantity: 3, out: 1, back: 1 }]);
    expect(await recount()).toBe(0);
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
