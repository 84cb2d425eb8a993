import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { useEnquiryEdits } from './enquiry-edits.ts';
import { detailsOf } from './order-edits.ts';
import { expectShort } from './staff-stock.ts';
import { visit } from './quotes.ts';

const { studio, sql, call, edit, refusedEdit, stateOf, rowsOf, ...staff } = useEnquiryEdits();
const { item, enquire, book, hold, days, reserved, events, of, convert, sent, ordersOf } = staff;

const addText = (price: number, per_day = false) => ({
  action: 'add_text',
  line: randomUUID(),
  description: 'Delivery',
  quantity: 1,
  price,
  per_day,
});

test('an enquiry is edited like an order, and every edit is taken back to the byte', async () => {
  const [sofa, lamp, rug] = [await item(5), await item(3, 'props', 50), await item(2, 'props', 10)];
  const { id, lines } = await enquire({ item: sofa }, { item: lamp });
  const [first = '', second = ''] = lines;
  await sql()`update enquiry_items set free_when_sent = 4, of_when_sent = 5 where id = ${second}`;
  const before = await stateOf(id);
  const { enquiry, undo } = await edit(id, [
    { action: 'quantity', line: first, quantity: 3, expected: 1 },
    { action: 'dates', line: first, rental_from: today(10), rental_to: today(13) },
    { action: 'price', line: first, price: 80.5, reason: 'Regular customer', expected: 100 },
    { action: 'swap', line: second, ...(await of(rug)), item: rug, quantity: 2, expected: lamp },
    { action: 'add', line: randomUUID(), ...(await of(lamp)), item: lamp, quantity: 1 },
    addText(250),
  ]);
  // 80.5 × 3 × 4 + 10 × 2 × 3 + 50 × 3 + 250 = 1426.
  expect(enquiry).toMatchObject({
    total_price: 1426,
    rental_from: today(10),
    rental_to: today(13),
    status: 'pending',
  });
  expect(enquiry).not.toHaveProperty('message');
  expect(await rowsOf(id)).toMatchObject([
    { item_id: sofa, quantity: 3, price: 80.5, from: today(10), to: today(13) },
    { item_id: rug, quantity: 2, price: 10, from: today(10), to: today(12) },
    { item_id: lamp, quantity: 1, price: 50 },
    { item_id: null, description: 'Delivery', price: 250, from: null },
  ]);
  // Nothing is reserved for an enquiry without a hold.
  expect(await reserved(sofa)).toEqual([]);
  const [swapped] = await sql()`select free_when_sent from enquiry_items where id = ${second}`;
  expect(swapped).toEqual({ free_when_sent: null });
  expect((await events(id)).map(([what]) => what)).toEqual(
    expect.arrayContaining(['dates', 'line_quantity', 'line_price', 'line_swapped', 'line_added']),
  );

  await edit(id, undo);
  const after = JSON.parse(await stateOf(id)) as { enquiry: { total_price: number } };
  // The test's own total was no sum of its lines.
  after.enquiry.total_price = 300;
  expect(after).toEqual(JSON.parse(before));
});

test('a swap for the item that a line has already changes nothing, and can be taken back', async () => {
  const sofa = await item(5);
  const { id, lines } = await enquire({ item: sofa });
  const [first = ''] = lines;
  await sql()`update enquiry_items set free_when_sent = 4, of_when_sent = 5, list_price = price where id = ${first}`;
  const before = await stateOf(id);
  const swap = { action: 'swap', line: first, ...(await of(sofa)), item: sofa };
  const { undo } = await edit(id, [swap]);
  expect(undo).toEqual([]);
  const after = JSON.parse(await stateOf(id)) as { lines: unknown };
  expect(after.lines).toEqual((JSON.parse(before) as { lines: unknown }).lines);
});

