import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { dateOf, dayOf, type Short, type Want } from './availability-model.ts';

/** A connection or a transaction of the owner. */
export type Runner = Sql | TransactionSql;

/** The customer of all orders and enquiries here. */
async function customerOf(sql: Runner): Promise<string> {
  const [found] = await sql<[{ id: string }]>`
    insert into customers (first_name, last_name, mobile, email)
    values ('Asha', 'Rao', '+919800000077', 'asha@example.test')
    on conflict (mobile) do update set email = excluded.email returning id`;
  return found.id;
}

const linesOf = (wants: readonly Want[]) =>
  JSON.stringify(
    wants.map(({ item, quantity, rented }) => ({
      id: randomUUID(),
      item,
      quantity,
      first: dateOf(rented.from),
      last: dateOf(rented.end - 1),
    })),
  );

/** Inserts an order with these lines, as an import would. @returns its id */
export async function addOrder(
  sql: Runner,
  wants: readonly Want[],
  status = 'confirmed',
): Promise<string> {
  const id = randomUUID();
  const customer = await customerOf(sql);
  await sql`insert into orders (id, customer_id, status, rental_from, rental_to, total_price)
    select ${id}, ${customer}, ${status}, min(first), max(last), 100
    from jsonb_to_recordset(${linesOf(wants)}::text::jsonb) as line (first date, last date)`;
  await sql`insert into order_items (id, order_id, item_type, item_id, quantity, price, rental_from,
      rental_to, position)
    select line.id, ${id}, item.kind, item.id, line.quantity, item.price, line.first, line.last, 1
    from jsonb_to_recordset(${linesOf(wants)}::text::jsonb)
      as line (id uuid, item uuid, quantity integer, first date, last date)
      join items as item on item.id = line.item`;
  return id;
}

/** Inserts an enquiry with these lines. @returns its id */
export async function addEnquiry(sql: Runner, wants: readonly Want[]): Promise<string> {
  const id = randomUUID();
  const customer = await customerOf(sql);
  await sql`insert into enquiry_orders (id, customer_id, rental_from, rental_to, total_price)
    select ${id}, ${customer}, min(first), max(last), 100
    from jsonb_to_recordset(${linesOf(wants)}::text::jsonb) as line (first date, last date)`;
  await sql`insert into enquiry_items (id, enquiry_order_id, item_type, item_id, quantity, price,
      rental_from, rental_to, position)
    select line.id, ${id}, item.kind, item.id, line.quantity, item.price, line.first, line.last, 1
    from jsonb_to_recordset(${linesOf(wants)}::text::jsonb)
      as line (id uuid, item uuid, quantity integer, first date, last date)
      join items as item on item.id = line.item`;
  return id;
}

/** Inserts a fact: pieces out of service, or hired in. */
export async function addFact(
  sql: Runner,
  kind: 'out_of_service' | 'sub_rental',
  { item, quantity, rented }: Want,
): Promise<string> {
  const range = `[${dateOf(rented.from)},${dateOf(rented.end)})`;
  const [made] = await sql<[{ id: string }]>`
    insert into reservations (item_id, quantity, kind, status, rented, blocked, reason)
    values (${item}, ${quantity}, ${kind}, 'booked', ${range}, ${range}, 'Repair') returning id`;
  return made.id;
}

/** The items in a refusal that are short or not here, in the model's words; throws any other error again. */
export function shortIn(error: unknown): Short[] {
  const { code, message, detail } = error as { code?: string; message?: string; detail?: string };
  if (code !== 'PT409') throw error;
  const { reason, lines } = JSON.parse(detail ?? '{}') as {
    reason: string;
    lines: { id: string; wanted: number; free?: number; here?: number; days?: string[] }[];
  };
  if (reason !== 'not_here' && (reason !== 'not_free' || message !== 'not_free')) throw error;
  return lines.map(({ id, wanted, free, here, days = [] }) => ({
    item: id,
    wanted,
    free: free ?? here ?? 0,
    days: days.map(dayOf),
  }));
}

/** Runs in a transaction, or in a savepoint of one. @returns the result, or the short items when refused */
export async function attempt<T>(
  sql: Runner,
  run: (tx: TransactionSql) => Promise<T>,
): Promise<{ made: T } | { short: Short[] }> {
  try {
    const made: T[] = [];
    const note = async (tx: TransactionSql) => void made.push(await run(tx));
    await ('savepoint' in sql ? sql.savepoint(note) : sql.begin(note));
    return { made: made[0] as T };
  } catch (error) {
    return { short: shortIn(error) };
  }
}

/** Sorted, for comparing refusals. */
export const inOrder = (short: readonly Short[]): Short[] =>
  short.toSorted((one, other) => (one.item < other.item ? -1 : 1));
