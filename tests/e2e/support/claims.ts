import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { Sql } from 'postgres';
import { makeOrder, type MadeOrder } from './crm.ts';
import { callAsStaff, issueDocument, linkTo } from './quotes.ts';
import { siteKey } from './test.ts';

/** An order with an issued quote, on whose page its customer enters payments. */
export interface OwingOrder extends MadeOrder {
  id: string;
  /** The quote's total in rupees. */
  due: number;
  /** Enters a payment as the customer. */
  claim: (amount: number, utr: string) => Promise<void>;
}

/** A UTR that no other test uses. */
export const newUtr = () => `9${randomInt(10_000_000_000, 99_999_999_999)}`;

/** Makes an order whose last day to pay was this many days ago, and sends its quote. */
export async function makeOwingOrder(
  sql: Sql,
  request: APIRequestContext,
  overdue: number,
): Promise<OwingOrder> {
  const made = await makeOrder(sql, request);
  const [order] = await sql<{ id: string }[]>`
    update orders set rental_from = private.today() - ${overdue}::integer, rental_to = private.today() - ${overdue}::integer
    where order_number = ${made.order} returning id`;
  const id = order?.id ?? '';
  const draft = await callAsStaff<Parameters<typeof issueDocument>[1]>(request, 'make_document', {
    kind: 'quote',
    order: id,
    key: randomUUID(),
  });
  const quote = await issueDocument(request, draft);
  const [bill] = await sql<{ total: number }[]>`
    select total::float from documents where id = ${quote.id}`;
  const { secret } = await linkTo(request, quote.id);
  const claim = async (amount: number, utr: string) => {
    const answer = await request.post('/rest/v1/rpc/claim_payment', {
      headers: { apikey: await siteKey() },
      data: { secret, amount, utr, key: randomUUID() },
    });
    if (!answer.ok()) throw new Error(`The claim was refused: ${await answer.text()}`);
  };
  return { ...made, id, due: bill?.total ?? 0, claim };
}
