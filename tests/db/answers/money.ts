import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  cancellationQuery,
  dismissClaim,
  dueQuery,
  ledgerQuery,
  matchClaim,
  openClaimsQuery,
  recordPayment,
  reversePayment,
  settleDeposit,
} from '#data/money/money.ts';
import { issueDocument, makeDocument } from '#data/documents/documents.ts';
import { readGstr1, readInvoiceRegister, readPayments } from '#data/money/registers.ts';
import { IDENTITY, saveSettings } from '../documents.ts';
import { daysAhead, today, type StudioDay } from './studio-day.ts';

/** Money of the order whose customer reported a payment, and the registers. */
export function moneyAnswers(studio: StudioDay): void {
  it('staff record money, match claims and export', async () => {
    const { staff, gateway, queries } = studio;
    const sql = gateway.db.owner;
    const key = () => randomUUID();
    await saveSettings(gateway, IDENTITY);
    const [invoiced] = await sql<{ id: string; order: string }[]>`
      select id, order_id as order from documents
      where kind = 'invoice' and state = 'issued' and customer_id in (
        select id from customers where mobile = '+919812345688')`;
    // A second report of the same transfer, and one that is wrong.
    const [claimed] = await sql<{ order: string }[]>`
      insert into payment_claims (document_id, order_id, amount, utr)
      select document_id, order_id, amount, utr from payment_claims where utr = '412356789012'
      returning order_id as order`;
    const [wrong] = await sql<{ id: string }[]>`
      insert into payment_claims (document_id, order_id, amount, utr)
      values (${invoiced!.id}, ${invoiced!.order}, 50, '999') returning id`;

    const open = async () => {
      const claims = await queries.fetchQuery({ ...openClaimsQuery(staff), staleTime: 0 });
      return claims.filter(({ order }) => order?.id === claimed!.order);
    };
    const [first, second] = await open();
    expect(first).toMatchObject({ amount: 2124, order: { due: 2124 }, same_reference: null });
    const matched = await matchClaim(staff, { claim: first!.id, key: key() });
    expect(matched.ledger).toMatchObject({ due: 0, received: 2124 });
    expect(await open()).toMatchObject([{ same_reference: { id: matched.payment } }]);
    await matchClaim(staff, { claim: second!.id, payment: matched.payment, key: key() });
    await dismissClaim(staff, wrong!.id);

    const order = invoiced!.order;
    const payment = {
      order,
      account: 'rental',
      kind: 'received',
      method: 'upi',
      day: today,
      note: 'Advance',
      voucher: true,
    } as const;
    const ledger = () => queries.fetchQuery({ ...ledgerQuery(staff, order), staleTime: 0 });
    const { due } = await ledger();
    const advance = { ...payment, amount: due, reference: 'U1', key: key() };
    const recorded = await recordPayment(staff, advance);
    expect(await recordPayment(staff, advance)).toEqual(recorded);
    const more = await recordPayment(staff, {
      ...payment,
      amount: 1,
      reference: '',
      voucher: false,
      key: key(),
    });
    expect(more.warning).toBe('₹1.00 more than is due was received.');
    await reversePayment(staff, { payment: more.payment, reason: 'Not ours', key: key() });
    expect(await ledger()).toMatchObject({ basis: 'invoice', due: 0 });
    await queries.fetchQuery({ ...ledgerQuery(staff, claimed!.order), staleTime: 0 });

    await queries.fetchQuery(cancellationQuery(staff, order));
    // why: a cancellation today retains a part.
    await sql`update orders set rental_from = ${today}, rental_to = ${today} where id = ${order}`;
    const cancelled = { ...cancellationQuery(staff, order), staleTime: 0 };
    expect(await queries.fetchQuery(cancelled)).toMatchObject({
      credit: [{ id: invoiced!.id }],
      invoice: { lines: [{ kind: 'charge' }] },
    });
    const { pages } = await queries.fetchInfiniteQuery(dueQuery(staff));
    expect(pages[0]?.total.orders).toBeGreaterThan(0);

    await settledFromDeposit(studio);

    const days = { from: daysAhead(-300), to: today };
    const payments = await readPayments(staff, days);
    expect(payments.filter((one) => one.reversed)).not.toEqual([]);
    expect((await readInvoiceRegister(staff, days)).map(({ id }) => id)).toContain(invoiced!.id);
    expect((await readGstr1(staff, days)).docs).not.toEqual([]);
    // why: later subjects count the settings that differ from their defaults.
    await sql`delete from private.studio_settings where key = any (${Object.keys(IDENTITY)})`;
  });
}

/** Damage after the invoice, taken from the deposit; then the charge is dropped, and to be credited. */
async function settledFromDeposit({ staff, gateway, queries }: StudioDay): Promise<void> {
  const sql = gateway.db.owner;
  const key = () => randomUUID();
  const [made] = await sql<[{ order: string }]>`
    with made as (
      insert into orders (customer_id, rental_from, rental_to, total_price)
      select id, ${today}, ${today}, 1000 from customers where mobile = '+919812345688' returning id)
    insert into order_items (order_id, description, price, quantity)
    select id, 'Lamp', 1000, 1 from made returning order_id as order`;
  const { order } = made;
  const ledger = () => queries.fetchQuery({ ...ledgerQuery(staff, order), staleTime: 0 });
  const draft = await makeDocument(staff, { kind: 'invoice', order, key: key() });
  await issueDocument(staff, { id: draft.id, version: draft.version, key: key() });
  const entry = {
    order,
    method: 'upi',
    reference: '',
    day: today,
    note: '',
    voucher: false,
  } as const;
  const rent = { ...entry, account: 'rental', kind: 'received', amount: 1180 } as const;
  await recordPayment(staff, { ...rent, key: key() });
  const held = { ...entry, account: 'deposit', kind: 'received', amount: 5000 } as const;
  await recordPayment(staff, { ...held, key: key() });
  await sql`
    insert into order_items (order_id, description, price, quantity, per_day, charge, position)
    values (${order}, 'Damage: torn cloth', 1000, 1, false, 'damage', 2)`;
  expect(await ledger()).toMatchObject({ value: 2360, billed: 1180, to_bill: 1180, due: 1180 });
  const settle = { order, due: 1180, method: 'upi', day: today, key: key() } as const;
  const settled = await settleDeposit(staff, settle);
  expect(settled).toMatchObject({
    applied: 1180,
    returned: 3820,
    ledger: { value: 2360, billed: 2360, due: 0, deposit: { held: 0 } },
  });
  expect(await settleDeposit(staff, settle)).toEqual(settled);
  await expect(settleDeposit(staff, { ...settle, key: key() })).rejects.toThrow(
    'Now ₹0.00 is due. Look at it again.',
  );
  await sql`delete from order_items where order_id = ${order} and position = 2`;
  expect(await ledger()).toMatchObject({
    due: -1180,
    credits: [{ invoice: settled.invoice, total: 1180 }],
  });
}
