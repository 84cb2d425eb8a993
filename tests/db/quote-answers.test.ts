import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#backend/postgres/database.ts';
import type { Database } from '#backend/postgres/database.ts';
import { today } from './enquiry.ts';
import { useQuotes, visit, type Linked } from './quotes.ts';
import { expectShort } from './staff-stock.ts';
import { refusal } from './studio.ts';

const {
  studio,
  sql,
  call,
  said,
  item,
  enquire,
  convert,
  reserved,
  events,
  issue,
  link,
  open,
  answer,
  refused,
} = useQuotes();

/** A quote for an enquiry of these lines, and its link. */
const sent = async (...lines: Parameters<typeof enquire>) => {
  const enquiry = await enquire(...lines);
  const quote = await issue(enquiry);
  const { secret } = await link(quote);
  const shown = await open(secret);
  return { enquiry, quote, secret, hash: shown!.hash, number: shown!.document.number };
};
const makesOrders = (value: boolean) => sql()`
  insert into private.studio_settings (key, value) values ('documents.accept_makes_order', ${`${value}`}::text::jsonb)
  on conflict (key) do update set value = excluded.value`;
const answersTo = async (quote: string) => {
  const rows = await sql()<{ answer: string; name: string | null; address: string | null }[]>`
    select answer, name, host(address) as address from document_answers where document_id = ${quote} order by created_at`;
  return rows.map((row) => ({ ...row }));
};
const ordersOf = (enquiry: string) => sql()<
  {
    id: string;
    order_number: string;
    total: number;
    discount: number | null;
    status: string;
    made_total: number;
  }[]
>`
  select id, order_number, total_price::float8 as total, discount_amount::float8 as discount, status,
    private.order_total(id)::float8 as made_total from orders where enquiry_order_id = ${enquiry}`;
const statusOf = async (enquiry: string) => {
  const [row] = await sql()<
    { status: string }[]
  >`select status from enquiry_orders where id = ${enquiry}`;
  return row?.status;
};

