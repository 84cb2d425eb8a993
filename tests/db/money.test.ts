import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { field, reason, useMoney } from './money-calls.ts';
import type { Recorded } from './money-calls.ts';

const { studio, call, together, order, record, reverse, issued, ledger, claim, refused, events } =
  useMoney();

describe('the money of an order', () => {
  test('starts with nothing received of the total with GST', async () => {
    const made = await order();
    expect(await ledger(made)).toMatchObject({
      order: { payment_status: 'advance_received' },
      rows: [],
      value: 59_000,
      billed: 0,
      basis: 'estimate',
      received: 0,
      due: 59_000,
      deposit: { held: 0 },
    });
    expect(await refused(ledger(randomUUID()))).toMatchObject({ code: 'PT404' });
  });

  test('is an advance, then fully paid, then refunded, in the payment field too', async () => {
    const made = await order();
    const steps: [Record<string, string | number>, number, string][] = [
      [{ amount: 25_000 }, 34_000, 'advance_received'],
      [{ kind: 'tds', amount: 1000 }, 33_000, 'advance_received'],
      [{ amount: 32_999.5 }, 0.5, 'advance_received'],
      [{ kind: 'written_off', amount: 0.5 }, 0, 'fully_paid'],
      [{ kind: 'refunded', amount: 7999.5 }, 7999.5, 'advance_received'],
      [{ kind: 'refunded', amount: 50_000 }, 57_999.5, 'refunded'],
    ];
    for (const [given, due, status] of steps) {
      const { ledger: now } = await record(made, given);
      expect([given, now.due, now.order.payment_status]).toEqual([given, due, status]);
    }
    expect(await events(made)).toEqual([
      'payment_recorded rental received 25000.00',
      'payment_recorded rental tds 1000.00',
      'payment_recorded rental received 32999.50',
      'payment_recorded rental written_off 0.50',
      'payment_status advance_received fully_paid',
      'payment_recorded rental refunded 7999.50',
      'payment_status fully_paid advance_received',
      'payment_recorded rental refunded 50000.00',
      'payment_status advance_received refunded',
    ]);
  });

  test('leaves the payment field to staff between payments', async () => {
    const made = await order();
    await studio.db.owner`update orders set payment_status = 'pending' where id = ${made}`;
    expect((await record(made, { amount: 1 })).ledger.order.payment_status).toBe(
      'advance_received',
    );
    await studio.db.owner`update orders set payment_status = 'refunded' where id = ${made}`;
    expect((await ledger(made)).order.payment_status).toBe('refunded');
    const held = await record(made, { account: 'deposit', amount: 5000 });
    expect(held.ledger.order.payment_status).toBe('refunded');
  });

  test('holds a deposit apart, and never more than was received', async () => {
    const made = await order(1000);
    await record(made, { account: 'deposit', amount: 5000 });
    expect(await ledger(made)).toMatchObject({ received: 0, due: 1180, deposit: { held: 5000 } });
    expect(
      await refused(record(made, { account: 'deposit', kind: 'refunded', amount: 5000.01 })),
    ).toMatchObject({ message: 'The deposit is ₹5,000.00.', detail: field('amount') });
    expect(
      await refused(record(made, { account: 'deposit', kind: 'deposit_applied', amount: 1180.01 })),
    ).toMatchObject({ message: 'Only ₹1,180.00 is due. Return the rest of the deposit.' });
    await record(made, { account: 'deposit', kind: 'deposit_applied', amount: 1180 });
    await record(made, { account: 'deposit', kind: 'refunded', amount: 3820 });
    expect(await ledger(made)).toMatchObject({
      order: { payment_status: 'fully_paid' },
      received: 1180,
      refunded: 0,
      due: 0,
      deposit: { held: 0 },
    });
  });

  test('follows quotes and invoices', async () => {
    const made = await order();
    await issued(made, 'quote', 40_000);
    expect(await ledger(made)).toMatchObject({ basis: 'estimate', value: 59_000 });
    const accepted = await issued(made, 'quote', 50_000);
    await issued(made, 'quote', 50_000.5);
    expect(await ledger(made)).toMatchObject({ basis: 'quote', value: 50_000.5 });
    await studio.db.owner`insert into document_answers (document_id, revision_hash, answer, name)
      values (${accepted}, sha256(''), 'accepted', 'Asha')`;
    expect(await ledger(made)).toMatchObject({ basis: 'quote', value: 50_000 });
    await issued(made, 'invoice', 30_000);
    await issued(made, 'invoice', 20_000);
    expect(await ledger(made)).toMatchObject({ basis: 'invoice', billed: 50_000, due: 50_000 });
    await issued(made, 'credit_note', 5000);
    expect(await ledger(made)).toMatchObject({
      basis: 'invoice',
      billed: 45_000,
      value: 50_900,
      due: 50_900,
    });
    const [saved] = await studio.db.owner`
      select value::float, billed::float, due::float, basis from private.order_balances where order_id = ${made}`;
    expect(saved).toEqual({ value: 50_900, billed: 45_000, due: 50_900, basis: 'invoice' });
  });

  test('of a cancelled order without an invoice is to be refunded', async () => {
    const made = await order();
    await record(made, { amount: 25_000 });
    await studio.db.owner`update orders set status = 'cancelled' where id = ${made}`;
    expect(await ledger(made)).toMatchObject({ basis: 'none', value: 0, due: -25_000 });
    const late = await record(made, { amount: 500 });
    expect(late.warning).toBe('₹500.00 more than is due was received.');
  });
});

