import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { detailsOf, useOrderEdits } from './order-edits.ts';
import { expectShort } from './staff-stock.ts';
import type { Given } from './staff-stock.ts';

const { studio, edit, refused, order, stateOf, recount, linesOf, code, ...staff } = useOrderEdits();
const { said, item, enquire, book, hold, days, reserved, events, of, contain } = staff;

describe('an edit', () => {
  test('that swaps a line for the item that it has already changes nothing', async () => {
    const sofa = await item(5);
    const { id, lines } = await order({ item: sofa });
    const before = await stateOf(id);
    const swap = { action: 'swap', line: lines[0], ...(await of(sofa)), item: sofa };
    const { undo } = await edit(id, [swap]);
    expect(undo).toEqual([]);
    expect(await stateOf(id)).toBe(before);
  });

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
        ...(await of(rug)),
        item: rug,
        quantity: 2,
        expected: lamp,
      },
      { action: 'add', line: added, ...(await of(lamp)), item: lamp, quantity: 1 },
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
    await contain(kit, { [part]: 2 });
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
      [{ action: 'swap', line: ofLamp, ...(await of(part)), item: part }],
      [
        { action: 'remove', line: ofKit },
        { action: 'remove', line: ofPart },
      ],
      [{ action: 'add', ...(await of(lamp)), item: lamp, quantity: 2 }],
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

  test('that swaps a kit for a part of it gives back everything else', async () => {
    const [kit, part, other] = [await item(2, 'sets'), await item(9), await item(3)];
    await contain(kit, { [part]: 2, [other]: 1 });
    const { id, lines } = await order({ item: kit, quantity: 2 });
    const swap = { action: 'swap', line: lines[0]!, ...(await of(part)), item: part };
    const { undo } = await edit(id, [swap]);
    expect(await days(part)).toEqual([10, 11, 12].map((day) => `${day}: 9/2/0/0`));
    expect([...(await days(kit)), ...(await days(other))]).toEqual([]);
    await edit(id, undo);
    expect(await days(part)).toEqual([10, 11, 12].map((day) => `${day}: 9/4/0/0`));
    expect(await days(other)).toEqual([10, 11, 12].map((day) => `${day}: 3/2/0/0`));
    expect(await recount()).toBe(0);
  });

  test('gives what one line gives back to another', async () => {
    const [sofa, lamp] = [await item(2), await item(1)];
    const { id, lines } = await order({ item: sofa, quantity: 2 }, { item: lamp });
    const [first = '', second = ''] = lines;
    await edit(id, [
      { action: 'add', ...(await of(sofa)), item: sofa, quantity: 1 },
      { action: 'quantity', line: first, quantity: 1 },
    ]);
    expect(await days(sofa)).toEqual([10, 11, 12].map((day) => `${day}: 2/2/0/0`));
    await edit(id, [
      { action: 'swap', line: second, ...(await of(sofa)), item: sofa },
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
      { action: 'add', ...(await of(lamp)), item: lamp, quantity: 1 },
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
    await contain(kit, { [part]: 2 });
    const { id, lines } = await order({ item: kit });
    await studio.db.owner`update item_components set quantity = 4 where kit_id = ${kit}`;
    await edit(id, [{ action: 'quantity', line: lines[0], quantity: 2 }]);
    expect(await reserved(part)).toEqual(['rental booked 4']);
  });

  test('and the check before it judge a kit by the parts that it was reserved with', async () => {
    const [kit, part, later] = [await item(1, 'sets'), await item(2), await item(1)];
    await contain(kit, { [part]: 1 });
    const { id, lines } = await order({ item: kit });
    await contain(kit, { [later]: 1 });
    await studio.db.owner`update item_components set quantity = 2 where component_id = ${part}`;
    await book({ item: part, from: 20, to: 20 }, { item: later, from: 20, to: 20 });
    await book({ item: part, quantity: 2, from: 24, to: 24 });
    await studio.db.owner`delete from item_components where component_id = ${part}`;
    const move = (day: number) => ({ rental_from: today(day), rental_to: today(day) });
    const check = (day: number) => staff.call<Given[]>('check_dates', { id, ...move(day) });

    expect(await check(24)).toMatchObject([{ line: lines[0], free: 0, days: [today(24)] }]);
    const answer = await refused(id, [{ action: 'dates', ...move(24) }]);
    expectShort(answer, [{ id: part, wanted: 1, free: 0, days: [24] }]);
    expect(await check(20)).toEqual([]);
    await edit(id, [{ action: 'dates', ...move(20) }]);
    expect(await days(part)).toContain('20: 2/2/0/0');
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
      { action: 'add', line: added, ...(await of(lamp)), item: lamp, quantity: 1 },
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
      ...(await of(lamp)),
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

test('a discount above the lines is refused; one that the lines fall below is limited to them', async () => {
  const { id, lines } = await order({ item: await item(9) });
  const text = { action: 'add_text', description: 'Taxi', quantity: 1, per_day: false };
  const { order: whole } = await edit(id, [{ ...text, price: 3000 }]);
  const sum = Number(whole['total_price']);
  const answer = await refused(id, [
    { action: 'discount', amount: sum + 500, reason: 'Regular' },
    { ...text, price: 499.99 },
  ]);
  expect(answer).toMatchObject({
    code: 'PT422',
    message: 'The discount cannot be more than the lines.',
  });
  expect(detailsOf(answer)).toEqual({ field: 'changes', index: 0, line: null });

  const discount = { action: 'discount', amount: sum, reason: 'Regular' };
  expect((await edit(id, [discount])).order).toMatchObject({ total_price: 0 });
  const taxi = { action: 'price', line: (await linesOf(id))[1], price: 1000, reason: 'Nearer' };
  expect((await edit(id, [taxi])).order).toMatchObject({ total_price: 0, discount_amount: sum });
  // Another reason for the same discount is no new one.
  expect((await edit(id, [{ ...discount, reason: 'Friends' }])).order).toMatchObject({
    discount_amount: sum,
  });
  expect(await refused(id, [{ ...discount, amount: sum - 1 }])).toMatchObject({ code: 'PT422' });
  expect(
    (await edit(id, [{ action: 'quantity', line: lines[0], quantity: 2 }])).order,
  ).toMatchObject({
    total_price: 0,
  });
});
