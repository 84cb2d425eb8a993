import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#backend/postgres/database.ts';
import type { Database } from '#backend/postgres/database.ts';
import { today } from './enquiry.ts';
import { useQuotes, visit, type Linked } from './quotes.ts';
import { expectShort } from './staff-stock.ts';

const {
  studio,
  sql,
  call,
  said,
  item,
  enquire,
  convert,
  reserved,
  days,
  issue,
  link,
  open,
  answer,
  refused,
  sent,
  answersTo,
  ordersOf,
  statusOf,
} = useQuotes();

interface Draft {
  id: string;
  version: number;
  valid_until: string;
  lines: { text: string }[];
}
/** A draft of a quote for an enquiry. */
const draft = (enquiry: { id: string }) =>
  call<Draft>('make_document', { kind: 'quote', enquiry: enquiry.id, key: randomUUID() });
/** Issues a draft. @returns its id */
const issued = async ({ id, version }: Pick<Draft, 'id' | 'version'>) => {
  await call('issue_document', { id, version, key: randomUUID() });
  return id;
};

const makesOrders = (value: boolean) => sql()`
  insert into private.studio_settings (key, value) values ('documents.accept_makes_order', ${`${value}`}::text::jsonb)
  on conflict (key) do update set value = excluded.value`;

test('from the enquiry to the order: made, issued, revised and sent by staff, accepted by the customer', async () => {
  const enquiry = await enquire({ item: await item(2), quantity: 2 });
  const key = () => randomUUID();
  type Document = { id: string; version: number; number: string; hash: string };
  const draft = await call<Document>('make_document', {
    kind: 'quote',
    enquiry: enquiry.id,
    key: key(),
  });
  const issued = await call<Document>('issue_document', {
    id: draft.id,
    version: draft.version,
    key: key(),
  });
  const { secret } = await link(issued.id);
  const first = (await open(secret))!;
  expect(first).toMatchObject({
    state: 'open',
    document: { number: issued.number, sums: { total: 708 } },
  });
  const next = await call<Document>('revise_quote', { id: issued.id, key: key() });
  expect(await open(secret)).toEqual(first);
  await call('issue_document', { id: next.id, version: next.version, key: key() });
  expect(await refused(secret, { hash: first.hash })).toMatchObject({
    details: { reason: 'revised', seen: first.document },
  });
  const second = (await open(secret))!;
  expect(second).toMatchObject({ newer: true, document: { number: issued.number, revision: 2 } });
  await answer(secret, { hash: second.hash });
  expect(await call('document', { id: next.id })).toMatchObject({
    answers: [{ answer: 'accepted', name: 'Asha Rao', changes: [] }],
  });
  expect(await call('document', { id: issued.id })).toMatchObject({
    answers: [],
    links: [{ revoked_at: null, last_opened: today() }],
  });
  const order = await call('order_from_quote', { document: next.id, key: key() });
  expect(await open(secret)).toMatchObject({
    state: 'accepted',
    order: order['order_number'],
    paid: { received: 0, due: 708 },
  });
});