describe('an answer', () => {
  test('accepts once: what was read, by whom and from where is saved, and a repeat returns the first', async () => {
    const { enquiry, quote, secret, hash, number } = await sent({
      item: await item(3),
      quantity: 2,
    });
    const key = randomUUID();
    const accepted = await answer(
      secret,
      { hash, name: '  Asha \n Rao ', note: ' Thank you ', key },
      '203.0.113.7',
    );
    expect(accepted).toMatchObject({
      state: 'accepted',
      hash,
      answer: { answer: 'accepted', name: 'Asha Rao', note: 'Thank you', changes: [] },
      order: null,
    });
    expect(
      await answer(secret, { hash, name: '  Asha \n Rao ', note: ' Thank you ', key }),
    ).toEqual(accepted);
    expect(await answer(secret, { hash, name: 'Somebody else' })).toEqual(accepted);
    expect(await open(secret)).toEqual(accepted);
    expect(await answersTo(quote)).toEqual([
      { answer: 'accepted', name: 'Asha Rao', address: '203.0.113.7' },
    ]);
    const [stored] = await sql()<{ is_same: boolean }[]>`
      select encode(revision_hash, 'hex') = ${hash} as is_same from document_answers where document_id = ${quote}`;
    expect(stored?.is_same).toBe(true);
    expect(await events(enquiry.id)).toEqual(
      expect.arrayContaining([
        ['document_sent', null, number],
        ['quote_accepted', null, number],
      ]),
    );
    const [event] = await sql()<{ actor: string }[]>`
      select actor from crm_events where subject_id = ${enquiry.id} and what = 'quote_accepted'`;
    expect(event?.actor).toBe('visitor');
    for (const later of ['declined', 'change']) {
      expect(await refused(secret, { hash, answer: later, note: 'No' })).toMatchObject({
        code: 'PT409',
        details: { reason: 'accepted' },
      });
    }
    expect(await ordersOf(enquiry.id)).toEqual([]);
    expect(await statusOf(enquiry.id)).toBe('pending');
  });

  test('that declines or asks for changes is not final', async () => {
    const { quote, secret, hash } = await sent({ item: await item(1) }, { item: await item(1) });
    const declined = await answer(secret, {
      hash,
      answer: 'declined',
      name: null,
      note: 'Too dear',
    });
    expect(declined).toMatchObject({ state: 'declined', answer: { name: null, note: 'Too dear' } });
    expect(await answer(secret, { hash, answer: 'declined', note: 'Again' })).toEqual(declined);
    const changes = [
      { position: 2, text: ' Two please ' },
      { position: 1, text: ' ' },
    ];
    const asked = await answer(secret, { hash, answer: 'change', name: null, changes });
    expect(asked).toMatchObject({
      state: 'open',
      answer: { answer: 'change', note: null, changes: [{ position: 2, text: 'Two please' }] },
    });
    await answer(secret, { hash, answer: 'declined' });
    expect(await answer(secret, { hash })).toMatchObject({ state: 'accepted' });
    const given = await answersTo(quote);
    expect(given.map((each) => each.answer)).toEqual([
      'declined',
      'change',
      'declined',
      'accepted',
    ]);
  });

  test('is refused with the field when it cannot be', async () => {
    const { quote, secret, hash } = await sent({ item: await item(1) });
    const wrong: [object, object][] = [
      [{ key: null }, { field: 'key' }],
      [{ answer: 'maybe' }, { field: 'answer' }],
      [{ answer: null }, { field: 'answer' }],
      [{ name: ' \t' }, { field: 'name' }],
      [{ name: 'x'.repeat(121) }, { field: 'name' }],
      [{ note: 'x'.repeat(2001) }, { field: 'note' }],
      [{ answer: 'change' }, { field: 'note' }],
      [{ answer: 'change', changes: 'all' }, { field: 'changes' }],
      [
        { answer: 'change', changes: [{ position: 1, text: 'x' }, 7] },
        { field: 'changes', index: 1 },
      ],
      [
        { answer: 'change', changes: [{ position: 9, text: 'x' }] },
        { field: 'changes', index: 0 },
      ],
      [
        { answer: 'change', changes: [{ position: 1, text: 'x'.repeat(501) }] },
        { field: 'changes', index: 0 },
      ],
    ];
    for (const [given, details] of wrong) {
      expect(await refused(secret, { hash, ...given })).toMatchObject({ code: 'PT422', details });
    }
    const key = randomUUID();
    await answer(secret, { hash, answer: 'change', note: 'One', key });
    expect(await refused(secret, { hash, answer: 'change', note: 'Other', key })).toMatchObject({
      code: 'PT409',
      message: 'idempotency_key_reused',
    });
    expect(await answersTo(quote)).toHaveLength(1);
  });

  test('to another revision is refused with what was read; the old link shows the new one', async () => {
    const { enquiry, quote, secret, hash } = await sent({ item: await item(1) });
    const former = (await open(secret))!.document;
    const revised = await issue(enquiry, { revises: quote });
    expect(await refused(secret, { hash })).toMatchObject({
      code: 'PT409',
      details: { reason: 'revised', seen: former },
    });
    expect(await refused(secret, { hash: 'f'.repeat(64) })).toMatchObject({
      details: { reason: 'revised', seen: null },
    });
    expect(await refused(secret, {})).toMatchObject({ details: { reason: 'revised' } });
    const shown = (await open(secret))!;
    expect(shown).toMatchObject({ newer: true, state: 'open' });
    expect(shown.hash).not.toBe(hash);
    expect(await answer(secret, { hash: shown.hash })).toMatchObject({
      state: 'accepted',
      newer: true,
    });
    expect(await answersTo(quote)).toEqual([]);
    expect(await answersTo(revised)).toHaveLength(1);
    const own = await open((await link(revised)).secret);
    expect(own).toMatchObject({ newer: false, state: 'accepted' });
  });

  test('accepts no quote past its validity', async () => {
    const enquiry = await enquire({ item: await item(1) });
    const { secret } = await link(await issue(enquiry, { valid: -1 }));
    const { hash, state } = (await open(secret))!;
    expect(state).toBe('expired');
    expect(await refused(secret, { hash })).toMatchObject({
      code: 'PT409',
      details: { reason: 'expired' },
    });
    expect(await answer(secret, { hash, answer: 'change', note: 'Until Friday?' })).toMatchObject({
      state: 'expired',
      answer: { answer: 'change' },
    });
  });

  test('is limited by address; a repeat does not count', async () => {
    const [limit] = await sql()<{ per_hour: number }[]>`
      select per_hour from private.settings where name = 'answers_by_address'`;
    expect(limit?.per_hour).toBe(60);
    await sql()`select private.set_limit('answers_by_address', 5)`;
    const { secret, hash } = await sent({ item: await item(1) });
    const asks = (n: number, key = randomUUID()) =>
      visit(
        studio.db,
        'answer_document',
        { secret, hash, answer: 'change', note: `Wish ${n}`, key },
        '203.0.113.60',
      );
    const key = randomUUID();
    await asks(0, key);
    for (let n = 1; n < 5; n += 1) await asks(n);
    await asks(0, key);
    const over = await refusal(asks(5));
    expect(over.code).toBe('PT429');
    expect(over.message).toMatch(
      /^Too many answers from your network\. Please try again in \d+ minutes\.$/,
    );
    await visit(
      studio.db,
      'answer_document',
      { secret, hash, answer: 'change', note: 'From home', key: randomUUID() },
      '203.0.113.61',
    );
    await sql()`select private.set_limit('answers_by_address', 60)`;
  });
});

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

