import { randomInt, randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { studioDay } from './days.ts';

/** An active prop of one test. */
export interface TestItem {
  type: 'prop';
  id: string;
  name: string;
  price: number;
}

/** Adds a prop, sorted last. */
export async function makeProp(sql: Sql, price = 500): Promise<TestItem> {
  const name = `Test lamp ${randomUUID().slice(0, 8)}`;
  const [row] = await sql<{ id: string }[]>`
    insert into public.props (name, price, quantity, created_at)
    values (${name}, ${price}, 5, '2000-01-01') returning id`;
  if (!row) throw new Error('No prop was created.');
  return { type: 'prop', id: row.id, name, price };
}

/** A line in the format of `localStorage.myOrder`. */
export function storedLine(item: TestItem, over: Record<string, unknown> = {}) {
  return { ...item, quantity: 1, addedAt: '2026-11-20T10:00:00.000Z', ...over };
}

/** Opens My Order with that value in `localStorage.myOrder`. */
export async function openOrder(page: Page, stored: unknown): Promise<void> {
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored);
  // why on another page: My Order would update the prices before the test's checks.
  await storeCart(page, text);
  await page.goto('/my-order');
}

/**
 * Lets a cart that opens wait for what is free until it is known. why: on a busy machine that takes longer than the two
 * seconds after which it opens without, its short lines not first.
 */
export async function waitForFree(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const after = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (call: () => void, ms?: number) => (ms === 2000 ? 0 : after(call, ms)),
    });
  });
}

/** Opens an address of the site that has no scripts, to write to its storage before a page reads it. */
export const openPlain = (page: Page) => page.goto('/healthz');

/** Stores a cart in the format of `localStorage.myOrder`; the next page shows it. */
export async function storeCart(page: Page, lines: string): Promise<void> {
  await openPlain(page);
  await page.evaluate((value) => window.localStorage.setItem('myOrder', value), lines);
}

/** The stored cart. */
export function storedCart(page: Page): Promise<unknown> {
  return page.evaluate(
    () => JSON.parse(window.localStorage.getItem('myOrder') ?? 'null') as unknown,
  );
}

/**
 * A mobile number that no other test uses: `+91` and ten digits. why not 91 again: with a digit too many that would be
 * the country code.
 */
export const someMobile = () => `+91${randomInt(9_200_000_000, 10_000_000_000)}`;

/** Opens the form and fills it in, for three days from tomorrow. */
export async function fillEnquiry(page: Page, mobile: string): Promise<void> {
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  await fillFields(page, mobile);
}

/** Fills in the open form, for three days from tomorrow. */
export async function fillFields(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('Mobile').fill(mobile);
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Rental start date').fill(studioDay(1));
  await page.getByLabel('Rental end date').fill(studioDay(3));
}

/** The saved enquiries of a mobile number, with their number of items. */
export function enquiriesOf(sql: Sql, mobile: string) {
  return sql<
    { enquiry_number: string; total_price: string; message: string | null; items: number }[]
  >`
    select enquiry_number, total_price, message,
      (select count(*)::int from public.enquiry_items where enquiry_order_id = enquiry.id) as items
    from public.enquiry_orders as enquiry
    join public.customers as customer on customer.id = enquiry.customer_id
    where customer.mobile = ${mobile}`;
}

/** URL pattern of the request that sends an enquiry. */
export const SUBMIT = '**/rest/v1/rpc/submit_enquiry';

/** Notice for a failure without a message for the visitor. */
export const UNEXPECTED = 'Something went wrong. Please try again.';

/** The form's submit button while it is not busy. */
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit Enquiry' });

/** The region with the notices. */
export const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Expects a message at a field, found through its accessible description. */
export const messageAt = (page: Page, label: string, text: string) =>
  expect(page.getByLabel(label)).toHaveAccessibleDescription(text);

/** Answers the enquiry request with an error of the database. */
export const refuse = (page: Page, status: number, error: Record<string, unknown>) =>
  page.route(SUBMIT, (route) =>
    route.fulfill({ status, json: { code: '', message: '', details: '', hint: '', ...error } }),
  );

/** Makes inserts into a table fail for one visitor's rows; returns a function that undoes it. */
export async function breakInsert(
  sql: Sql,
  table: string,
  when: string,
): Promise<() => Promise<void>> {
  const name = `refuse_${randomUUID().replaceAll('-', '')}`;
  await sql.unsafe(`
    create function public.${name}() returns trigger language plpgsql as
      $$ begin if ${when} then raise exception 'no room'; end if; return new; end $$;
    create trigger ${name} before insert on public.${table}
      for each row execute function public.${name}();`);
  return async () => void (await sql.unsafe(`drop function public.${name}() cascade`));
}

/** The saved contact form messages of a mobile number, oldest first. */
export async function messagesOf(sql: Sql, mobile: string): Promise<string[]> {
  const rows = await sql<{ message: string }[]>`
    select contact.message from public.contact_enquiries as contact
    join public.customers as customer on customer.id = contact.customer_id
    where customer.mobile = ${mobile} order by contact.created_at`;
  return rows.map(({ message }) => message);
}
