import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { makeOrder, notice } from './support/crm.ts';
import { callAsStaff, issueDocument, type DraftedDocument } from './support/quotes.ts';
import { expect, test } from './support/test.ts';

const moneyOf = (order: string) => `/ops/crm?tab=orders&q=${order}&open=${order}&part=money`;

/** An order of one line: `Lamp`, ₹1,000 a day, today. */
async function orderOfLamp(sql: Sql, request: APIRequestContext, pieces = 1) {
  const { order } = await makeOrder(sql, request);
  const [made] = await sql<[{ id: string }]>`
    update orders set rental_from = private.today(), rental_to = private.today() where order_number = ${order}
    returning id`;
  await sql`delete from order_items where order_id = ${made.id}`;
  await sql`
    insert into order_items (order_id, description, price, quantity, rental_from, rental_to)
    values (${made.id}, 'Lamp', 1000, ${pieces}, private.today(), private.today())`;
  return { id: made.id, order };
}

const make = (request: APIRequestContext, kind: 'invoice' | 'quote', order: string) =>
  callAsStaff<DraftedDocument>(request, 'make_document', { kind, order, key: randomUUID() });

const record = (request: APIRequestContext, order: string, account: string, amount: number) =>
  callAsStaff(request, 'record_payment', {
    order,
    account,
    kind: 'received',
    amount,
    method: 'upi',
    key: randomUUID(),
  });

const figure = (page: Page, label: string) =>
  page
    .getByRole('dialog')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

test(
  'days after the invoice are invoiced, pieces less are credited',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn, expectAccessible }) => {
    const made = await orderOfLamp(sql, request);
    const first = await issueDocument(request, await make(request, 'invoice', made.id));
    await record(request, made.id, 'rental', 1180);
    await signIn();
    await page.goto(moneyOf(made.order));
    const drawer = page.getByRole('dialog', { name: made.order });
    await expect(drawer.getByText('Paid', { exact: true })).toBeVisible();
    await expect(drawer.getByRole('button', { name: /^Invoice ₹/ })).toHaveCount(0);

    await sql`update order_items set rental_to = rental_from + 2 where order_id = ${made.id}`;
    await page.reload();
    await expect(drawer.getByText('₹2,360.00 due, not invoiced yet, today')).toBeVisible();
    await expect(figure(page, 'Value, as it stands')).toHaveText('₹3,540.00');
    await expect(figure(page, 'Billed, by its invoices')).toHaveText('₹1,180.00');
    await expect(figure(page, 'Received')).toHaveText('₹1,180.00');
    await expectAccessible();
    await drawer.getByRole('button', { name: 'Invoice ₹2,360.00' }).click();
    await expect(page.getByLabel('Text of line 1')).toHaveValue(
      `Lamp: 3 days instead of 1, less ${first.number}`,
    );
    await page.getByRole('button', { name: 'issue invoice' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'issue tax invoice' }).click();
    await expect(notice(page)).toContainText('issued');
    await page.goto(moneyOf(made.order));
    await expect(drawer.getByText('₹2,360.00 due today', { exact: true })).toBeVisible();

    await sql`update order_items set rental_to = rental_from where order_id = ${made.id}`;
    await record(request, made.id, 'rental', 2360);
    await page.reload();
    await expect(drawer.getByText('₹2,360.00 to credit', { exact: true })).toBeVisible();
    await expect(drawer.getByText('Then record the refund.')).toBeVisible();
    await drawer.getByRole('button', { name: 'Credit ₹2,360.00' }).click();
    await expect(page.getByRole('heading', { name: 'Credit note' })).toBeVisible();
  },
);

test(
  'damage is taken from the deposit in one step @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, expectAccessible }) => {
    const made = await orderOfLamp(sql, request);
    await issueDocument(request, await make(request, 'invoice', made.id));
    await record(request, made.id, 'rental', 1180);
    await record(request, made.id, 'deposit', 5000);
    await sql`
      insert into order_items (order_id, description, price, quantity, per_day, charge, position)
      values (${made.id}, 'Damage: torn cloth', 1000, 1, false, 'damage', 2)`;
    await signIn();
    await page.goto(moneyOf(made.order));
    const drawer = page.getByRole('dialog', { name: made.order });
    await expect(drawer.getByText('₹1,180.00 due, not invoiced yet, today')).toBeVisible();
    await drawer.getByRole('button', { name: 'Take it from the deposit' }).press('Enter');
    const step = drawer.getByRole('region', { name: 'Deposit' });
    await expect(step).toContainText('Issue the invoice of₹1,180.00');
    await expect(step).toContainText('Apply of the deposit₹1,180.00');
    await expect(step).toContainText('Return of the deposit₹3,820.00');
    await expectAccessible();
    await step.getByRole('button', { name: 'Settle ₹1,180.00' }).click();
    await expect(notice(page)).toContainText('Taken from the deposit');
    await expect(drawer.getByText('Paid', { exact: true })).toBeVisible();
    await expect(step).toBeHidden();
    await expect(figure(page, 'Billed, by its invoices')).toHaveText('₹2,360.00');
    await expect(figure(page, 'Deposit held')).toHaveCount(0);
  },
);

test('a quote that the order left is revised, and cannot be accepted @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const made = await orderOfLamp(sql, request, 3);
  const quote = await issueDocument(request, await make(request, 'quote', made.id));
  const link = await callAsStaff<{ secret: string }>(request, 'make_document_link', {
    document: quote.id,
    preview: false,
    key: randomUUID(),
  });
  await sql`update order_items set quantity = 1 where order_id = ${made.id}`;
  await page.goto(`/quote?k=${link.secret}`);
  await expect(page.getByRole('status')).toContainText(
    `Your order ${made.order} has changed since this quote, so it can no longer be accepted.`,
  );
  await expect(page.getByRole('button', { name: /^accept/i })).toHaveCount(0);

  await signIn();
  await page.goto(moneyOf(made.order));
  const drawer = page.getByRole('dialog', { name: made.order });
  await expect(drawer.getByText('₹1,180.00 due today')).toBeVisible();
  await expect(drawer.getByText('Quoted ₹3,540.00')).toBeVisible();
  await drawer.getByRole('button', { name: 'Revise the quote' }).click();
  await expect(page.getByLabel('Quantity of Lamp')).toHaveValue('1');
});
