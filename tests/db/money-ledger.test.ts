import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ledgerSums } from '#domain/money/ledger-sums.ts';
import { today } from './enquiry.ts';
import { reason, useMoney } from './money-calls.ts';
import type { Ledger } from './money-calls.ts';

const { studio, call, together, order, record, reverse, ledger, refused } = useMoney();

describe('the ledger', () => {
  test('never changes, for any caller', async () => {
    const made = await order();
    const { payment } = await record(made, { note: 'Paid by his brother' });
    for (const statement of [
      `update payments set amount = 1`,
      `update payments set note = null`,
      `update payments set created_by = null`,
      `update payments set customer_id = (select id from customers where id <> payments.customer_id limit 1)`,
      `delete from payments`,
    ]) {
      const run = `${statement} where id = '${payment}'`;
      expect([run, await refused(studio.db.owner.unsafe(run))]).toMatchObject([
        run,
        { code: 'PT409', detail: reason('ledger') },
      ]);
      for (const caller of ['crm_user', 'admin', 'service_role'] as const) {
        expect(await refused(studio.as(caller, (sql) => sql.unsafe(run)))).toMatchObject({
          code: '42501',
        });
      }
    }
  });

  test('belongs to admins and CRM users', async () => {
    const made = await order();
    for (const caller of ['anon', 'no profile', 'inventory_user'] as const) {
      const calls: Promise<unknown>[] = [
        record(made, {}, caller),
        call('ledger', { order: made }, caller),
        call('reverse_payment', { payment: randomUUID(), reason: 'x', key: randomUUID() }, caller),
        call('match_claim', { claim: randomUUID(), key: randomUUID() }, caller),
        call('dismiss_claim', { claim: randomUUID() }, caller),
        call('due', {}, caller),
        call('open_claims', {}, caller),
        call('cancellation_proposal', { order: made }, caller),
        call('payments_between', { from: today(-1), to: today() }, caller),
      ];
      for (const refusal of await Promise.all(calls.map(refused)))
        expect(refusal.code).toBe('42501');
    }
    for (const caller of ['crm_user', 'admin'] as const) await record(made, { amount: 10 }, caller);
  });

  test('records a payment once for each key, also of callers at the same moment', async () => {
    const made = await order();
    const key = randomUUID();
    const once = () => record(made, { key, reference: 'once' });
    const answers = await together([made], [once, once, once, once]);
    const paid = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.payment : '',
    );
    expect(paid).toEqual(Array(4).fill((await ledger(made)).rows[0]?.id));
    expect((await ledger(made)).rows).toHaveLength(1);
    expect(await refused(record(made, { key, amount: 1 }))).toMatchObject({ code: 'PT409' });
    // Two people with keys of their own, and the same reference of the bank, for the rent of one and the deposit of the other.
    const others = [await order(), await order()];
    const raced = await together(
      others,
      others.map(
        (each, at) => () =>
          record(each, { reference: 'race', account: at === 0 ? 'rental' : 'deposit' }),
      ),
    );
    expect(raced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const undo = () => reverse(paid[0] ?? '');
    const reversed = await together([made], [undo, undo, undo, undo]);
    expect(reversed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await ledger(made)).received).toBe(0);
  });

  test('refunds no more than was received, also of callers at the same moment', async () => {
    const made = await order();
    await record(made, { amount: 100 });
    await record(made, { account: 'deposit', amount: 100 });
    const refund = () => record(made, { kind: 'refunded', amount: 60 });
    const giveBack = () => record(made, { account: 'deposit', kind: 'refunded', amount: 60 });
    const raced = await together([made], [refund, refund, giveBack, giveBack]);
    expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await ledger(made)).toMatchObject({ received: 40, deposit: { held: 40 } });
  });

  test('keeps its amounts when the customer is erased', async () => {
    const [person] = await studio.db.owner<[{ id: string }]>`
      insert into customers (first_name, last_name, mobile) values ('Ravi', 'Nair', '+919800000077') returning id`;
    const made = await order();
    await studio.db.owner`update orders set customer_id = ${person.id} where id = ${made}`;
    await record(made, { amount: 59_000, reference: 'utr-77', note: 'Paid by his brother' });
    await studio.db.owner`update orders set status = 'completed' where id = ${made}`;
    await call('erase_customer', { id: person.id }, 'admin');
    const { rows, received } = await ledger(made);
    expect([received, rows[0]?.reference, rows[0]?.note]).toEqual([59_000, 'utr-77', null]);
    expect(
      await refused(studio.db.owner`delete from payments where order_id = ${made}`),
    ).toMatchObject({ code: 'PT409' });
  });

  test('moves with its order when customers are merged', async () => {
    const made = await order();
    await record(made);
    const [other] = await studio.db.owner<[{ id: string }]>`
      insert into customers (first_name, last_name, mobile) values ('Asha', 'Rao', '+919800000078') returning id`;
    await studio.db.owner`update orders set customer_id = ${other.id} where id = ${made}`;
    expect(
      await studio.db.owner`select customer_id from payments where order_id = ${made}`,
    ).toEqual([{ customer_id: other.id }]);
  });

  test(
    'adds up after any sequence of entries, as its TypeScript twin does',
    { tags: ['long'] },
    async () => {
      const made = await order(5000);
      let seed = 20_261_127;
      const random = (below: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return seed % below;
      };
      const KINDS = [
        ['rental', 'received'],
        ['rental', 'refunded'],
        ['rental', 'tds'],
        ['rental', 'written_off'],
        ['deposit', 'received'],
        ['deposit', 'refunded'],
        ['deposit', 'deposit_applied'],
      ] as const;
      let now: Ledger = await ledger(made);
      const refusals = new Set<string>();
      for (let step = 0; step < 80; step += 1) {
        const valid = now.rows.filter((row) => row.kind !== 'reversal' && !row.reversed_by);
        const target = valid[random(Math.max(valid.length, 1))];
        const [account, kind] = KINDS[random(KINDS.length)] ?? KINDS[0];
        try {
          ({ ledger: now } =
            target && random(4) === 0
              ? await reverse(target.id)
              : await record(made, { account, kind, amount: (1 + random(150_000)) / 100 }));
        } catch (error) {
          refusals.add((error as { code: string }).code);
        }
        const { received, refunded, tds, written_off, deposit, due } = now;
        expect(ledgerSums(now.value, now.rows)).toEqual({
          received,
          refunded,
          tds,
          written_off,
          held: deposit.held,
          due,
        });
        expect(Math.min(now.received, now.deposit.held)).toBeGreaterThanOrEqual(0);
      }
      expect(refusals).toContain('PT422');
      expect([...refusals].filter((code) => !['PT409', 'PT422'].includes(code))).toEqual([]);
      const [saved] = await studio.db.owner`
      select received::float, held::float, due::float from private.order_balances where order_id = ${made}`;
      expect(saved).toEqual({ received: now.received, held: now.deposit.held, due: now.due });
    },
  );
});
