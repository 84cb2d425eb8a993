import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { makeCustomer, type TestCustomer } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Another customer of that name and e-mail address, with an enquiry. */
async function makeTwin(sql: Sql, { name, email, mobile }: TestCustomer) {
  const [, last = ''] = name.split(' ');
  const other = `+91${mobile.startsWith('+918') ? 9 : 8}${mobile.slice(4)}`;
  const [row] = await sql<{ id: string; number: string }[]>`
    insert into customers (first_name, last_name, mobile, email)
    values (${last.toUpperCase()}, 'Kavya', ${other}, ${email.toUpperCase()})
    returning id, customer_number as number`;
  if (!row) throw new Error('No customer was created.');
  await sql`insert into enquiry_orders (customer_id, total_price) values (${row.id}, 100)`;
  return row;
}

test('a likely duplicate is compared and merged, the merge is undone, and both are told apart by keyboard @long', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  const customer = await makeCustomer(sql);
  const twin = await makeTwin(sql, customer);
  await signIn();
  await page.goto(`/ops/customers/${customer.number}`);
  const proposed = part(page, 'Possibly the same person');
  const candidate = proposed.getByRole('listitem').filter({ hasText: twin.number });
  await expect(candidate).toContainText('Same e-mail · Mobile one digit off · Same name');
  await expect(candidate).toContainText('1 enquiry, no orders');
  await expectAccessible();
  await candidate.getByRole('button', { name: 'Compare' }).click();

  const sheet = page.getByRole('dialog', { name: 'Merge customers' });
  await expect(sheet).toContainText(`1 enquiry and the activity of ${twin.number}`);
  await page.reload();
  await sheet.getByRole('button', { name: 'merge customers' }).click();
  await expect(notice(page)).toContainText('Customers merged');
  await expect(page).toHaveURL(`/ops/customers/${customer.number}`);
  await expect(proposed).toHaveCount(0);
  await part(page, `Merged with ${twin.number}`)
    .getByRole('button', { name: 'undo merge' })
    .click();
  await expect(notice(page)).toContainText('Merge undone');
  await expect(candidate).toBeVisible();

  await candidate.getByRole('button', { name: 'Not the same person' }).focus();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText(
    `${customer.number} and ${twin.number} are not the same person`,
  );
  await expect(proposed).toHaveCount(0);
  await expect(part(page, 'Activity')).toContainText(`Not the same person as ${twin.number}`);
  await page.goto(`/ops/customers/${twin.number}`);
  await expect(part(page, 'Activity')).toContainText(`Not the same person as ${customer.number}`);
  await expect(proposed).toHaveCount(0);
});

test('the list of likely duplicates tells two apart, takes it back, and leads to their comparison @long', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  const customer = await makeCustomer(sql);
  const twin = await makeTwin(sql, customer);
  await signIn();
  await page.goto('/ops/crm');
  await page.getByRole('button', { name: 'Likely duplicates' }).click();
  const sheet = page.getByRole('dialog', { name: 'Likely duplicates' });
  const pair = sheet
    .getByRole('list', { name: 'Likely duplicates' })
    .getByRole('listitem')
    .filter({ hasText: twin.number });
  await expect(pair).toContainText(customer.number);
  await expect(pair).toContainText('Same e-mail · Mobile one digit off · Same name');
  await expectAccessible();
  await pair.getByRole('button', { name: 'Not the same person' }).click();
  await expect(pair).toHaveCount(0);
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page)).toContainText('are proposed again');
  await expect(pair).toBeVisible();

  await pair.getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(`/ops/customers/${customer.number}?compare=${twin.number}`);
  const comparison = page.getByRole('dialog', { name: 'Merge customers' });
  await expect(comparison).toContainText(twin.number);
  await comparison.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(`/ops/customers/${customer.number}`);
  await page.goBack();
  await expect(pair).toBeVisible();
});

test(
  'a list of likely duplicates that cannot be read says so, and is read again',
  { tag: ['@desktop', '@long'] },
  async ({ page, signIn, consoleErrors }) => {
    await signIn();
    await page.route('**/rest/v1/rpc/duplicate_pairs', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'not for you' } }),
    );
    await page.goto('/ops/crm?list=duplicates');
    const sheet = page.getByRole('dialog', { name: 'Likely duplicates' });
    await expect(sheet).toContainText('The list could not be loaded');
    await page.unroute('**/rest/v1/rpc/duplicate_pairs');
    await page.route('**/rest/v1/rpc/duplicate_pairs', (route) =>
      route.fulfill({ json: { pairs: [], more: false } }),
    );
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await expect(sheet).toContainText('No two customers look like one person.');
    consoleErrors.length = 0;
  },
);
