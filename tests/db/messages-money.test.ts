import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { liftLimits, today } from './enquiry.ts';
import { useOutbox } from './message-calls.ts';
import { useMoney } from './money-calls.ts';
import { useQuotes, visit } from './quotes.ts';
import { committedAs } from './studio.ts';

const quotes = useQuotes();
const outbox = useOutbox(quotes.studio);

beforeAll(async () => {
  await liftLimits(quotes.studio.db);
  await outbox.setStudioAddress('desk@studio.test');
});
beforeEach(outbox.empty);

const documentOf = async (secret: string) => {
  const hash = createHash('sha256').update(secret).digest('hex');
  const [row] = await quotes.sql()<{ id: string; kind: string; revoked: boolean }[]>`
    select document_id as id, kind, revoked_at is not null as revoked from private.links
    where encode(token, 'hex') = ${hash}`;
  return row ?? null;
};

test('a message of the contact form is told to the studio with its words', async () => {
  await committedAs(quotes.studio.db, { role: 'anon' }, async (sql) => {
    await sql`select submit_contact_enquiry(${randomUUID()}, 'Zoya', 'Khan', '+919812300001', 'zoya@mail.test',
      'Is the loft free?')`;
  });
  const [message, ...others] = await outbox.sendAll();
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    template: 'message_new',
    to: null,
    content: {
      customer: { name: 'Zoya Khan', mobile: '+919812300001', email: 'zoya@mail.test' },
      rental: null,
      words: 'Is the loft free?',
      path: expect.stringMatching(/^\/ops\/customers\/CUST?-\d+$/),
    },
  });
});

describe('a quote', () => {
  test.each([
    ['accepted', { name: 'Asha Rao' }, null],
    ['declined', {}, null],
    [
      'change',
      { note: 'Two more days', changes: [{ position: 1, text: 'Only one' }] },
      'Two more days\nThing: Only one',
    ],
  ] as const)('%s is told to the studio once', async (answer, given, words) => {
    const { quote, secret, hash, number } = await quotes.sent({
      item: await quotes.item(3),
      quantity: 2,
    });
    await outbox.empty();
    const key = randomUUID();
    await quotes.answer(secret, { answer, name: null, ...given, hash, key });
    await quotes.answer(secret, { answer, name: null, ...given, hash, key });
    const [message, ...others] = await outbox.sendAll();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      template: 'quote_answered',
      content: {
        answer: { answer, name: 'name' in given ? given.name : null },
        words,
        document: { kind: 'quote', number },
        rental: { number: expect.stringMatching(/^ENQ-/) },
        path: `/ops/documents/${quote}`,
      },
    });
  });

  test('is sent with a link of its own, to the newest revision', async () => {
    const { enquiry, quote } = await quotes.sent({ item: await quotes.item(3) });
    await outbox.empty();
    const sql = quotes.sql();
    await sql`select private.queue_messages('quote', ${quotes.studio.ids.customer}, document => ${quote})`;
    const revised = await quotes.issue(enquiry, {
      revises: quote,
      edit: (draft) =>
        sql`update document_lines set text = 'Thing, red', quantity = 2 where document_id = ${draft}`,
    });
    await sql`update customers set email = 'asha@mail.test' where id = ${quotes.studio.ids.customer}`;
    const message = await outbox.claim();
    expect(message).toMatchObject({
      template: 'quote',
      to: 'asha@mail.test',
      content: {
        customer: { first_name: 'Asha' },
        document: { kind: 'quote', total: expect.any(Number), valid_until: today(7) },
        // The lines of the document, not those of the enquiry.
        rental: {
          number: expect.stringMatching(/^ENQ-/),
          lines: [{ name: 'Thing, red', quantity: 2 }],
          more: 0,
        },
        path: expect.stringMatching(/^\/quote\?k=[0-9a-f]{64}$/),
      },
    });
    const secret = message!.content.path!.slice('/quote?k='.length);
    expect(await documentOf(secret)).toEqual({ id: revised, kind: 'document', revoked: false });
    expect((await quotes.open(secret))?.state).toBe('open');
    await outbox.settle(message!, 'later');
    await outbox.age('5 minutes');
    const again = await outbox.claim();
    expect(await documentOf(secret)).toBeNull();
    expect(await documentOf(again!.content.path!.slice('/quote?k='.length))).not.toBeNull();
  });

  test('comes as it was issued, as a file too, where the studio wants that; the studio itself gets none', async () => {
    const { quote, secret, hash, number } = await quotes.sent({ item: await quotes.item(3) });
    await outbox.empty();
    const sql = quotes.sql();
    const queue = () =>
      sql`select private.queue_messages('quote', ${quotes.studio.ids.customer}, document => ${quote})`;
    await sql`update customers set email = 'asha@mail.test' where id = ${quotes.studio.ids.customer}`;
    await queue();
    expect(await outbox.claim()).toMatchObject({ attached: null });
    await outbox.empty();
    await sql`insert into private.studio_settings (key, value) values ('messages.attach_document', 'true')`;
    await queue();
    expect(await outbox.claim()).toMatchObject({
      attached: { kind: 'quote', number, lines: [{ quantity: 1 }] },
      content: { path: expect.stringMatching(/^\/quote\?k=/) },
    });
    await outbox.empty();
    await quotes.answer(secret, { answer: 'accepted', name: 'Asha Rao', hash });
    const told = await outbox.sendAll();
    expect(told.map(({ audience, attached }) => [audience, attached])).toEqual([['studio', null]]);
    await sql`delete from private.studio_settings where key = 'messages.attach_document'`;
  });

  test('of an order that was cancelled is not sent', async () => {
    const { enquiry, quote } = await quotes.sent({ item: await quotes.item(3) });
    await outbox.empty();
    const sql = quotes.sql();
    await sql`insert into orders (customer_id, enquiry_order_id, total_price, status)
      values (${quotes.studio.ids.customer}, ${enquiry.id}, 1, 'cancelled')`;
    const [made] = await sql<
      { id: string }[]
    >`select id from orders where enquiry_order_id = ${enquiry.id}`;
    await sql`select private.queue_messages('quote', ${quotes.studio.ids.customer}, ${enquiry.id}, ${made!.id}, ${quote})`;
    expect(await outbox.claim()).toBeNull();
    expect(await outbox.messages()).toMatchObject([{ state: 'skipped', reason: 'cancelled' }]);
  });

  test('a payment that a customer reports is told to the studio, until it was settled', async () => {
    const { secret } = await quotes.sent({ item: await quotes.item(3) });
    await outbox.empty();
    const claim = (key: string) =>
      visit(quotes.studio.db, 'claim_payment', { secret, amount: 250, utr: 'UTR 123456', key });
    const key = randomUUID();
    await claim(key);
    await claim(key);
    await claim(randomUUID());
    const message = await outbox.claim();
    expect(message).toMatchObject({
      template: 'payment_claimed',
      content: {
        payment: { amount: 250, method: null, reference: 'UTR123456', day: today(), due: null },
        path: '/ops/money',
      },
    });
    await outbox.settle(message!, 'later');
    expect(await outbox.messages()).toHaveLength(1);
    await quotes.sql()`update payment_claims set state = 'dismissed'`;
    await outbox.age('5 minutes');
    expect(await outbox.claim()).toBeNull();
    expect(await outbox.messages()).toMatchObject([{ state: 'skipped', reason: 'expired' }]);
  });
});

