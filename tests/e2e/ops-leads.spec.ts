import type { Page } from '@playwright/test';
import { writtenMobiles } from './support/crm.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { makeCustomer, makeStaff, putMessage } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Leads' });
const row = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text });
const box = (page: Page) => page.getByRole('searchbox', { name: 'search leads' });
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const assignee = (page: Page, name: string) => page.getByLabel(`Assigned to: ${name}`);

test(
  'the search covers names, email, mobile and number, and treats every character literally',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn }) => {
    const lead = await makeCustomer(sql);
    await makeCustomer(sql);
    await signIn();
    await page.goto('/ops/crm');
    const needles = [
      lead.name.toUpperCase(),
      lead.email.slice(0, 16),
      lead.mobile.slice(3),
      lead.number.toLowerCase(),
    ];
    for (const needle of needles) {
      await box(page).fill(needle);
      await expect(table(page).getByRole('row')).toHaveCount(2);
      await expect(row(page, lead.name)).toBeVisible();
    }
    for (const needle of writtenMobiles(lead.mobile)) {
      await box(page).fill('nobody at all');
      await expect(page.getByText('No customers found matching your criteria')).toBeVisible();
      await box(page).fill(needle);
      await expect(table(page).getByRole('row')).toHaveCount(2);
      await expect(row(page, lead.name)).toBeVisible();
    }
    for (const needle of ['%', '_', `"'),(`, '🎬', '\\', 'x'.repeat(10_000)]) {
      await box(page).fill(needle);
      await expect(page.getByText('No customers found matching your criteria')).toBeVisible();
      await page.getByRole('button', { name: 'Clear search and filters' }).click();
      await expect(row(page, lead.name)).toBeVisible();
    }
    await expect(notice(page)).toHaveText('');
  },
);

test(
  'the counts link to a tab filtered by the customer; switching tabs clears the filter',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn }) => {
    const sent = await sendEnquiry(request);
    await signIn();
    await page.goto(`/ops/crm?q=${sent.lastName}`);
    const lead = row(page, sent.lastName);
    const name = `${sent.firstName} ${sent.lastName}`;
    await expect(lead.getByRole('link', { name: `1 enquiry of ${name}` })).toBeVisible();
    await expect(lead).not.toContainText('open');
    await sql`
      insert into enquiry_orders (customer_id, status, total_price)
      select id, unnest(array['closed', 'converted']), 1 from customers where mobile = ${sent.mobile}`;
    await page.reload();
    await expect(lead).toContainText('1 open');
    await lead.getByRole('link', { name: `2 enquiries of ${name}` }).click();
    const enquiries = page.getByRole('table', { name: 'Enquiries' });
    await expect(enquiries.getByRole('row')).toHaveCount(3);
    await expect(enquiries).toContainText(sent.number);
    const chip = page.getByRole('button', { name: /^Remove filter: customer/ });
    await expect(chip).toContainText(`${sent.firstName} ${sent.lastName}`);
    await page.reload();
    await expect(enquiries.getByRole('row')).toHaveCount(3);
    await page.getByRole('tab', { name: 'Leads' }).click();
    await page.getByRole('tab', { name: 'Enquiries' }).click();
    await expect(chip).toHaveCount(0);
    await expect(page).toHaveURL('/ops/crm?tab=enquiries');
    await expect.poll(() => enquiries.getByRole('row').count()).toBeGreaterThan(3);
  },
);

test(
  'a lead is assigned, and the filters find it by assignee',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    const lead = await makeCustomer(sql);
    const nameless = await makeStaff(sql, 'crm_user', null);
    const me = await makeStaff(sql, 'crm_user');
    await makeStaff(sql, 'inventory_user', 'Stock only');
    await signIn(me);
    await page.goto(`/ops/crm?q=${lead.number}`);
    const select = assignee(page, lead.name);
    await expect(select).toHaveValue('');
    await expect(select.getByRole('option', { name: 'Stock only' })).toHaveCount(0);
    await select.selectOption(`User ${nameless.id.slice(-6)}`);
    await expect(notice(page)).toContainText('Assignment updated successfully');
    await select.selectOption(me.id);
    await expect
      .poll(async () => (await sql`select assigned_to from customers where id = ${lead.id}`)[0])
      .toEqual({ assigned_to: me.id });
    const filter = page.getByLabel('Assigned to', { exact: true });
    await filter.selectOption('Me');
    await expect(row(page, lead.name)).toBeVisible();
    await filter.selectOption('Unassigned');
    await expect(page.getByText('No customers found matching your criteria')).toBeVisible();
    await filter.selectOption('Anyone');
    await expect(select).toHaveValue(me.id);
    await select.selectOption('Unassigned');
    await expect
      .poll(async () => (await sql`select assigned_to from customers where id = ${lead.id}`)[0])
      .toEqual({ assigned_to: null });
  },
);