describe('an order from a quote', () => {
  test('is made by staff with the lines, prices and dates of the quote, once', async () => {
    const [chair, lamp] = [await item(5), await item(2, 'gear', 250)];
    const { enquiry, quote, secret } = await sent(
      { item: chair, quantity: 2 },
      { item: lamp, from: 11, to: 11 },
    );
    await call('hold_enquiry', {
      id: enquiry.id,
      until: new Date(Date.now() + 3_600_000).toISOString(),
      key: randomUUID(),
    });
    for (const caller of ['anon', 'no profile', 'inventory_user'] as const) {
      const given = { document: quote, key: randomUUID() };
      expect(await said('order_from_quote', given, caller)).toMatchObject({ code: '42501' });
    }
    const key = randomUUID();
    const made = await call('order_from_quote', { document: quote, key });
    expect(await call('order_from_quote', { document: quote, key })).toEqual(made);
    expect(made).toMatchObject({
      status: 'confirmed',
      payment_status: 'advance_received',
      rental_from: today(10),
      rental_to: today(12),
      enquiry_order_id: enquiry.id,
    });
    expect(JSON.stringify(made)).not.toContain('Secret wish');
    expect(await ordersOf(enquiry.id)).toMatchObject([
      { total: 850, made_total: 850, discount: null },
    ]);
    expect(await reserved(chair)).toEqual(['hold released 2', 'rental booked 2']);
    expect(await reserved(lamp)).toEqual(['hold released 1', 'rental booked 1']);
    expect(await statusOf(enquiry.id)).toBe('converted');
    expect(await open(secret)).toMatchObject({
      order: made['order_number'],
      paid: { received: 0 },
    });
    const again = await said('order_from_quote', { document: quote, key: randomUUID() });
    expect(again.code).toBe('PT409');
    expect(JSON.parse(again.detail ?? '')).toEqual({
      reason: 'has_order',
      order_number: made['order_number'],
    });
    expect(await said('order_from_quote', { document: quote })).toMatchObject({ code: 'PT422' });
    const unknown = { document: randomUUID(), key: randomUUID() };
    expect(await said('order_from_quote', unknown)).toMatchObject({ code: 'PT404' });
  });

  test('has the quoted amounts: discounts, other days, texts', async () => {
    const [chair, lamp, extra] = [await item(5), await item(2, 'gear', 250), await item(1)];
    const enquiry = await enquire({ item: chair, quantity: 2 }, { item: lamp });
    const quote = await issue(enquiry, {
      edit: async (draft) => {
        // Two of the three days are charged, with a discount; an item more, a day longer; delivery; a heading.
        await sql()`update document_lines set days = 2, discount_percent = 10 where document_id = ${draft} and position = 1`;
        await sql()`
          insert into document_lines (document_id, position, kind, item_id, item_type, text, sac, rate, place, quantity, days, unit_price)
          values (${draft}, 3, 'item', ${extra}, 'prop', 'Rug', '997319', 18, 'recipient', 1, 4, 99.99),
            (${draft}, 4, 'text', null, null, 'Delivery', '997319', 18, 'recipient', 1, null, 1200),
            (${draft}, 5, 'text', null, null, 'Assistant', '997319', 18, 'recipient', 2, 3, 500),
            (${draft}, 6, 'heading', null, null, 'Note', null, null, null, null, null, null)`;
        await sql()`update documents set discount_amount = 33.33 where id = ${draft}`;
      },
    });
    await call('order_from_quote', { document: quote, key: randomUUID() });
    const [quoted] = await sql()<{ taxable: number; discount: number }[]>`
      select taxable::float8, discount::float8 from documents where id = ${quote}`;
    const [order] = await ordersOf(enquiry.id);
    // 360 + 750 + 399.96 + 1200 + 3000 - 33.33
    expect(quoted).toEqual({ taxable: 5676.63, discount: 73.33 });
    expect(order).toMatchObject({ total: 5676.63, made_total: 5676.63, discount: 73.33 });
    const lines = await sql()`
      select coalesce(description, name) as what, order_items.quantity, order_items.price::float8 as price, per_day,
        (rental_from - private.today())::int as "from", (rental_to - private.today())::int as "to"
      from order_items left join items on items.id = item_id where order_id = ${order!.id} order by position`;
    expect([...lines]).toMatchObject([
      { quantity: 2, price: 200, per_day: false, from: 10, to: 12 },
      { quantity: 1, price: 250, per_day: true, from: 10, to: 12 },
      { quantity: 1, price: 99.99, per_day: true, from: 10, to: 13 },
      { what: 'Delivery', quantity: 1, price: 1200, per_day: false, from: null, to: null },
      { what: 'Assistant', quantity: 2, price: 1500, per_day: false, from: null, to: null },
    ]);
    expect(await reserved(extra)).toEqual(['rental booked 1']);
  });

  test('reserves each line for its own days, also of the same item', async () => {
    const chair = await item(2);
    const lines = [
      { item: chair, from: 10, to: 11 },
      { item: chair, quantity: 2, from: 19, to: 20 },
    ];
    const booked = [10, 11, 19, 20].map((day) => `${day}: 2/${day < 19 ? 1 : 2}/0/0`);

    const quoted = await draft(await enquire(...lines));
    for (const { text } of quoted.lines) expect(text).toMatch(/^Item \w+, .*\d+ \w{3} \d{4}$/);
    await call('order_from_quote', { document: await issued(quoted), key: randomUUID() });
    expect(await days(chair)).toEqual(booked);
    await sql()`update orders set status = 'cancelled'`;

    // Only the second line, with one piece fewer, is quoted.
    const part = await draft(await enquire(...lines));
    const [, second] = part.lines;
    const { valid_until } = part;
    const edited = { valid_until, notes: '', lines: [{ ...second, quantity: 1 }] };
    const { id, version } = await call<Draft>('change_document', {
      id: part.id,
      version: part.version,
      draft: edited,
      key: randomUUID(),
    });
    await call('order_from_quote', { document: await issued({ id, version }), key: randomUUID() });
    expect(await days(chair)).toEqual(['19: 2/1/0/0', '20: 2/1/0/0']);
    await sql()`update orders set status = 'cancelled'`;

    // A quote whose lines do not say from which line they are.
    const { quote } = await sent(...lines);
    await call('order_from_quote', { document: quote, key: randomUUID() });
    expect(await days(chair)).toEqual(booked);
    await sql()`update orders set status = 'cancelled'`;
  });

  test('is refused while items are not free, exactly as a conversion', async () => {
    const sofa = await item(1);
    const { enquiry, quote } = await sent({ item: sofa });
    const first = await enquire({ item: sofa });
    await convert(first.id);
    const refusals = [
      await said('order_from_quote', { document: quote, key: randomUUID() }),
      await said('convert_enquiry_to_order', { id: enquiry.id }),
    ];
    for (const each of refusals)
      expectShort(each, [{ id: sofa, wanted: 1, free: 0, days: [10, 11, 12] }]);
    expect(refusals[0]).toEqual(refusals[1]);
    expect(await statusOf(enquiry.id)).toBe('pending');
    expect(await ordersOf(enquiry.id)).toEqual([]);
  });

  test('is refused for an earlier revision, a closed enquiry, and a quote of an order', async () => {
    const { enquiry, quote } = await sent({ item: await item(1) });
    const revised = await issue(enquiry, { revises: quote });
    const reasonOf = async (document: string) => {
      const { code, detail } = await said('order_from_quote', { document, key: randomUUID() });
      return [code, (JSON.parse(detail ?? '{}') as { reason?: string }).reason];
    };
    expect(await reasonOf(quote)).toEqual(['PT409', 'revised']);
    await sql()`update enquiry_orders set status = 'closed' where id = ${enquiry.id}`;
    expect(await reasonOf(revised)).toEqual(['PT409', 'closed']);
    const order = await convert((await enquire({ item: await item(1) })).id);
    expect(await reasonOf(await issue({ id: order.id, from: 'order' }))).toEqual([
      'PT409',
      'has_order',
    ]);
  });
});