test('its order has its text lines, prices and reasons; its page and its e-mails name them', async () => {
  const sofa = await item(5);
  const { id, lines, number } = await enquire({ item: sofa });
  await edit(id, [
    { action: 'price', line: lines[0], price: 80, reason: 'Regular customer' },
    addText(40, true),
    addText(250),
  ]);
  const { secret } = await call<{ id: string; secret: string }>('make_enquiry_link', {
    enquiry: id,
    key: randomUUID(),
  });
  const shown = await visit<{ number: string; total: number; items: unknown[] }>(
    studio.db,
    'linked_enquiry',
    { secret },
  );
  // 80 × 3 + 40 × 3 + 250.
  expect(shown).toMatchObject({
    number,
    total: 610,
    items: [
      { quantity: 1, price: 80, per_day: true },
      { name: 'Delivery', price: 40, per_day: true, image: null },
      { name: 'Delivery', price: 250, per_day: false },
    ],
  });
  const record = await call<{ items: { description: string | null; price_reason: string }[] }>(
    'enquiry_record',
    { id },
  );
  expect(record.items).toMatchObject([
    { description: null, price_reason: 'Regular customer', list_price: null },
    { description: 'Delivery', item_id: null, availability: null },
    { description: 'Delivery' },
  ]);
  const order = await convert(id);
  expect(order).toMatchObject({ total_price: 610 });
  const rows = await sql()`
    select description, price::float8 as price, list_price::float8 as list_price, price_reason, per_day
    from order_items where order_id = ${order.id} order by position`;
  expect(rows).toMatchObject([
    { price: 80, list_price: 80, price_reason: 'Regular customer', per_day: true },
    { description: 'Delivery', price: 40, list_price: null, per_day: true },
    { description: 'Delivery', price: 250, list_price: null, per_day: false },
  ]);
  const [total] = await sql()`select private.order_total(${order.id})::float8 as total`;
  expect(total).toEqual({ total: 610 });
});

test('a conversion with choices moves text lines by the day, and no others', async () => {
  const sofa = await item(1);
  const { id, lines } = await enquire({ item: sofa });
  const [daily, once] = [addText(40, true), addText(250)];
  await edit(id, [daily, once]);
  const swap = [{ line: once.line, action: 'swap', ...(await of(sofa)), item: sofa }];
  expect(
    detailsOf(await staff.said('convert_enquiry_to_order', { id, choices: swap })),
  ).toMatchObject({ field: 'choices', line: once.line });
  const order = await convert(id, [
    { action: 'dates', rental_from: today(20), rental_to: today(21) },
    { line: lines[0], action: 'lower', quantity: 1 },
  ]);
  // 100 × 2 + 40 × 2 + 250.
  expect(order).toMatchObject({ total_price: 530, rental_from: today(20) });
});

