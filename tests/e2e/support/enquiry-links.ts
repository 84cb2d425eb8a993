import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { Sql } from 'postgres';
import { callAsStaff } from './quotes.ts';
import { sendEnquiry } from './send-enquiry.ts';

/** A new enquiry, its row's id, and the path of a link that staff gave to its customer. */
export async function linkedEnquiry(request: APIRequestContext, sql: Sql) {
  const enquiry = await sendEnquiry(request);
  const [row] = await sql<{ id: string }[]>`
    select id from enquiry_orders where enquiry_number = ${enquiry.number}`;
  const id = row!.id;
  const { secret } = await callAsStaff<{ secret: string }>(request, 'make_enquiry_link', {
    enquiry: id,
    key: randomUUID(),
  });
  return { ...enquiry, id, secret, path: `/enquiry?k=${secret}` };
}
