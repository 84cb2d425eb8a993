// @module-tag long
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDice } from '#tests/support/dice.ts';
import { scaled } from '#tests/support/scale.ts';
import { verifyBooks } from '../../scripts/verify-books.ts';
import { verifyOrders } from '../../scripts/verify-orders.ts';
import { saveSettings, useDocuments, type DocumentRecord } from './documents.ts';
import { today } from './enquiry.ts';
import { sqlState } from './studio.ts';

const { studio, call, make, issue } = useDocuments();

const OPERATIONS = scaled(20_000, 1000);
const ORDERS = 60;

interface Ledger {
  value: number;
  basis: string;
  billed: number;
  to_bill: number;
  to_credit: number;
  due: number;
  received: number;
  deposit: { held: number };
  rows: { id: string; kind: string; reversed_by: string | null }[];
  credits: { invoice: string; total: number; lines: { position: number; taxable: number }[] }[];
}

test(`${OPERATIONS} operations in any order leave books and balances whole`, async () => {
  const sql = studio.db.owner;
  const dice = createDice(20_261_201, 0);
  const random = (most: number) => dice.below(most);
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const key = () => randomUUID();
  const paise = (most: number) => (1 + random(most * 100)) / 100;
  await sql`insert into props (name, price, quantity) select 'Prop ' || n, 99.95 + n, 500 from generate_series(1, 12) as n`;
  const items = (await sql<{ id: string }[]>`select id from props where name like 'Prop %'`).map(
    ({ id }) => id,
  );
  const customers = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const [made] = await sql<[{ id: string }]>`
        insert into customers (first_name, last_name, mobile)
        values ('Asha', ${`W${n}`}, ${`+9198000001${10 + n}`}) returning id`;
      return made.id;
    }),
  );
  const orders: string[] = [];
  const quotes: string[] = [];
  const ledger = (order: string) => call<Ledger>('ledger', { order });
  const book = async () => {
    const first = random(20);
    const made = await call<{ id: string }>('make_rental', {
      make: 'order',
      customer: { id: pick(customers) },
      rental_from: today(first),
      rental_to: today(first + random(4)),
      lines: Array.from({ length: 1 + random(3) }, () => ({
        type: 'prop',
        item: pick(items),
        quantity: 1 + random(3),
      })),
      key: key(),
    });
    if (orders.length < ORDERS) orders.push(made.id);
    else orders[random(ORDERS)] = made.id;
  };
  const change = async (order: string) => {
    const lines = await sql<{ id: string }[]>`select id from order_items where order_id = ${order}`;
    const line = pick(lines)?.id;
    const first = random(20);
    const item = pick(items);
    const edit = pick([
      { action: 'quantity', line, quantity: 1 + random(4) },
      { action: 'price', line, price: paise(900), reason: 'Agreed' },
      { action: 'remove', line },
      { action: 'swap', line, type: 'prop', item },
      { action: 'add', line: key(), type: 'prop', item, quantity: 1 + random(2) },
      {
        action: 'add_text',
        description: 'Delivery',
        quantity: 1,
        price: paise(400),
        per_day: false,
      },
      { action: 'discount', percent: 1 + random(30), reason: 'Regular' },
      { action: 'discount', amount: paise(300), reason: 'Regular' },
      { action: 'discount', percent: null, reason: null },
      { action: 'dates', rental_from: today(first), rental_to: today(first + random(5)) },
    ]);
    await call('change_order', { id: order, changes: [edit], key: key() });
  };
  const credit = async ({ invoice, lines }: Ledger['credits'][number]) =>
    issue(
      await call<DocumentRecord>('make_credit_note', {
        invoice,
        lines,
        reason: 'Changed',
        key: key(),
      }),
    );
  const payment = (order: string, entry: Record<string, unknown>) =>
    call('record_payment', { order, day: today(), method: 'upi', key: key(), ...entry });
  const operations: ((order: string) => Promise<unknown>)[] = [
    book,
    change,
    change,
    change,
    async (order) => {
      const quote = await issue(await make('quote', { order }));
      quotes.push(quote.id);
    },
    async () => {
      const id = pick(quotes);
      if (id) await issue(await call<DocumentRecord>('revise_quote', { id, key: key() }));
    },
    async (order) => issue(await make('invoice', { order })),
    async (order) => {
      // A part of it.
      const draft = await make('invoice', { order });
      const lines = draft.lines.slice(0, 1 + random(draft.lines.length));
      await issue(
        await call<DocumentRecord>('change_document', {
          id: draft.id,
          version: draft.version,
          draft: { ...draft, billing_profile: draft.billing_profile?.id ?? null, lines },
          key: key(),
        }),
      );
    },
    async (order) => {
      const note = pick((await ledger(order)).credits);
      if (note) await credit(note);
    },
    async (order) => {
      const billed = await sql<{ id: string; position: number; taxable: number }[]>`
        select document.id, line.position, line.taxable::float
        from documents as document join document_lines as line on line.document_id = document.id
        where document.order_id = ${order} and document.kind = 'invoice' and document.state = 'issued'
        order by document.number, line.position`;
      const line = pick(billed);
      if (!line) return;
      const taxable = Math.max(0.01, Math.round(line.taxable * random(100)) / 100);
      const lines = [{ position: line.position, taxable }];
      await credit({ invoice: line.id, total: 0, lines });
    },
    async (order) => {
      const { due } = await ledger(order);
      const amount = random(2) ? due : paise(800);
      await payment(order, {
        account: 'rental',
        kind: 'received',
        amount,
        voucher: random(2) === 0,
      });
    },
    async (order) => {
      const { received } = await ledger(order);
      const amount = Math.max(0.01, Math.round(received * random(101)) / 100);
      await payment(order, {
        account: 'rental',
        kind: 'refunded',
        amount,
        voucher: random(2) === 0,
      });
    },
    (order) => payment(order, { account: 'deposit', kind: 'received', amount: paise(5000) }),
    async (order) => {
      const { due } = await ledger(order);
      await call('settle_deposit', { order, due, method: 'upi', day: today(), key: key() });
    },
    async (order) => {
      const entry = pick((await ledger(order)).rows.filter((row) => row.reversed_by === null));
      if (entry)
        await call('reverse_payment', { payment: entry.id, reason: 'Mistake', key: key() });
    },
    (order) => call('hand_over', { id: order, key: key() }),
    (order) =>
      call('take_back', {
        id: order,
        charges: [
          { description: 'Damage', quantity: 1, price: paise(500), charge: 'damage', line: null },
        ],
        key: key(),
      }),
    async (order) => {
      if (random(4) === 0) await sql`update orders set status = 'cancelled' where id = ${order}`;
    },
    async () => {
      const customer = pick(customers);
      const [known] = await sql<{ id: string }[]>`
        select id from billing_profiles where customer_id = ${customer ?? null} limit 1`;
      await call('save_billing_profile', {
        customer,
        profile: {
          id: known?.id ?? null,
          label: '',
          legal_name: 'Asha Films',
          gstin: pick(['', '27AAPFU0939F1ZV', '29AAGCB7383J1Z4']),
          address: 'Pune',
          state_code: pick(['27', '29']),
        },
        key: key(),
      });
    },
    async () => {
      if (random(10) > 0) return;
      if (random(2)) await saveSettings(studio, { 'studio.gst_rate': pick([0.18, 0.12, 0.05]) });
      else await saveSettings(studio, { 'documents.round_off': random(2) === 0 });
    },
  ];
  await book();
  for (let n = 0; n < OPERATIONS; n += 1) {
    const order = pick(orders);
    if (order === undefined) throw new Error('No order.');
    try {
      await pick(operations)?.(order);
    } catch (error) {
      if (!sqlState(error).startsWith('PT4')) throw error;
    }
  }
  expect((await verifyBooks(sql)).problems).toEqual([]);
  expect(await verifyOrders(sql)).toEqual([]);

  // Whatever happened, invoices and credit notes of the differences bill exactly what an order costs.
  for (const order of orders) {
    const before = await ledger(order);
    for (const note of before.credits) await credit(note);
    const [made] = await sql<[{ status: string }]>`select status from orders where id = ${order}`;
    if (before.to_bill > 0 && made.status !== 'cancelled') {
      const draft = await make('invoice', { order });
      if (draft.missing.length > 0) continue;
      await issue(draft);
    }
    const after = await ledger(order);
    expect([order, after.to_bill, after.to_credit]).toEqual([order, 0, 0]);
    const billed = after.basis === 'invoice' ? before.value : 0;
    expect([order, after.billed]).toEqual([order, billed]);
  }
  expect((await verifyBooks(sql)).problems).toEqual([]);
  expect(await verifyOrders(sql)).toEqual([]);
});