describe('a hold', () => {
  test('goes on with the new lines, and what it gives back is free at once', async () => {
    const [sofa, rug] = [await item(3), await item(2)];
    const { id, lines } = await enquire({ item: sofa, quantity: 2 });
    await hold(id);
    const { undo } = await edit(id, [
      { action: 'quantity', line: lines[0], quantity: 3 },
      { action: 'add', line: randomUUID(), ...(await of(rug)), item: rug, quantity: 1 },
      addText(250),
    ]);
    expect(await days(sofa)).toEqual([10, 11, 12].map((day) => `${day}: 3/0/3/0`));
    expect(await days(rug)).toEqual([10, 11, 12].map((day) => `${day}: 2/0/1/0`));
    await edit(id, [{ action: 'dates', rental_from: today(14), rental_to: today(14) }]);
    expect(await days(sofa)).toEqual(['14: 3/0/3/0']);
    await edit(id, [{ action: 'dates', rental_from: today(10), rental_to: today(12) }]);
    await edit(id, undo);
    expect(await days(sofa)).toEqual([10, 11, 12].map((day) => `${day}: 3/0/2/0`));
    expect(await days(rug)).toEqual([]);
    const [row] = await sql()`select private.recount_stock() as n`;
    expect(row).toEqual({ n: 0 });
  });

  test('refuses what others have then, whole, with every short line', async () => {
    const [sofa, rug] = [await item(3), await item(2)];
    const { id, lines } = await enquire({ item: sofa }, { item: rug });
    await hold(id);
    await book({ item: sofa, quantity: 2, from: 10, to: 10 }, { item: rug, from: 12, to: 12 });
    const before = await stateOf(id);
    const said = await refusedEdit(id, [
      { action: 'quantity', line: lines[0], quantity: 2 },
      { action: 'quantity', line: lines[1], quantity: 2 },
    ]);
    expectShort(said, [
      { id: sofa, wanted: 2, free: 1, days: [10] },
      { id: rug, wanted: 2, free: 1, days: [12] },
    ]);
    expect(await stateOf(id)).toBe(before);
  });

  test('that another rental took over in part stops no edit of other lines', async () => {
    const [sofa, lamp] = [await item(1), await item(3)];
    const { id, lines } = await enquire({ item: sofa }, { item: lamp });
    const [taken = '', kept = ''] = lines;
    await hold(id);
    const taker = await enquire({ item: sofa });
    await convert(taker.id, [{ line: taker.lines[0], action: 'take_over', enquiry: id }]);
    const { undo } = await edit(id, [
      { action: 'price', line: taken, price: 80, reason: 'Regular customer' },
      { action: 'quantity', line: kept, quantity: 2 },
      addText(250),
    ]);
    expect(await reserved(sofa)).toEqual(['hold released 1', 'rental booked 1']);
    expect(await days(lamp)).toEqual([10, 11, 12].map((day) => `${day}: 3/0/2/0`));
    await edit(id, undo);
    // The changed line is held again, or refused.
    const moved = (from: number) => [
      { action: 'dates', line: taken, rental_from: today(from), rental_to: today(from) },
    ];
    expectShort(await refusedEdit(id, moved(11)), [{ id: sofa, wanted: 1, free: 0, days: [11] }]);
    await edit(id, moved(20));
    expect(await reserved(sofa)).toEqual(['hold held 1', 'hold released 1', 'rental booked 1']);
  });

  test('ends before a first day that comes sooner', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa });
    await hold(id, 5 * 24);
    const { enquiry } = await edit(id, [
      { action: 'dates', rental_from: today(2), rental_to: today(3) },
    ]);
    expect(Date.parse(String(enquiry['held_until']))).toBe(
      Date.parse(`${today(2)}T00:00:00+05:30`) - 60_000,
    );
    expect(await days(sofa)).toEqual(['2: 1/0/1/0', '3: 1/0/1/0']);
    await edit(id, [{ action: 'dates', rental_from: today(0), rental_to: today(3) }]);
    expect(await days(sofa)).toEqual([]);
    const [row] = await sql()`select held_until from enquiry_orders where id = ${id}`;
    expect(row).toEqual({ held_until: null });
  });
});

describe('an issued quote', () => {
  test('keeps its days when the enquiry moves, and the record names it', async () => {
    const sofa = await item(3);
    const quoted = await sent({ item: sofa, quantity: 2 });
    const { id, lines } = quoted.enquiry;
    await edit(id, [
      { action: 'dates', rental_from: today(30), rental_to: today(31) },
      { action: 'quantity', line: lines[0], quantity: 1 },
    ]);
    expect(await call('enquiry_record', { id })).toMatchObject({
      rental_from: today(30),
      total_price: 200,
    });
    await call('order_from_quote', { document: quoted.quote, key: randomUUID() });
    expect(await days(sofa)).toEqual([10, 11, 12].map((day) => `${day}: 3/2/0/0`));
    expect(await ordersOf(id)).toHaveLength(1);
  });

  test('that staff made from the enquiry is named while it no longer fits', async () => {
    const sofa = await item(3);
    const { id, lines } = await enquire({ item: sofa });
    const { id: quote, version } = await call<{ id: string; version: number }>('make_document', {
      kind: 'quote',
      enquiry: id,
      key: randomUUID(),
    });
    await call('issue_document', { id: quote, version, key: randomUUID() });
    expect(await call('enquiry_record', { id })).toMatchObject({ changed_quote: null });
    const { undo } = await edit(id, [{ action: 'quantity', line: lines[0], quantity: 2 }]);
    expect(await call('enquiry_record', { id })).toMatchObject({
      changed_quote: { id: quote, accepted: false },
    });
    await edit(id, undo);
    expect(await call('enquiry_record', { id })).toMatchObject({ changed_quote: null });
    await edit(id, [{ action: 'dates', rental_from: today(20), rental_to: today(22) }]);
    expect(await call('enquiry_record', { id })).toMatchObject({ changed_quote: { id: quote } });
  });
});