test('an order says that it changed after its quote was accepted, until both agree again', async () => {
  const [chair, lamp] = [await item(5), await item(2, 'gear', 250)];
  const { enquiry, quote, secret, hash, number } = await sent(
    { item: chair, quantity: 2 },
    { item: lamp },
  );
  await call('order_from_quote', { document: quote, key: randomUUID() });
  const [made] = await ordersOf(enquiry.id);
  const { id } = made!;
  type Told = { items: { id: string }[]; changed_quote: object | null; received: number };
  const told = () => call<Told>('order_record', { id });
  const edit = async (...changes: object[]) => {
    await call('change_order', { id, changes, key: randomUUID() });
    return (await told()).changed_quote;
  };
  const offered = { id: quote, number, total: expect.any(Number) as number, accepted: false };
  const changed = { ...offered, accepted: true };
  const [first, second] = (await told()).items;
  // What does not fit cannot be accepted; the customer reads that it has changed.
  expect(await edit({ action: 'quantity', line: first!.id, quantity: 3 })).toEqual(offered);
  expect(await open(secret)).toMatchObject({ state: 'changed', pay: null });
  expect(await call('document', { id: quote })).toMatchObject({ source_changed: true });
  await expect(answer(secret, { hash })).rejects.toThrow(
    'Your order has changed since this quote. Please ask us for a new one.',
  );
  expect(await edit({ action: 'quantity', line: first!.id, quantity: 2 })).toBeNull();
  await answer(secret, { hash });
  expect(await told()).toMatchObject({ changed_quote: null, received: 0 });
  expect(await edit({ action: 'discount', percent: 10, reason: 'Regular' })).toEqual(changed);
  expect(await edit({ action: 'discount', percent: null, reason: null })).toBeNull();
  const dates = { rental_from: today(20), rental_to: today(22) };
  expect(await edit({ action: 'dates', ...dates })).toEqual(changed);
  expect(await edit({ action: 'dates', rental_from: today(10), rental_to: today(12) })).toBeNull();
  expect(await edit({ action: 'remove', line: second!.id })).toEqual(changed);
  await sql()`update orders set status = 'cancelled' where id = ${id}`;
  expect((await told()).changed_quote).toBeNull();
});

