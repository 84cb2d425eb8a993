import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { sendEnquiry, type SentEnquiry } from './send-enquiry.ts';
import { makeStaff, type StaffMember } from './staff.ts';
import { startSession, withoutLiveUpdates } from './test.ts';

/** An order, and the enquiry of which it was made. */
export interface MadeOrder extends SentEnquiry {
  order: string;
}

/** Puts an order into the studio that was made of an enquiry of its own. */
export async function makeOrder(sql: Sql, request: APIRequestContext): Promise<MadeOrder> {
  const sent = await sendEnquiry(request);
  const [made] = await sql<{ id: string; order: string }[]>`
    insert into orders (customer_id, enquiry_order_id, rental_from, rental_to, total_price, message)
    select customer_id, id, rental_from, rental_to, total_price, message
    from enquiry_orders where enquiry_number = ${sent.number}
    returning id, order_number as order`;
  if (!made) throw new Error('No order was made.');
  await sql`
    insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
    select ${made.id}, item_type, item_id, quantity, price, line.rental_from, line.rental_to, position
    from enquiry_items as line join enquiry_orders as asked on asked.id = line.enquiry_order_id
    where asked.enquiry_number = ${sent.number}`;
  await sql`update enquiry_orders set status = 'converted' where enquiry_number = ${sent.number}`;
  return { ...sent, order: made.order };
}

/** A mobile as the lists show it, and as people write it. */
export function writtenMobiles(mobile: string): string[] {
  const [first, second] = [mobile.slice(3, 8), mobile.slice(8)];
  return [`+91 ${first} ${second}`, `${first} ${second}`, `0${first}-${second}`];
}

/** The place for notices. */
export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Refuses every call to an address of the backend, as a missing right does. */
export async function refuse(page: Page, address: string, message = 'not today'): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({
      status: 403,
      json: { code: '42501', message, details: null, hint: null },
    }),
  );
}

/** A second member of staff at a browser of their own, without live updates. */
export async function colleague(
  browser: Browser,
  sql: Sql,
): Promise<{ page: Page; staff: StaffMember }> {
  const context = await browser.newContext({ baseURL: process.env['SITE'] ?? '' });
  const page = await context.newPage();
  const staff = await makeStaff(sql, 'crm_user');
  await withoutLiveUpdates(context);
  await startSession(page, staff);
  return { page, staff };
}