describe('is refused', () => {
  test('for what only an order has, and for the last line', async () => {
    const sofa = await item(1);
    const { id, lines } = await enquire({ item: sofa });
    for (const change of [
      { action: 'discount', percent: 10, amount: null, reason: null },
      { action: 'sub_rental', line: lines[0], quantity: 1 },
      { action: 'take_over', line: lines[0], enquiry: id },
      { action: 'remove', line: lines[0] },
    ]) {
      const said = await refusedEdit(id, [change]);
      expect(said).toMatchObject({ code: 'PT422' });
      expect(detailsOf(said)).toMatchObject({ field: 'changes' });
    }
  });

  test('for a line that is not there', async () => {
    const { id } = await enquire({ item: await item(1) });
    const line = randomUUID();
    const said = await refusedEdit(id, [{ action: 'quantity', line, quantity: 2 }]);
    expect(said).toMatchObject({ code: 'PT422', message: 'This line is no longer there.' });
    expect(detailsOf(said)).toEqual({ field: 'changes', index: 0, line });
  });

  test('where somebody else changed the value meanwhile, and names who', async () => {
    const sofa = await item(5);
    const { id, lines } = await enquire({ item: sofa });
    await edit(id, [{ action: 'quantity', line: lines[0], quantity: 2 }], 'admin');
    const said = await refusedEdit(id, [
      { action: 'quantity', line: lines[0], quantity: 3, expected: 1 },
    ]);
    expect(said).toMatchObject({
      code: 'PT409',
      message: 'Somebody else changed this enquiry meanwhile.',
    });
    expect(detailsOf(said)).toMatchObject({
      reason: 'changed',
      changes: [{ line: lines[0], field: 'quantity', present: 2, by: expect.any(String) }],
    });
  });

  test('once it is closed or converted, and for anyone but CRM staff', async () => {
    const sofa = await item(5);
    const { id, lines } = await enquire({ item: sofa });
    const change = [{ action: 'quantity', line: lines[0], quantity: 2 }];
    for (const caller of ['anon', 'no profile', 'inventory_user'] as const) {
      expect(await refusedEdit(id, change, caller)).toMatchObject({ code: '42501' });
    }
    expect(await refusedEdit(randomUUID(), change)).toMatchObject({ code: 'PT404' });
    await convert(id);
    expect(await refusedEdit(id, change)).toMatchObject({ code: 'PT409' });
  });
});

test('a repeat with the same key changes once; erasing the customer erases texts and answers', async () => {
  const sofa = await item(5);
  const { id, lines } = await enquire({ item: sofa });
  const key = randomUUID();
  const changes = [
    { action: 'price', line: lines[0], price: 80, reason: 'A friend of Meera' },
    addText(250),
  ];
  const first = await edit(id, changes, 'crm_user', key);
  expect(await edit(id, changes, 'crm_user', key)).toEqual(first);
  expect(await rowsOf(id)).toHaveLength(2);
  await sql()`update customers set erased_at = now(), first_name = null, last_name = null, mobile = null, email = null
    where id = ${studio.ids.customer}`;
  const rows =
    await sql()`select description, price_reason from enquiry_items where enquiry_order_id = ${id}
    order by position`;
  expect(rows).toMatchObject([
    { description: null, price_reason: null },
    { description: 'Erased', price_reason: null },
  ]);
  const kept = await sql()`select 1 from private.idempotency_keys where scope = 'change_enquiry'
    and response -> 'enquiry' ->> 'id' = ${id}`;
  expect(kept).toHaveLength(0);
});
