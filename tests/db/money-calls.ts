import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { untilNotBusy, untilWaiting } from '#tests/support/waiting.ts';
import { today } from './enquiry.ts';
import { committedAs, refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

export type LedgerRow = {
  id: string;
  account: 'rental' | 'deposit';
  kind: 'received' | 'refunded' | 'tds' | 'deposit_applied' | 'written_off' | 'reversal';
  amount: number;
  reference: string;
  note: string | null;
  reverses: string | null;
  reversed_by: string | null;
  voucher: { id: string; number: string; kind: string } | null;
};
export type Ledger = {
  order: { id: string; number: string; payment_status: string };
  rows: LedgerRow[];
  value: number;
  billed: number;
  basis: string;
  received: number;
  refunded: number;
  tds: number;
  written_off: number;
  due: number;
  deposit: { held: number };
  claims: { id: string; state: string; payment_id: string | null }[];
  documents: { kind: string; number: string; total: number }[];
};
export type Recorded = {
  payment: string;
  voucher: string | null;
  warning: string | null;
  ledger: Ledger;
};
type Given = Record<string, string | number | boolean | null>;

const CASTS: Record<string, string> = {
  id: 'uuid',
  order: 'uuid',
  payment: 'uuid',
  claim: 'uuid',
  key: 'uuid',
  amount: 'numeric',
  expected: 'numeric',
  day: 'date',
  from: 'date',
  to: 'date',
  voucher: 'boolean',
  most: 'integer',
};

/** The detail of a refusal that names this field. */
export const field = (name: string) => expect.stringContaining(`"field": "${name}"`) as string;
/** The detail of a refusal that has this reason. */
export const reason = (name: string) => expect.stringContaining(`"reason": "${name}"`) as string;

/** A small studio whose staff record money. */
export function useMoney() {
  const studio = useStudio();

  const call = async <T>(name: string, given: Given = {}, caller: CallerName = 'crm_user') =>
    committedAs(studio.db, studio.who(caller), async (sql) => {
      const named = Object.keys(given).map(
        (key, at) => `"${key}" => $${at + 1}::text::${CASTS[key] ?? 'text'}`,
      );
      const [row] = await sql.unsafe<{ told: T }[]>(
        `select ${name}(${named.join(', ')}) as told`,
        Object.values(given).map((value) => (value === null ? null : `${value}`)),
      );
      if (!row) throw new Error('No answer.');
      return row.told;
    });

  /** A confirmed order of ₹50,000 without GST (₹59,000 with it), its first day in `days` days. */
  const order = async (total = 50_000, days: number | null = 10): Promise<string> => {
    const day = days === null ? null : today(days);
    const [made] = await studio.db.owner<[{ id: string }]>`
      with made as (
        insert into orders (customer_id, total_price, rental_from, rental_to)
        values (${studio.ids.customer}, ${total}, ${day}, ${day}) returning id
      )
      insert into order_items (order_id, description, quantity, price)
      select id, 'Day at the studio', 1, ${Math.min(total, 9_999_999)} from made returning order_id as id`;
    return made.id;
  };

  /** Records a payment; by default ₹25,000 of rent by UPI. */
  const record = (of: string, given: Given = {}, caller: CallerName = 'crm_user') =>
    call<Recorded>(
      'record_payment',
      {
        order: of,
        account: 'rental',
        kind: 'received',
        amount: 25_000,
        method:
          given['kind'] && !['received', 'refunded'].includes(`${given['kind']}`) ? null : 'upi',
        key: randomUUID(),
        ...given,
      },
      caller,
    );

  const reverse = (payment: string, given: Given = {}) =>
    call<Recorded>('reverse_payment', {
      payment,
      reason: 'Wrong order',
      key: randomUUID(),
      ...given,
    });

  /** An issued document of an order with one line and no tax, written by hand. */
  const issued = async (of: string, kind: 'quote' | 'invoice' | 'credit_note', total: number) => {
    const [made] = await studio.db.owner<[{ id: string }]>`
      with made as (
        insert into documents (kind, order_id, customer_id, gross, taxable, total, corrects)
        select ${kind}, id, customer_id, ${total}, ${total}, ${total}, case when ${kind} = 'credit_note' then (
            select id from documents where order_id = orders.id and kind = 'invoice' limit 1) end
        from orders where id = ${of} returning id
      )
      insert into document_lines (document_id, position, kind, text, sac, rate, place, quantity, unit_price, gross, taxable,
        credits_position)
      select id, 1, 'text', 'Rental', '997319', 0, 'recipient', 1, ${total}, ${total}, ${total},
        case when ${kind} = 'credit_note' then 1 end from made
      returning document_id as id`;
    await studio.db.owner`select private.freeze_document(${made.id})`;
    return made.id;
  };

  const ledger = (of: string) => call<Ledger>('ledger', { order: of });
  const claim = async (document: string, amount: number, utr: string) => {
    const [made] = await studio.db.owner<[{ id: string }]>`
      insert into payment_claims (document_id, order_id, amount, utr)
      select id, order_id, ${amount}, ${utr} from documents where id = ${document} returning id`;
    return made.id;
  };
  /** Runs calls about these orders at the same moment: they wait for the rows, which are locked until all have begun. */
  const together = async <T>(orders: string[], calls: (() => Promise<T>)[]) => {
    const { started } = await studio.db.owner.begin(async (sql) => {
      await sql`select from orders where id = any (${orders}) for update`;
      const begun = Promise.allSettled(calls.map(async (run) => untilNotBusy(run)));
      await untilWaiting(sql, calls.length);
      return { started: begun };
    });
    return started;
  };
  const refused = (run: Promise<unknown>) => refusal(run);
  /** Events of money in an order's timeline. */
  const events = async (of: string) =>
    (
      await studio.db.owner<{ text: string }[]>`
        select concat_ws(' ', what, from_value, to_value) as text from crm_events
        where subject_id = ${of} and what ~ 'pay|claim' order by created_at, what`
    ).map(({ text }) => text);

  return { studio, call, together, order, record, reverse, issued, ledger, claim, refused, events };
}
