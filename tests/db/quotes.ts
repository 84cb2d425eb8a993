import { randomUUID } from 'node:crypto';
import type { Database } from '#backend/postgres/database.ts';
import { useStaffStock } from './staff-stock.ts';
import { committedAs, refusal } from './studio.ts';

/** Content of a link's page. */
export interface Linked {
  document: { number: string; lines: { position: number }[]; sums: { total: number } };
  hash: string;
  state: string;
  answer: { answer: string; name: string | null; note: string | null; changes: unknown } | null;
  newer: boolean;
  preview: boolean;
  order: string | null;
  paid: { received: number; due: number } | null;
  pay: { reference: string; amount: number } | null;
  policy_url: string;
}

/** An answer as a customer's page sends it. */
interface Given {
  answer?: string;
  name?: string | null;
  note?: string | null;
  changes?: unknown;
  hash?: string;
  key?: string | null;
}

const CASTS: Record<string, string> = {
  key: '::uuid',
  changes: '::jsonb',
  amount: '::numeric',
  rental_from: '::date',
  rental_to: '::date',
};

/** Calls a function of a link's page as a visitor from that address (`opener`: Sec-Fetch-Site), and commits. */
export function visit<T = Linked | null>(
  db: Database,
  name: `${'linked' | 'answer'}_${'document' | 'enquiry'}` | 'claim_payment',
  given: Record<string, unknown>,
  address: string | null = null,
  opener = 'none',
): Promise<T> {
  const who = {
    role: 'anon',
    ...(address && { headers: { 'x-forwarded-for': address, 'sec-fetch-site': opener } }),
  } as const;
  const fields = Object.keys(given);
  const named = fields.map((field, at) => `${field} => $${at + 1}::text${CASTS[field] ?? ''}`);
  const values = fields.map((field) => {
    const value = given[field];
    if (value === null || value === undefined) return null;
    return field === 'changes' ? JSON.stringify(value) : `${value as string | number}`;
  });
  return committedAs(db, who, async (sql) => {
    const [row] = await sql.unsafe<{ told: T }[]>(
      `select ${name}(${named.join(', ')}) as told`,
      values,
    );
    return row!.told;
  });
}

/** A small studio with quotes, their links, and customers who answer. */
export function useQuotes() {
  const stock = useStaffStock();
  const { studio, call } = stock;
  const sql = () => studio.db.owner;

  /**
   * Makes a quote of an enquiry's or order's lines and issues it; with the number of the one that it revises.
   * @param edit changes the draft first
   */
  const issue = async (
    enquiry: { id: string; from?: 'order' },
    {
      revises,
      valid = 7,
      edit,
      kind = 'quote',
      customer = studio.ids.customer,
    }: {
      revises?: string;
      valid?: number;
      edit?: (draft: string) => Promise<unknown>;
      kind?: 'quote' | 'invoice';
      customer?: string;
    } = {},
  ) => {
    const [made] = await sql()<{ id: string }[]>`
      insert into documents (kind, enquiry_order_id, order_id, customer_id, fy, sequence, number, revision, valid_until)
      select ${kind}, ${enquiry.from ? null : enquiry.id}, ${enquiry.from ? enquiry.id : null}, ${customer},
        former.fy, former.sequence, former.number, coalesce(former.revision + 1, 1), case ${kind} when 'quote' then private.today() + ${valid}::int end
      from (values (1)) as one left join documents as former on former.id = ${revises ?? null}
      returning id`;
    const id = made!.id;
    await sql()`insert into document_lines (document_id, position, kind, item_id, item_type, text, sac, rate, place, quantity, days, unit_price)
      select ${id}, row_number() over (order by position), 'item', item_id, item_type, 'Thing', '997319', 18, 'recipient', quantity, rental_days, price
      from (select item_id, item_type, quantity, rental_days, price, position from enquiry_items where enquiry_order_id = ${enquiry.id}
        union all select item_id, item_type, quantity, rental_days, price, position from order_items where order_id = ${enquiry.id}) as line`;
    await edit?.(id);
    await sql()`select private.save_amounts(${id})`;
    if (revises) await sql()`update documents set state = 'superseded' where id = ${revises}`;
    await sql()`select private.freeze_document(${id})`;
    return id;
  };
  /** A link to a document, as staff send it. */
  const link = (document: string, preview = false, key: string = randomUUID()) =>
    call<{ id: string; secret: string; expires_at: string }>('make_document_link', {
      document,
      preview,
      key,
    });
  const open = (secret: string, address?: string, opener?: string) =>
    visit(studio.db, 'linked_document', { secret }, address, opener);
  const answer = async (secret: string, given: Given = {}, address?: string) =>
    (await visit(
      studio.db,
      'answer_document',
      { secret, answer: 'accepted', name: 'Asha Rao', key: randomUUID(), ...given },
      address,
    ))!;
  const refused = async (secret: string, given: Given, address?: string) => {
    const said = await refusal(answer(secret, given, address));
    return { ...said, details: JSON.parse(said.detail ?? '{}') as Record<string, unknown> };
  };
  /** A quote for an enquiry of these lines, and its link. */
  const sent = async (...lines: Parameters<typeof stock.enquire>) => {
    const enquiry = await stock.enquire(...lines);
    const quote = await issue(enquiry);
    const { secret } = await link(quote);
    const shown = await open(secret);
    return { enquiry, quote, secret, hash: shown!.hash, number: shown!.document.number };
  };
  /** The answers to a quote, oldest first. */
  const answersTo = async (quote: string) => {
    const rows = await sql()<{ answer: string; name: string | null; address: string | null }[]>`
      select answer, name, host(address) as address from document_answers where document_id = ${quote} order by created_at`;
    return rows.map((row) => ({ ...row }));
  };
  /** The orders that were made from an enquiry. */
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
  /** The status of an enquiry. */
  const statusOf = async (enquiry: string) => {
    const [row] = await sql()<
      { status: string }[]
    >`select status from enquiry_orders where id = ${enquiry}`;
    return row?.status;
  };
  return { ...stock, sql, issue, link, open, answer, refused, sent, answersTo, ordersOf, statusOf };
}