describe('an entry that cannot be right', () => {
  test('is refused with a sentence', async () => {
    const made = await order();
    const cases: [Record<string, string | number | null | boolean>, string, string][] = [
      [{ amount: 0 }, 'amount', 'Enter an amount above ₹0.'],
      [{ amount: -5 }, 'amount', 'Enter an amount above ₹0.'],
      [{ amount: 'NaN' }, 'amount', 'Enter an amount above ₹0.'],
      [{ amount: null }, 'amount', 'Enter an amount above ₹0.'],
      [{ amount: 0.001 }, 'amount', 'Enter whole paise: at most two decimals.'],
      [{ amount: 1e12 }, 'amount', 'This amount is too large.'],
      [
        { amount: 590_000.01 },
        'amount',
        'This is more than ten times what the order costs (₹59,000.00). Check the amount.',
      ],
      [{ kind: 'refunded', amount: 1 }, 'amount', 'Only ₹0.00 was received.'],
      [{ kind: 'tds', amount: 59_000.01 }, 'amount', 'Only ₹59,000.00 is due.'],
      [{ kind: 'written_off', amount: 59_001 }, 'amount', 'Only ₹59,000.00 is due.'],
      [{ kind: 'reversal' }, 'kind', 'Select what this entry records.'],
      [{ kind: 'deposit_applied' }, 'kind', 'Select what this entry records.'],
      [{ account: 'deposit', kind: 'tds' }, 'kind', 'Select what this entry records.'],
      [{ account: 'savings' }, 'account', 'Select rent or deposit.'],
      [{ method: null }, 'method', 'Select how the money was paid.'],
      [{ method: 'shells' }, 'method', 'Select how the money was paid.'],
      [{ day: today(1) }, 'day', 'This day is in the future.'],
      [{ day: 'infinity' }, 'day', 'This day is in the future.'],
      [{ day: today(-367) }, 'day', 'This day is more than a year before the order was made.'],
      [
        { reference: 'x'.repeat(61) },
        'reference',
        'A reference has at most 60 characters on one line.',
      ],
      [{ note: 'x'.repeat(501) }, 'note', 'A note has at most 500 characters.'],
      [
        { account: 'deposit', voucher: true },
        'voucher',
        'Vouchers are issued for money of the rent only.',
      ],
      [{ key: null }, 'key', 'An idempotency key is required'],
    ];
    for (const [given, at, message] of cases) {
      expect([given, await refused(record(made, given))]).toMatchObject([
        given,
        { code: 'PT422', message, detail: field(at) },
      ]);
    }
    expect((await ledger(made)).rows).toEqual([]);
    const free = await order(0);
    expect(await refused(record(free))).toMatchObject({
      message: 'This order costs nothing. Issue an invoice for what was paid first.',
    });
    expect(await refused(record(randomUUID()))).toMatchObject({ code: 'PT404' });
  });

  test('with more than is due is recorded with a warning', async () => {
    const made = await order();
    const { warning, ledger: now } = await record(made, { amount: 60_000 });
    expect(warning).toBe('₹1,000.00 more than is due was received.');
    expect([now.due, now.order.payment_status]).toEqual([-1000, 'fully_paid']);
  });

  test('has a reference of another payment, which is named', async () => {
    const [one, other] = [await order(), await order()];
    const first = await record(one, { reference: ' 4123ABC ' });
    expect(first.ledger.rows[0]?.reference).toBe('4123ABC');
    expect(await refused(record(other, { reference: '4123abc' }))).toMatchObject({
      code: 'PT422',
      message: `A payment of ${first.ledger.order.number} has this reference already.`,
      detail: field('reference'),
    });
    expect(await refused(record(one, { reference: '4123abc' }))).toMatchObject({
      message: 'A payment of this order has this reference already.',
    });
    // One transfer may be split into the rent and the deposit of one order, and another method has other numbers.
    expect(
      await refused(record(other, { account: 'deposit', reference: '4123ABC' })),
    ).toMatchObject({
      code: 'PT422',
    });
    await record(one, { account: 'deposit', reference: '4123ABC' });
    await record(other, { method: 'cheque', reference: '4123ABC' });
    const none = await record(other);
    expect((await record(other)).ledger.rows.at(-1)?.reference).toBe(
      none.ledger.rows.at(-1)?.reference,
    );
    await reverse(first.payment);
    await refused(record(other, { reference: '4123ABC' }));
    await studio.db.owner`delete from private.payment_references where account = 'deposit'`;
    await record(other, { reference: '4123ABC' });
  });
});