describe('with the setting that acceptances make orders', () => {
  const crowd: { db: Database | null } = { db: null };
  beforeAll(async () => {
    await makesOrders(true);
    crowd.db = await openDatabase(studio.owner, { requestConnections: 32 });
  });
  afterAll(() => crowd.db?.close());

  test('500 acceptances at once are one acceptance and one order', async () => {
    const sofa = await item(1);
    const { enquiry, quote, secret, hash } = await sent({ item: sofa });
    const told = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        visit<Linked>(
          crowd.db!,
          'answer_document',
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
  }, 30_000);

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

describe('a report of a payment', () => {
  const claim = (secret: string, given: Record<string, unknown>, address?: string) =>
    visit<Linked>(
      studio.db,
      'claim_payment',
      { secret, amount: 500, key: randomUUID(), ...given },
      address,
    );

  test('is saved once per reference, for staff to match', async () => {
    const { quote, secret } = await sent({ item: await item(1) });
    const key = randomUUID();
    const told = await claim(secret, { amount: '500.50', utr: ' 4123 5678-9012 ', key });
    expect(told).toMatchObject({ state: 'open' });
    await claim(secret, { amount: '500.50', utr: ' 4123 5678-9012 ', key });
    await claim(secret, { utr: '412356789012' });
    const rows =
      await sql()`select amount::text, utr, state from payment_claims where document_id = ${quote}`;
    expect([...rows]).toEqual([{ amount: '500.50', utr: '412356789012', state: 'open' }]);
    for (const [given, field] of [
      [{ utr: '123' }, 'utr'],
      [{ utr: 'no bank!' }, 'utr'],
      [{ utr: '412356789013', amount: 0 }, 'amount'],
      [{ utr: '412356789013', amount: '10.001' }, 'amount'],
      [{ utr: '412356789013', amount: null }, 'amount'],
      [{ utr: '412356789013', key: null }, 'key'],
    ] as const) {
      const { code, detail } = await refusal(claim(secret, given));
      expect([code, JSON.parse(detail ?? '')]).toEqual(['PT422', { field }]);
    }
  });

  test('and how to pay: after the acceptance, to the account in the settings', async () => {
    const { secret, hash, number } = await sent({ item: await item(1) });
    await sql()`insert into private.studio_settings (key, value) values
      ('identity.upi_id', '"studio@bank"'), ('identity.bank_account', '"12345678"')`;
    expect(await open(secret)).toMatchObject({ pay: null, paid: null });
    expect(await answer(secret, { hash })).toMatchObject({
      pay: {
        upi: { id: 'studio@bank' },
        bank: { account: '12345678' },
        reference: number.replaceAll(/\W/g, ''),
        amount: 354,
      },
    });
  });
});
