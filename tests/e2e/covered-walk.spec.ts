import type { APIRequestContext, Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { studioDay } from './support/days.ts';
import { demoSlug, putItem } from './support/items.ts';
import { makeProp, storeCart, storedLine } from './support/order.ts';
import { bookFor } from './support/rentals.ts';
import { coveredOnWalk } from './support/tab-stops.ts';
import { expect, hydrated, test } from './support/test.ts';

/** A desktop window, and one of 1280 × 720 and of 1280 × 1024 at 200 % and 400 %, one after the other. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 640, height: 360 },
  { width: 320, height: 256 },
];

/** Pages of the back office have one frame: each in the smallest window, and in turns in one of the others. */
const windowsOf = (page: number) => [WINDOWS[page % 2]!, WINDOWS[2]!];

type Place = (sql: Sql, request: APIRequestContext) => Promise<string>;

/** Pages of the storefront, by type. */
const STOREFRONT_PAGES = [
  '/',
  '/rent-props',
  '/free-props',
  '/search?q=red',
  '/about',
  '/pricing',
  '/studio-policy',
  '/my-order',
  '/contact',
];

const PATHS = [
  'dashboard',
  'today',
  'calendar',
  'documents',
  'money',
  'money?tab=claims',
  'notices',
  'messages',
  'items',
  'crm',
  'crm?tab=enquiries',
  'crm?tab=orders',
  'crm?new=order',
  'crm?tab=enquiries&new=enquiry',
  'props-manager',
  'labels',
  'scan',
  'setup?step=contact',
  'settings',
  'settings/studio',
  'settings/site',
  'settings/messages',
  'settings/staff',
  'settings/tax',
  'settings/activity',
  'settings/own',
  'settings/availability',
];

/** Pages of the back office, by type, its drawers and forms. */
const OPS_PAGES: Record<string, string | Place> = {
  ...Object.fromEntries(PATHS.map((path) => [path, path])),
  'an enquiry': async (sql) => {
    const [found] =
      await sql`select enquiry_number as number from enquiry_orders order by 1 limit 1`;
    return `crm?tab=enquiries&open=${found?.['number']}`;
  },
  'an order': async (sql) => {
    const [found] = await sql`select order_number as number from orders order by 1 limit 1`;
    return `crm?tab=orders&open=${found?.['number']}`;
  },
  'a customer': async (sql) => {
    const [found] = await sql`select customer_number as number from customers order by 1 limit 1`;
    return `customers/${found?.['number']}`;
  },
  'a document': async (sql) => {
    const [found] = await sql`select id from documents order by created_at limit 1`;
    return `documents/${found?.['id']}`;
  },
  'the desk': async (sql, request) => {
    const item = await putItem(sql, 'props');
    const days = { from: studioDay(0), to: studioDay(2) };
    const { order } = await bookFor(sql, request, [{ item, quantity: 1 }], days);
    return `today?order=${order}&desk=hand-over`;
  },
};

async function expectUncovered(page: Page, path: string, windows = WINDOWS): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await hydrated(page);
  for (const size of windows) {
    await page.setViewportSize(size);
    const covered = await coveredOnWalk(page);
    expect(covered, `${path} at ${size.width} × ${size.height}`).toEqual([]);
  }
}

for (const path of STOREFRONT_PAGES) {
  test(`no bar covers what has the focus on ${path} @long @desktop`, async ({ page, sql }) => {
    await storeCart(page, JSON.stringify([storedLine(await makeProp(sql))]));
    await expectUncovered(page, path);
  });
}

test('no bar covers what has the focus on an item’s page @long @desktop', async ({ page, sql }) => {
  await expectUncovered(page, `/props/${await demoSlug(sql, 'props')}`);
});

for (const [at, [name, place]] of Object.entries(OPS_PAGES).entries()) {
  test(`no bar covers what has the focus in /ops: ${name} @long @desktop`, async ({
    page,
    sql,
    request,
    signIn,
  }) => {
    await signIn();
    const path = typeof place === 'string' ? place : await place(sql, request);
    await expectUncovered(page, `/ops/${path}`, windowsOf(at));
  });
}