describe('a reversal', () => {
  test('takes an entry back, once', async () => {
    const made = await order();
    const paid = await record(made, { note: 'At the desk' });
    const { ledger: now } = await reverse(paid.payment, { reason: ' Cheque bounced ' });
    expect(now).toMatchObject({ received: 0, due: 59_000, order: { payment_status: 'pending' } });
    expect(now.rows.map(({ kind, note }) => [kind, note])).toEqual([
      ['received', 'At the desk'],
      ['reversal', 'Cheque bounced'],
    ]);
    expect(now.rows[0]?.reversed_by).toBe(now.rows[1]?.id);
    expect(await refused(reverse(paid.payment))).toMatchObject({
      code: 'PT409',
      message: 'This entry was reversed already.',
      detail: reason('reversed'),
    });
    expect(await refused(reverse(now.rows[1]?.id ?? ''))).toMatchObject({
      message: 'A reversal cannot be reversed. Record the payment again.',
    });
    expect(await refused(reverse(paid.payment, { reason: ' ' }))).toMatchObject({
      detail: field('reason'),
    });
    expect(await refused(reverse(randomUUID()))).toMatchObject({ code: 'PT404' });
    expect(await events(made)).toContain('payment_reversed rental received 25000.00');
  });

  test('is refused when the money was given back or applied since', async () => {
    const made = await order();
    const paid = await record(made);
    const back = await record(made, { kind: 'refunded', amount: 1 });
    expect(await refused(reverse(paid.payment))).toMatchObject({
      code: 'PT409',
      message: 'This money was refunded since. Reverse the refund first.',
      detail: reason('in_use'),
    });
    await reverse(back.payment);
    await reverse(paid.payment);
    const deposit = await record(made, { account: 'deposit', amount: 500 });
    await record(made, { account: 'deposit', kind: 'deposit_applied', amount: 500 });
    expect(await refused(reverse(deposit.payment))).toMatchObject({ detail: reason('in_use') });
  });
});

