import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { sendEnquiry, type SentEnquiry } from './send-enquiry.ts';
import { makeStaff, type StaffMember } from './staff.ts';
import { keepNotices, startSession, withoutLiveUpdates } from './test.ts';

/** An order and the enquiry it was converted from. */
export interface MadeOrder extends SentEnquiry {
  order: string;
}

/** Creates an order from a new enquiry. */
export async function makeOrder(sql: Sql, request: APIRequestContext): Promise<MadeOrder> {
  const sent = await sendEnquiry(request);
  const [made] = await sql<{ id: string; order: string }[]>`
    insert into orders (customer_id, enquiry_order_id, rental_from, rental_to, total_price, message)
    select customer_id, id, rental_from, rental_to, total_price, message
    from enquiry_orders where enquiry_number = ${sent.number}
    returning id, order_number as order`;
  if (!made) throw new Error('No order was created.');
  await sql`
    insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
    select ${made.id}, item_type, item_id, quantity, price, line.rental_from, line.rental_to, position
    from enquiry_items as line join enquiry_orders as enquiry on enquiry.id = line.enquiry_order_id
    where enquiry.enquiry_number = ${sent.number}`;
  await sql`update enquiry_orders set status = 'converted' where enquiry_number = ${sent.number}`;
  return { ...sent, order: made.order };
}

/** A mobile number in the lists' format and in other common notations. */
export function writtenMobiles(mobile: string): string[] {
  const [first, second] = [mobile.slice(3, 8), mobile.slice(8)];
  return [`+91 ${first} ${second}`, `${first} ${second}`, `0${first}-${second}`];
}

/** The region with the notices. */
export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Answers every call to an address of the backend with a permission error. */
export async function refuse(page: Page, address: string, message = 'not today'): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({
      status: 403,
      json: { code: '42501', message, details: null, hint: null },
    }),
  );
}

/** A second staff member in a separate browser context, without live updates. */
export async function colleague(
  browser: Browser,
  sql: Sql,
  role: 'crm_user' | 'inventory_user' | 'storekeeper' = 'crm_user',
): Promise<{ page: Page; staff: StaffMember }> {
  const context = await browser.newContext({ baseURL: process.env['SITE'] ?? '' });
  keepNotices(context);
  const page = await context.newPage();
  const staff = await makeStaff(sql, role);
  await withoutLiveUpdates(context);
  await startSession(page, staff);
  return { page, staff };
}