test(
  'a failed assignment is rolled back with a notice',
  { tag: ['@long', '@desktop'] },
  async ({ page, sql, signIn, consoleErrors }) => {
    const lead = await makeCustomer(sql);
    const me = await makeStaff(sql, 'crm_user');
    await signIn(me);
    await page.goto(`/ops/crm?q=${lead.number}`);
    const select = assignee(page, lead.name);
    await expect(select).toHaveValue('');
    await page.route('**/rest/v1/customers*', (route) =>
      route.fulfill({ status: 422, json: { code: 'PT422', message: 'not today' } }),
    );
    await select.selectOption(me.id);
    await expect(notice(page)).toContainText('Error updating assignment');
    await expect(notice(page)).toContainText('not today');
    await expect(select).toHaveValue('');
    consoleErrors.length = 0;
  },
);

test(
  'of two concurrent assignments the second is refused and overwrites nothing @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    const lead = await makeCustomer(sql);
    const [me, other] = [await makeStaff(sql, 'crm_user'), await makeStaff(sql, 'crm_user')];
    await signIn(me);
    await page.goto(`/ops/crm?q=${lead.number}`);
    const select = assignee(page, lead.name);
    await expect(select).toHaveValue('');
    await sql`update customers set assigned_to = ${other.id} where id = ${lead.id}`;
    await select.selectOption(me.id);
    await expect(notice(page)).toContainText('Error updating assignment');
    await expect(notice(page)).toContainText('Somebody else changed this lead meanwhile.');
    await expect(select).toHaveValue(other.id);
  },
);

test(
  'a message from the contact form is a badge on its lead, and a filter finds it @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    const lead = await makeCustomer(sql);
    await putMessage(sql, lead.id, 'Do you open on Sundays?');
    await signIn();
    await page.goto('/ops/crm');
    await page.getByLabel('Messages').selectOption('To answer');
    await expect(page).toHaveURL('/ops/crm?tab=leads&messages=unhandled');
    await box(page).fill(lead.name);
    await expect(row(page, lead.name)).toContainText('1 message');
    await expect(table(page).getByRole('row')).toHaveCount(2);
  },
);

test(
  'column headings sort and the pager turns pages; both are in the address @long',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/ops/crm');
    await expect(page.getByRole('columnheader', { name: 'Since' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await page.getByRole('button', { name: 'Name' }).click();
    await expect(page).toHaveURL('/ops/crm?tab=leads&sort=name');
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages).toContainText(/1–25 of \d+/);
    await expect(table(page).getByRole('row')).toHaveCount(26);
    await pages.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL('/ops/crm?tab=leads&sort=name&page=2');
    await expect(pages).toContainText(/26–50 of \d+/);
    await page.reload();
    await expect(pages).toContainText(/26–50 of \d+/);
  },
);

test(
  'j and Enter open a customer; a page past the end goes back to the first',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn, expectAccessible }) => {
    await makeCustomer(sql);
    await signIn();
    await page.goto('/ops/crm?page=9999');
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/1–25 of \d+/);
    await expectAccessible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/ops\/customers\/CUS-\d+$/);
    await page.goBack();
    await expect(table(page)).toBeVisible();
  },
);

test(
  'failed reads of leads or users are notified; an empty list has an empty state',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn, consoleErrors }) => {
    await makeCustomer(sql);
    await signIn();
    await page.route('**/rest/v1/rpc/search_leads', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'not for you' } }),
    );
    await page.goto('/ops/crm');
    await expect(notice(page)).toContainText('Error loading customers');
    await expect(notice(page)).toContainText('not for you');
    await page.unroute('**/rest/v1/rpc/search_leads');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(table(page)).toBeVisible();
    await page.route('**/rest/v1/rpc/assignees', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'no list of staff' } }),
    );
    await page.reload();
    await expect(notice(page)).toContainText('Error loading users');
    await expect(notice(page)).toContainText('no list of staff');
    await page.route('**/rest/v1/rpc/search_leads', (route) =>
      route.fulfill({ json: { total: 0, total_is_exact: true, items: [], next: null } }),
    );
    await page.goto('/ops/crm');
    await expect(page.getByText('Currently there are no leads in the system')).toBeVisible();
    consoleErrors.length = 0;
  },
);

test('on a narrow screen each lead is a card', async ({
  page,
  sql,
  signIn,
  expectAccessible,
  isMobile,
}) => {
  test.skip(!isMobile, 'cards are for narrow screens');
  const lead = await makeCustomer(sql);
  await signIn();
  await page.goto('/ops/crm');
  const card = page
    .getByRole('list', { name: 'Leads' })
    .getByRole('listitem')
    .filter({ hasText: lead.name });
  await expect(card.getByLabel(`Assigned to: ${lead.name}`)).toBeVisible();
  await expectAccessible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await card.getByRole('link', { name: lead.name }).click();
  await expect(page.getByRole('heading', { name: lead.name })).toBeVisible();
});