describe('a claim of a customer', () => {
  test('is matched by recording its payment, and open again when that is reversed', async () => {
    const made = await order();
    const document = await issued(made, 'quote', 59_000);
    const told = await claim(document, 25_000, '998877');
    const open = await call<{ id: string; order: { id: string; due: number } }[]>('open_claims');
    expect(open.find(({ id }) => id === told)).toMatchObject({ order: { id: made, due: 59_000 } });
    const key = randomUUID();
    const matched = await call<Recorded>('match_claim', { claim: told, key });
    expect(matched.ledger).toMatchObject({
      received: 25_000,
      rows: [{ reference: '998877' }],
      claims: [{ id: told, state: 'matched', payment_id: matched.payment }],
    });
    expect(await call('match_claim', { claim: told, key })).toEqual(matched);
    expect(await refused(call('match_claim', { claim: told, key: randomUUID() }))).toMatchObject({
      code: 'PT409',
      detail: reason('matched'),
    });
    expect(await refused(call('dismiss_claim', { claim: told }))).toMatchObject({
      detail: reason('matched'),
    });
    await reverse(matched.payment);
    const again = await call<Recorded>('match_claim', {
      claim: told,
      amount: 24_000,
      key: randomUUID(),
    });
    expect(again.ledger.received).toBe(24_000);
    expect(await events(made)).toEqual([
      'payment_claimed 25000.00',
      'payment_recorded rental received 25000.00',
      'payment_reversed rental received 25000.00',
      'payment_status advance_received pending',
      'payment_recorded rental received 24000.00',
      'payment_status pending advance_received',
    ]);
  });

  test('is matched with a payment that was recorded before, or dismissed', async () => {
    const made = await order();
    const document = await issued(made, 'invoice', 59_000);
    const paid = await record(made, { reference: '112233' });
    const [one, two] = [await claim(document, 25_000, '112233'), await claim(document, 1, '0')];
    const shown = (
      await call<{ id: string; same_reference: { id: string; order: string } | null }[]>(
        'open_claims',
      )
    ).find(({ id }) => id === one);
    expect(shown?.same_reference).toMatchObject({
      id: paid.payment,
      order: paid.ledger.order.number,
    });
    expect(
      await refused(call('match_claim', { claim: one, payment: randomUUID(), key: randomUUID() })),
    ).toMatchObject({
      code: 'PT404',
    });
    await call('match_claim', { claim: one, payment: paid.payment, key: randomUUID() });
    for (let time = 0; time < 2; time += 1) {
      expect(await call('dismiss_claim', { claim: two })).toEqual({ id: two, state: 'dismissed' });
    }
    expect((await ledger(made)).claims.map(({ state }) => state)).toEqual(['matched', 'dismissed']);
    expect((await ledger(made)).received).toBe(25_000);
    expect(await refused(call('match_claim', { claim: two, key: randomUUID() }))).toMatchObject({
      detail: reason('dismissed'),
    });
    expect(await refused(call('dismiss_claim', { claim: randomUUID() }))).toMatchObject({
      code: 'PT404',
    });
  });

  test('is matched once by callers at the same moment', async () => {
    const made = await order();
    const told = await claim(await issued(made, 'invoice', 59_000), 25_000, '445566');
    const match = () => call('match_claim', { claim: told, key: randomUUID() });
    const raced = await together([made], [match, match, match, match]);
    expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await ledger(made)).received).toBe(25_000);
  });

  test('of an enquiry waits for its order', async () => {
    const [document] = await studio.db.owner<[{ id: string }]>`
      insert into documents (kind, enquiry_order_id, customer_id)
      values ('quote', ${studio.ids.enquiry}, ${studio.ids.customer}) returning id`;
    const told = await claim(document.id, 100, '778899');
    expect(await refused(call('match_claim', { claim: told, key: randomUUID() }))).toMatchObject({
      code: 'PT409',
      detail: reason('no_order'),
    });
    const made = await order();
    await studio.db
      .owner`update orders set enquiry_order_id = ${studio.ids.enquiry} where id = ${made}`;
    const matched = await call<Recorded>('match_claim', { claim: told, key: randomUUID() });
    expect(matched.ledger).toMatchObject({ order: { id: made }, received: 100 });
  });
});
