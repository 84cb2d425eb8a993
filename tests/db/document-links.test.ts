import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { useQuotes, visit } from './quotes.ts';
import { committedAs, refusal } from './studio.ts';
import type { CallerName } from './studio.ts';

const { studio, sql, call, said, item, enquire, convert, issue, link, open, answer, refused } =
  useQuotes();

const quoteOf = async (of: Parameters<typeof issue>[1] = {}) => {
  const enquiry = await enquire({ item: await item(1) });
  return { enquiry, quote: await issue(enquiry, of) };
};
const draft = async () => {
  const enquiry = await enquire({ item: await item(1) });
  const [made] = await sql()<{ id: string }[]>`
    insert into documents (kind, enquiry_order_id, customer_id) values ('quote', ${enquiry.id}, ${studio.ids.customer})
    returning id`;
  return made!.id;
};
/** The moment in UTC at which a day of the studio begins, days from today. */
const startOf = (days: number) => new Date(`${today(days)}T00:00:00+05:30`).toISOString();
const run = (statement: string, caller: CallerName) =>
  committedAs(studio.db, studio.who(caller), (query) => query.unsafe(statement));
/** All rows of all tables as text, by table. */
const contents = async () => {
  const tables = await sql()<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await sql().unsafe<{ text: string }[]>(
        `select coalesce(string_agg(to_jsonb(t)::text, ' ' order by to_jsonb(t)::text), '') as text from ${name} t`,
      );
      return [name, row!.text] as const;
    }),
  );
  return Object.fromEntries(rows);
};

