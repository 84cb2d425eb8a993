import type { APIRequestContext } from '@playwright/test';
import type { Sql } from 'postgres';
import { makeOrder, type MadeOrder } from './crm.ts';
import { sendEnquiry, type SentEnquiry } from './send-enquiry.ts';

/** A line of an enquiry or order. */
export interface WantedLine {
  item: { id: string };
  quantity: number;
}

/** First and last day of a rental. */
export interface Days {
  from: string;
  to: string;
}

/** Sends an enquiry for props of the test, on these days. */
export async function enquireFor(
  sql: Sql,
  request: APIRequestContext,
  lines: readonly WantedLine[],
  { from, to }: Days,
): Promise<SentEnquiry & { id: string }> {
  const sent = await sendEnquiry(request);
  const [enquiry] = await sql<{ id: string }[]>`
    update enquiry_orders set rental_from = ${from}, rental_to = ${to}
    where enquiry_number = ${sent.number} returning id`;
  if (!enquiry) throw new Error('There is no such enquiry.');
  const { id } = enquiry;
  await sql`delete from enquiry_items where enquiry_order_id = ${id}`;
  for (const [at, { item, quantity }] of lines.entries()) {
    await sql`
      insert into enquiry_items
        (enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
      values (${id}, 'prop', ${item.id}, ${quantity}, 100, ${from}, ${to}, ${at + 1})`;
  }
  return { ...sent, id };
}

/** Makes a confirmed order of props of the test, on these days. */
export async function bookFor(
  sql: Sql,
  request: APIRequestContext,
  lines: readonly WantedLine[],
  { from, to }: Days,
): Promise<MadeOrder> {
  const made = await makeOrder(sql, request);
  const [order] = await sql<{ id: string }[]>`
    update orders set rental_from = ${from}, rental_to = ${to}
    where order_number = ${made.order} returning id`;
  if (!order) throw new Error('There is no such order.');
  await sql`delete from order_items where order_id = ${order.id}`;
  for (const [at, { item, quantity }] of lines.entries()) {
    await sql`
      insert into order_items
        (order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
      values (${order.id}, 'prop', ${item.id}, ${quantity}, 100, ${from}, ${to}, ${at + 1})`;
  }
  return made;
}