describe('money', () => {
  const money = useMoney();
  const sent = useOutbox(money.studio);
  beforeAll(async () => {
    await money.studio.db
      .owner`update customers set email = 'asha@mail.test' where id = ${money.studio.ids.customer}`;
  });
  beforeEach(sent.empty);

  test('that was received is told to the customer once, with what is due', async () => {
    const order = await money.order(50_000);
    const key = randomUUID();
    await money.record(order, { reference: 'UPI-1', key });
    await money.record(order, { reference: 'UPI-1', key });
    const [message, ...others] = await sent.sendAll();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      template: 'payment_received',
      to: 'asha@mail.test',
      content: {
        customer: { first_name: 'Asha' },
        rental: { number: expect.stringMatching(/^ORD-/) },
        payment: { amount: 25_000, method: 'upi', reference: 'UPI-1', day: today(), due: 34_000 },
        document: null,
        path: null,
      },
    });
  });

  test('with an invoice leads to it', async () => {
    const order = await money.order(50_000);
    const invoice = await money.issued(order, 'invoice', 59_000);
    await money.record(order);
    const [message] = await sent.sendAll();
    expect(message?.content).toMatchObject({
      document: { kind: 'invoice', total: 59_000 },
      path: expect.stringMatching(/^\/invoice\?k=[0-9a-f]{64}$/),
    });
    expect(invoice).toBeDefined();
  });

  test.each([
    ['refunded rent', { kind: 'refunded', amount: 10 }],
    ['tax deducted', { kind: 'tds', amount: 10 }],
    ['an entry of last month', { day: today(-30) }],
  ])('%s is not told', async (_, given) => {
    const order = await money.order(50_000);
    await money.record(order);
    await sent.empty();
    await money.record(order, given);
    expect(await sent.messages()).toEqual([]);
  });

  test('that was reversed before the e-mail went out is not told', async () => {
    const order = await money.order(50_000);
    const { payment } = await money.record(order);
    await money.reverse(payment);
    expect(await sent.claim()).toBeNull();
    expect(await sent.messages()).toMatchObject([{ state: 'skipped', reason: 'cancelled' }]);
  });

  test('of a customer without an address is skipped, and the record says why', async () => {
    const sql = money.studio.db.owner;
    await sql`update customers set email = null where id = ${money.studio.ids.customer}`;
    await money.record(await money.order(50_000));
    expect(await sent.claim()).toBeNull();
    expect(await sent.messages()).toMatchObject([{ state: 'skipped', reason: 'no_address' }]);
    await sql`update customers set email = 'asha@mail.test' where id = ${money.studio.ids.customer}`;
  });
});
