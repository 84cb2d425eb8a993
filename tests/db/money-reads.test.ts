import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { useMoney } from './money-calls.ts';

const { studio, call, order, record, reverse, issued, ledger, refused } = useMoney();

type Due = {
  rows: { order: { id: string }; due: number; due_on: string | null; overdue: number }[];
  next: string | null;
  total: { orders: number; due: number; overdue_orders: number; overdue: number };
};

describe('the list of due amounts', () => {
  test('has the longest overdue first, page by page', async () => {
    const { total: before } = await call<Due>('due');
    const [late, later, paid, open] = [
      await order(100, -3),
      await order(200, 5),
      await order(300, -9),
      await order(400, null),
    ];
    await record(late, { amount: 18 });
    await record(paid, { amount: 354 });
    const own = new Set([late, later, paid, open]);
    const listed = async (given: { cursor?: string | null; most?: number } = {}) => {
      const page = await call<Due>('due', given);
      return { ...page, rows: page.rows.filter((row) => own.has(row.order.id)) };
    };
    const all = await listed();
    expect(all.rows.map((row) => [row.order.id, row.due, row.due_on, row.overdue])).toEqual([
      [late, 100, today(-3), 3],
      [later, 236, today(5), 0],
      [open, 472, null, 0],
    ]);
    expect(all.next).toBeNull();
    expect(all.total).toEqual({
      orders: before.orders + 3,
      due: before.due + 808,
      overdue_orders: before.overdue_orders + 1,
      overdue: before.overdue + 100,
    });
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listed({ cursor, most: 1 });
      pages.push(...page.rows.map((row) => row.order.id));
      cursor = page.next;
    } while (cursor);
    expect(pages).toEqual([late, later, open]);
    expect(await refused(call('due', { cursor: 'x' }))).toMatchObject({ code: 'PT400' });

    // A finished order without documents and entries is left out until it has an invoice.
    await studio.db.owner`update orders set status = 'completed' where id = ${later}`;
    expect((await listed()).rows.map((row) => row.order.id)).toEqual([late, open]);
    await issued(later, 'invoice', 1000);
    expect((await listed()).rows.map((row) => row.due)).toEqual([100, 1000, 472]);
    const plan = await studio.db.owner.begin(async (sql) => {
      // why: the table is tiny, so the planner would sort it.
      await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`;
      return sql<{ 'QUERY PLAN': string }[]>`explain (costs off)
        select order_id from private.order_balances
        where due > 0 and is_listed and (due_on, order_id) > ('2026-01-01', ${randomUUID()})
        order by due_on, order_id limit 50`;
    });
    expect(plan.map((row) => row['QUERY PLAN']).join()).toMatch(
      /Index.* using order_balances_due_idx/,
    );
  });

  test('follows the order, its documents and the GST rate', async () => {
    const made = await order(1000, 5);
    const balance = async () => {
      const [row] = await studio.db.owner<[{ due: number; due_on: string }]>`
        select due::float, due_on::text from private.order_balances where order_id = ${made}`;
      return [row.due, row.due_on];
    };
    expect(await balance()).toEqual([1180, today(5)]);
    await studio.db.owner`update order_items set price = 2000 where order_id = ${made}`;
    await studio.db.owner`update orders set rental_from = ${today(4)} where id = ${made}`;
    expect(await balance()).toEqual([2360, today(4)]);
    await studio.db
      .owner`insert into private.studio_settings (key, value) values ('studio.gst_rate', '0.05')`;
    expect(await balance()).toEqual([2100, today(4)]);
    await studio.db.owner`delete from private.studio_settings where key = 'studio.gst_rate'`;
    expect(await balance()).toEqual([2360, today(4)]);
    await studio.db.owner`update orders set status = 'cancelled' where id = ${made}`;
    expect(await balance()).toEqual([0, today(4)]);
  });
});

describe('the payments of a period', () => {
  test('are listed by day with order, customer and reversal', async () => {
    const made = await order();
    const first = await record(made, { day: today(-2), reference: 'p-1', note: 'Counter' });
    await record(made, { kind: 'tds', amount: 500 });
    await reverse(first.payment);
    const rows = await call<Record<string, unknown>[]>('payments_between', {
      from: today(-2),
      to: today(),
    });
    const own = rows.filter((row) => row['order'] === first.ledger.order.number);
    expect(own).toMatchObject([
      {
        day: today(-2),
        kind: 'received',
        amount: 25_000,
        method: 'upi',
        reference: 'p-1',
        reversed: true,
      },
      { day: today(), kind: 'tds', amount: 500, method: null, reversed: false },
      { day: today(), kind: 'reversal', amount: 25_000, reverses: 'received' },
    ]);
    expect(own[0]).toMatchObject({ customer_name: 'Asha Rao', note: 'Counter', voucher: null });
    const refusals: [string | null, string | null, string][] = [
      [null, today(), 'from'],
      [today(), null, 'to'],
      [today(), today(-1), 'to'],
      [today(-400), today(), 'to'],
      ['-infinity', today(), 'from'],
    ];
    for (const [from, to, field] of refusals) {
      expect(await refused(call('payments_between', { from, to }))).toMatchObject({
        code: 'PT422',
        detail: expect.stringContaining(`"${field}"`) as string,
      });
    }
  });
});

describe('a cancellation', () => {
  type Proposal = {
    hours_notice: number | null;
    refund_share: number;
    received: number;
    refund: number;
    retained: number;
    invoice: {
      total: number;
      taxable: number;
      tax: number;
      lines: { unit_price: number; rate: number }[];
    } | null;
    credit: { number: string; rest: number }[];
  };
  const propose = (of: string) => call<Proposal>('cancellation_proposal', { order: of });

  test('gives back what the policy says for the hours before the first day', async () => {
    const shares = await studio.db.owner<{ hours: number; share: number }[]>`
      select hours::float, private.refund_share(hours)::float as share
      from unnest(array[1000, 48, 47.9, 24, 23.9, 0, -23.9, -24]) as given (hours)`;
    expect(shares.map(({ hours, share }) => [hours, share])).toEqual([
      [1000, 1],
      [48, 1],
      [47.9, 0.75],
      [24, 0.75],
      [23.9, 0.5],
      [0, 0.5],
      [-23.9, 0.5],
      [-24, 0],
    ]);
    const [known] = await studio.db.owner<[{ hours: number }]>`
      select extract(epoch from (${today(1)}::date::timestamp at time zone 'Asia/Kolkata') - clock_timestamp())::float / 3600 as hours`;
    const made = await order(50_000, 1);
    await record(made);
    const proposal = await propose(made);
    expect(proposal.hours_notice).toBeGreaterThan(known.hours - 0.2);
    expect(proposal.hours_notice).toBeLessThanOrEqual(known.hours);
    expect(proposal).toMatchObject({
      refund_share: 0.5,
      received: 25_000,
      refund: 12_500,
      retained: 12_500,
    });
    await studio.db
      .owner`insert into private.studio_settings (key, value) values ('policy.refund_last', '0')`;
    // The design's figures: ₹25,000 with 18% inside.
    expect(await propose(made)).toMatchObject({
      refund: 0,
      retained: 25_000,
      invoice: {
        total: 25_000,
        taxable: 21_186.44,
        tax: 3813.56,
        lines: [{ unit_price: 21_186.44, rate: 18 }],
      },
    });
    await studio.db.owner`delete from private.studio_settings where key = 'policy.refund_last'`;
    expect((await ledger(made)).rows).toHaveLength(1);
  });

  test('is refunded once: whoever saw other money is refused, and a repeat gets the first answer', async () => {
    const made = await order(50_000, 1);
    await record(made, { amount: 20_000 });
    await studio.db.owner`update orders set status = 'cancelled' where id = ${made}`;
    const { refund, received } = await propose(made);
    const given = { kind: 'refunded', amount: refund, expected: received };
    const keys = [randomUUID(), randomUUID()];
    const both = await Promise.allSettled(keys.map((key) => record(made, { ...given, key })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const first = keys[both.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    expect((await record(made, { ...given, key: first })).ledger.rows).toHaveLength(2);
    expect((await ledger(made)).refunded).toBe(10_000);
    expect(await propose(made)).toMatchObject({ refund: 0, retained: 10_000 });
    expect(await refused(record(made, given))).toMatchObject({
      code: 'PT409',
      message: 'Somebody else recorded money of this order meanwhile. Look at it again.',
      detail: '{"reason": "changed"}',
    });
  });

  test('counts what was refunded, and the hours from the cancellation on', async () => {
    const made = await order(50_000, 1);
    await record(made);
    await record(made, { kind: 'refunded', amount: 10_000 });
    expect(await propose(made)).toMatchObject({
      received: 15_000,
      refund: 2500,
      retained: 12_500,
    });
    await record(made, { kind: 'refunded', amount: 2500 });
    expect(await propose(made)).toMatchObject({ refund: 0, retained: 12_500 });
    await studio.db.owner`update orders set status = 'cancelled' where id = ${made}`;
    await studio.db.owner`
      update crm_events set created_at = now() - interval '3 days'
      where subject_id = ${made} and what = 'status' and to_value = 'cancelled'`;
    expect(await propose(made)).toMatchObject({ refund_share: 1, refund: 12_500, retained: 0 });
    const cancelledAfter = async (time: string) => {
      await studio.db.owner`
        update crm_events set created_at = ${today(1)}::date::timestamp at time zone 'Asia/Kolkata' + ${time}::interval
        where subject_id = ${made} and what = 'status' and to_value = 'cancelled'`;
      return (await propose(made)).refund_share;
    };
    expect(await cancelledAfter('23:59')).toBe(0.5);
    expect(await cancelledAfter('24:00')).toBe(0);
  });

  test('gives all back without dates or in good time, and names the invoices to credit', async () => {
    const made = await order(50_000, null);
    await record(made);
    expect(await propose(made)).toMatchObject({
      hours_notice: null,
      refund: 25_000,
      invoice: null,
      credit: [],
    });
    const early = await order(50_000, 30);
    await issued(early, 'invoice', 30_000);
    await issued(early, 'credit_note', 10_000);
    expect(await propose(early)).toMatchObject({
      refund_share: 1,
      received: 0,
      refund: 0,
      invoice: null,
      credit: [{ rest: 20_000 }],
    });
    expect(await refused(propose(randomUUID()))).toMatchObject({ code: 'PT404' });
  });

  test('invoices only what no invoice bills, and all that is retained after a credit', async () => {
    const made = await order(50_000, 1);
    await record(made);
    await issued(made, 'invoice', 2500);
    expect(await propose(made)).toMatchObject({
      retained: 12_500,
      invoice: { total: 10_000 },
      credited: 0,
    });
    await issued(made, 'invoice', 20_000);
    expect(await propose(made)).toMatchObject({ invoice: { total: 12_500 }, credited: 0 });
    await issued(made, 'credit_note', 20_000);
    expect(await propose(made)).toMatchObject({ invoice: { total: 10_000 }, credited: 20_000 });
    // The tax inside an amount may miss some paise.
    await issued(made, 'invoice', 10_000.02);
    expect(await propose(made)).toMatchObject({ invoice: null });
  });
});