describe('a link to a document', () => {
  test('is made by CRM staff, once per key; only its hash is stored', async () => {
    const { enquiry, quote } = await quoteOf();
    const given = { document: quote, key: randomUUID() };
    for (const caller of ['anon', 'no profile', 'inventory_user', 'service_role'] as const) {
      expect(await said('make_document_link', given, caller)).toMatchObject({ code: '42501' });
    }
    const first = await link(quote, false, given.key);
    const again = await link(quote, false, given.key);
    expect(first.secret).toMatch(/^[\da-f]{64}$/);
    expect([again.id, again.expires_at]).toEqual([first.id, first.expires_at]);
    expect(await open(first.secret)).toBeNull();
    expect(await open(again.secret)).toMatchObject({ state: 'open', newer: false, preview: false });
    await answer(again.secret, { hash: (await open(again.secret))!.hash });
    const stored = Object.values(await contents()).join(' ');
    expect(stored).toContain(first.id);
    for (const { secret } of [first, again]) expect(stored).not.toContain(secret);
    const sent = await sql()`
      select from crm_events where subject_id = ${enquiry.id} and what = 'document_sent'`;
    expect(sent).toHaveLength(1);
    expect(await said('make_document_link', { document: quote })).toMatchObject({ code: 'PT422' });
    const unknown = { document: randomUUID(), key: randomUUID() };
    expect(await said('make_document_link', unknown)).toMatchObject({ code: 'PT404' });
  });

  test('is valid until 30 days after its quote, 180 days for others, an hour for a preview', async () => {
    const { quote } = await quoteOf({ valid: 7 });
    expect((await link(quote)).expires_at).toBe(startOf(38));
    const { quote: past } = await quoteOf({ valid: -60 });
    expect((await link(past)).expires_at).toBe(startOf(31));
    const order = await convert((await enquire({ item: await item(1) })).id);
    const invoice = await issue({ id: order.id, from: 'order' }, { kind: 'invoice' });
    const { secret, expires_at } = await link(invoice);
    expect(expires_at).toBe(startOf(181));
    expect(await open(secret)).toMatchObject({ state: 'invoice', order: order['order_number'] });
    expect(await refused(secret, {})).toMatchObject({
      code: 'PT422',
      details: { field: 'answer' },
    });
    const preview = await link(quote, true);
    const minutes = (Date.parse(preview.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThan(61);
  });

  test('shows nothing for an unknown, expired or revoked secret, without a difference', async () => {
    const { quote } = await quoteOf();
    const [revoked, expired, preview, good] = [
      await link(quote),
      await link(quote),
      await link(quote, true),
      await link(quote),
    ];
    await call('revoke_link', { id: revoked.id }, 'crm_user');
    await call('revoke_link', { id: revoked.id }, 'admin');
    await sql()`update private.links set expires_at = clock_timestamp() where id in ${sql()([expired.id, preview.id])}`;
    const calendar = await call<{ secret: string }>(
      'make_calendar_link',
      { subject: 'studio', key: randomUUID() },
      'admin',
    );
    const wrong = [
      revoked.secret,
      expired.secret,
      preview.secret,
      calendar.secret,
      '',
      'x'.repeat(5_000),
      quote,
    ];
    const address = '203.0.113.9';
    for (const secret of wrong) expect(await open(secret, address)).toBeNull();
    const key = randomUUID();
    expect(
      await visit(
        studio.db,
        'answer_document',
        { secret: revoked.secret, answer: 'accepted', key },
        address,
      ),
    ).toBeNull();
    expect(
      await visit(
        studio.db,
        'claim_payment',
        { secret: expired.secret, amount: 1, utr: '123456', key },
        address,
      ),
    ).toBeNull();
    // Ten attempts in an hour; then the address is told to wait for others, and valid links still open.
    expect(await open('f'.repeat(64), address)).toBeNull();
    const over = await refusal(open('f'.repeat(64), address));
    expect(over.code).toBe('PT429');
    expect(over.message).toMatch(
      /^Too many attempts from your network\. Please try again in (\d+ minutes|a minute)\.$/,
    );
    expect(JSON.parse(over.detail ?? '')).toMatchObject({
      retry_after: expect.any(Number) as number,
    });
    expect(await open(good.secret, address)).not.toBeNull();
    expect(await open('f'.repeat(64), '203.0.113.10')).toBeNull();
    await sql()`update private.limit_uses set used_at = used_at - interval '1 hour'`;
    expect(await open('f'.repeat(64), address)).toBeNull();
  });

  test('counts no wrong secret that another site had opened', async () => {
    const address = '203.0.113.11';
    const wrong = 'e'.repeat(64);
    for (let tries = 0; tries < 12; tries += 1) {
      expect(await open(wrong, address, 'cross-site')).toBeNull();
      expect(
        await visit(studio.db, 'linked_enquiry', { secret: wrong }, address, 'cross-site'),
      ).toBeNull();
    }
    for (let tries = 0; tries < 10; tries += 1)
      expect(await open(wrong, address, 'same-origin')).toBeNull();
    expect((await refusal(open(wrong, address, 'same-origin'))).code).toBe('PT429');
    expect(await open(wrong, address, 'cross-site')).toBeNull();
  });

  test('changes nothing when it is opened, but the day of the last opening', async () => {
    const { quote } = await quoteOf();
    const { id, secret } = await link(quote);
    const before = await contents();
    await open(secret, '203.0.113.20');
    await open(secret, '203.0.113.20');
    const after = await contents();
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed).toEqual(['private.links']);
    const [opened] = await sql()<{ day: string }[]>`
      select last_opened::text as day from private.links where id = ${id}`;
    expect(opened?.day).toBe(today());
  });

  test('opens no draft, but a preview does; a preview cannot answer', async () => {
    const document = await draft();
    const refusedLink = await said('make_document_link', { document, key: randomUUID() });
    expect(refusedLink).toMatchObject({ code: 'PT409', detail: '{"reason": "incomplete"}' });
    const { secret } = await link(document, true);
    const shown = (await open(secret))!;
    expect(shown).toMatchObject({ preview: true, state: 'open', document: { number: null } });
    for (const given of ['accepted', 'declined', 'change']) {
      expect(await refused(secret, { hash: shown.hash, answer: given })).toMatchObject({
        code: 'PT409',
        details: { reason: 'preview' },
      });
    }
    const claim = visit(studio.db, 'claim_payment', {
      secret,
      amount: 1,
      utr: '123456',
      key: randomUUID(),
    });
    expect(await refusal(claim)).toMatchObject({ code: 'PT409', detail: '{"reason": "preview"}' });
    // A preview of an earlier revision shows that one.
    const { enquiry, quote } = await quoteOf();
    const preview = await link(quote, true);
    const former = await open(preview.secret);
    await issue(enquiry, { revises: quote });
    expect(await open(preview.secret)).toEqual(former);
  });

  test('is logged without what it opens, and is not among the calendars', async () => {
    const { quote } = await quoteOf();
    const made = await link(quote);
    await link(quote, true);
    await call('revoke_link', { id: made.id }, 'crm_user');
    const logged = await sql()<{ what: string; label: string; changes: object }[]>`
      select what, label, changes from private.activity where table_name = 'links' and record_id = ${made.id}`;
    expect([...logged]).toEqual([
      {
        what: 'changed',
        label: expect.stringMatching(/^Document of CUS-\d{5}$/) as string,
        changes: { revoked_at: [null, expect.any(String)] },
      },
    ]);
    const listed = JSON.stringify(await call('calendar_links', {}, 'admin'));
    expect(listed).not.toContain(made.id);
    expect(
      await sql()`select from private.activity where table_name = 'links' and what = 'created' and label like 'Document%'`,
    ).toHaveLength(0);
  });

  test('ends when its order is cancelled', async () => {
    const { enquiry, quote } = await quoteOf();
    const { secret } = await link(quote);
    const order = await call('order_from_quote', { document: quote, key: randomUUID() });
    const own = await link(await issue({ id: order.id, from: 'order' }));
    const other = await link((await quoteOf()).quote);
    expect(await open(secret)).not.toBeNull();
    await run(`update orders set status = 'cancelled' where id = '${order.id}'`, 'crm_user');
    expect([await open(secret), await open(own.secret)]).toEqual([null, null]);
    expect(await open(other.secret)).not.toBeNull();
    // Sent again, it cannot be accepted.
    const again = (await link(quote)).secret;
    expect(await open(again)).toMatchObject({ state: 'expired' });
    expect(enquiry.id).not.toBe(order.id);
  });

  test('ends when the customer is erased, with what they wrote', async () => {
    const [customer] = await sql()<{ id: string }[]>`
      insert into customers (first_name, last_name, mobile, email)
      values ('Qanary', 'Erased', '+919811111111', 'q@qanary.test') returning id`;
    const { enquiry, quote } = await quoteOf({ customer: customer!.id });
    await sql()`update enquiry_orders set customer_id = ${customer!.id} where id = ${enquiry.id}`;
    const { secret } = await link(quote);
    const { hash } = (await open(secret))!;
    await answer(
      secret,
      {
        hash,
        answer: 'change',
        name: 'Qanary',
        note: 'Qanary wish',
        changes: [{ position: 1, text: 'Qanary' }],
      },
      '203.0.113.99',
    );
    await answer(secret, { hash, name: 'Qanary Erased' });
    await run(`select erase_customer('${customer!.id}')`, 'admin');
    expect(await open(secret)).toBeNull();
    const refusedLink = await said('make_document_link', { document: quote, key: randomUUID() });
    expect(refusedLink).toMatchObject({ code: 'PT409', detail: '{"reason": "erased"}' });
    const rows = await sql()`
      select answer, name, note, changes, address from document_answers where document_id = ${quote} order by created_at`;
    const nothing = { name: null, note: null, changes: [], address: null };
    expect([...rows]).toEqual([
      { answer: 'change', ...nothing },
      { answer: 'accepted', ...nothing },
    ]);
    const left = await contents();
    const with_canary = Object.keys(left).filter((name) =>
      /qanary|203\.0\.113\.99/i.test(left[name]!),
    );
    expect(with_canary).toEqual([]);
  });

  test('answers are read by CRM staff and written by nobody', async () => {
    const { quote } = await quoteOf();
    const { secret } = await link(quote);
    await answer(secret, { hash: (await open(secret))!.hash });
    const count = async (caller: CallerName) => {
      const [row] = await studio.as(
        caller,
        (query) => query<{ n: number }[]>`select count(*)::int as n from document_answers`,
      );
      return row?.n;
    };
    expect(await count('crm_user')).toBeGreaterThan(0);
    expect(await count('inventory_user')).toBe(0);
    for (const statement of [
      'delete from document_answers',
      `update document_answers set name = 'Other'`,
      `insert into document_answers (document_id, revision_hash, answer) values ('${quote}', decode(repeat('00', 32), 'hex'), 'declined')`,
    ]) {
      for (const caller of ['anon', 'crm_user', 'admin', 'service_role'] as const) {
        expect((await refusal(run(statement, caller))).code).toBe('42501');
      }
    }
  });
});