describe('with the setting that acceptances make orders', () => {
  const crowd: { db: Database | null } = { db: null };
  beforeAll(async () => {
    await makesOrders(true);
    crowd.db = await openDatabase(studio.owner, { requestConnections: 32 });
  });
  afterAll(() => crowd.db?.close());

  /** The answer to an acceptance, which is sent again while somebody else answers. */
  async function answered(body: Record<string, unknown>, address: string): Promise<Linked> {
    try {
      return await visit<Linked>(crowd.db!, 'answer_document', body, address);
    } catch (error) {
      if (!String(error).includes('Somebody else is answering')) throw error;
      return answered(body, address);
    }
  }

  test('500 acceptances at once are one acceptance and one order', { tags: ['long'] }, async () => {
    const sofa = await item(1);
    const { enquiry, quote, secret, hash } = await sent({ item: sofa });
    const told = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        answered(
          { secret, answer: 'accepted', name: `Asha ${n}`, hash, key: randomUUID() },
          `203.0.113.${n % 250}`,
        ),
      ),
    );
    const [order, ...others] = await ordersOf(enquiry.id);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ status: 'confirmed' });
    expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(told[0]).toMatchObject({ state: 'accepted', order: order?.order_number });
    expect(await answersTo(quote)).toHaveLength(1);
    expect(await reserved(sofa)).toEqual(['rental booked 1']);
    expect(await statusOf(enquiry.id)).toBe('converted');
    const happened = await sql()<{ what: string }[]>`
      select what from crm_events where subject_id = ${enquiry.id} and what in ('quote_accepted', 'converted')`;
    expect(happened.map(({ what }) => what).toSorted()).toEqual(['converted', 'quote_accepted']);
  });

  test('the order of an acceptance has the days of each line', async () => {
    const chair = await item(2);
    const quoted = await draft(
      await enquire(
        { item: chair, from: 10, to: 11 },
        { item: chair, quantity: 2, from: 19, to: 20 },
      ),
    );
    const { secret } = await link(await issued(quoted));
    const { hash } = (await open(secret))!;
    expect(await answer(secret, { hash })).toMatchObject({ order: expect.stringMatching(/^ORD-/) });
    expect(await days(chair)).toEqual(['10: 2/1/0/0', '11: 2/1/0/0', '19: 2/2/0/0', '20: 2/2/0/0']);
  });

  test('an acceptance stays without an order while items are not free', async () => {
    const sofa = await item(1);
    const { enquiry, quote, secret, hash } = await sent({ item: sofa });
    await convert((await enquire({ item: sofa })).id);
    expect(await answer(secret, { hash })).toMatchObject({ state: 'accepted', order: null });
    expect(await ordersOf(enquiry.id)).toEqual([]);
    expect(await statusOf(enquiry.id)).toBe('pending');
    expect(await answersTo(quote)).toHaveLength(1);
    await sql()`update props set quantity = 2 where id = ${sofa}`;
    const made = await call('order_from_quote', { document: quote, key: randomUUID() });
    expect(await open(secret)).toMatchObject({ state: 'accepted', order: made['order_number'] });
  });

  test('a quote of an order is accepted without another order', async () => {
    const order = await convert((await enquire({ item: await item(1) })).id);
    const { secret } = await link(await issue({ id: order.id, from: 'order' }));
    const { hash } = (await open(secret))!;
    expect(await answer(secret, { hash })).toMatchObject({
      state: 'accepted',
      order: order['order_number'],
    });
    await makesOrders(false);
  });
});
