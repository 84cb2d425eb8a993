import type { Page } from '@playwright/test';
import { makeOrder, writtenMobiles } from './support/crm.ts';
import { putItem } from './support/items.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { expect, hydrated, test } from './support/test.ts';

const rupees = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });
const table = (page: Page) => page.getByRole('table', { name: 'Enquiries' });
const row = (page: Page, number: string) =>
  table(page).getByRole('row').filter({ hasText: number });
const drawer = (page: Page, number: string) => page.getByRole('dialog', { name: number });
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** The numbers in the list, from the top. Other tests send enquiries concurrently. */
const numbers = (page: Page) => table(page).getByRole('link').allTextContents();

test(
  'the newest enquiry is first, with its items by name',
  { tag: ['@long', '@desktop'] },
  async ({ page, request, sql, signIn }) => {
    await signIn();
    await page.goto('/ops/crm?tab=enquiries');
    const before = await sendEnquiry(request);
    const sent = await sendEnquiry(request);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('link', { name: 'CRM-Rental' }).click();
    await page.getByRole('tab', { name: 'Enquiries' }).click();
    await expect(page.getByRole('tab', { name: 'Enquiries' })).toBeVisible();
    const fresh = row(page, sent.number);
    await expect(fresh).toContainText(`${sent.firstName} ${sent.lastName}`);
    for (const name of sent.itemNames) await expect(fresh).toContainText(name);
    await expect(fresh).toContainText(`₹${rupees.format(sent.total)}`);
    await expect(fresh.getByText('Pending')).toBeVisible();
    await expect(fresh.getByRole('cell', { name: '3', exact: true })).toBeVisible();
    const listed = await numbers(page);
    expect(listed).toContain(before.number);
    expect(listed.indexOf(sent.number)).toBeLessThan(listed.indexOf(before.number));
    const above = listed.slice(0, listed.indexOf(sent.number));
    const older = await sql`
      select from enquiry_orders where enquiry_number = any (${above})
        and created_at < (select created_at from enquiry_orders where enquiry_number = ${sent.number})`;
    expect(older).toHaveLength(0);
  },
);

test(
  'an enquiry opens in a drawer; the address reopens it from any page of the list',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, signIn, expectAccessible }) => {
    const sent = await sendEnquiry(request);
    await signIn();
    await page.goto('/ops/crm?tab=enquiries');
    await expect(row(page, sent.number)).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: sent.number }).click();
    await expect(page).toHaveURL(`/ops/crm?tab=enquiries&open=${sent.number}`);
    await page.reload();
    const open = drawer(page, sent.number);
    for (const name of sent.itemNames) {
      await expect(open.getByRole('row', { name })).toBeVisible();
    }
    await expect(open.getByText('Total excl. GST').first()).toBeVisible();
    await expect(open.getByText(`₹${rupees.format(sent.total)}`).first()).toBeVisible();
    await expect(open.getByText(sent.message)).toBeVisible();
    await expect(open.getByRole('link', { name: sent.email })).toHaveAttribute(
      'href',
      `mailto:${sent.email}`,
    );
    await expect(open.locator(`a[href="tel:${sent.mobile}"]`)).toBeVisible();
    await expect(open.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      new RegExp(`^https://wa\\.me/${sent.mobile.slice(1)}\\?text=.*${sent.number}`),
    );
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(open).toBeHidden();
    await expect(page).toHaveURL('/ops/crm?tab=enquiries');
    await page.goto(`/ops/crm?tab=enquiries&q=nobody+has+this+name&open=${sent.number}`);
    await expect(
      open.getByRole('link', { name: sent.itemNames[0] ?? '', exact: true }),
    ).toBeVisible();
    await page.goto('/ops/crm?tab=enquiries&open=ENQ-999999999');
    await expect(page.getByText('There is no enquiry with this number')).toBeVisible();
  },
);

test(
  'the server searches number, name, mobile and email',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, signIn }) => {
    const sent = await sendEnquiry(request);
    await sendEnquiry(request);
    await signIn();
    await page.goto('/ops/crm?tab=enquiries');
    const box = page.getByRole('searchbox', { name: 'search enquiries' });
    const needles = [
      sent.number.toLowerCase(),
      `${sent.lastName.toUpperCase()} ${sent.firstName}`,
      sent.mobile.slice(3, 12),
      sent.email.slice(0, 16),
    ];
    for (const needle of needles) {
      await box.fill(needle);
      await expect(table(page).getByRole('row')).toHaveCount(2);
      await expect(row(page, sent.number)).toBeVisible();
    }
    for (const needle of writtenMobiles(sent.mobile)) {
      await box.fill('nobody at all');
      await expect(page.getByText('No enquiries found matching your criteria')).toBeVisible();
      await box.fill(needle);
      await expect(table(page).getByRole('row')).toHaveCount(2);
      await expect(row(page, sent.number)).toBeVisible();
    }
    for (const needle of ['%', '_', '"),(', '🎬', '\\']) {
      await box.fill(needle);
      await expect(page.getByText('No enquiries found matching your criteria')).toBeVisible();
      await page.getByRole('button', { name: 'Clear search and filters' }).click();
      await expect(box).toHaveValue('');
      await expect(row(page, sent.number)).toBeVisible();
    }
    await expect(notice(page).getByText('Error loading enquiries')).toHaveCount(0);
  },
);

test(
  'a pending search is applied before a click opens a record, and does not close it @long',
  { tag: '@desktop' },
  async ({ page, request, signIn }) => {
    const sent = await sendEnquiry(request);
    await sendEnquiry(request);
    await signIn();
    await page.goto('/ops/crm?tab=enquiries');
    const box = page.getByRole('searchbox', { name: 'search enquiries' });
    const open = drawer(page, sent.number);
    const searched = `/ops/crm?tab=enquiries&q=${sent.lastName}`;
    const ways = [
      () => page.getByRole('link', { name: sent.number }).click(),
      () => row(page, sent.number).getByRole('cell').nth(4).click(),
    ];
    for (const way of ways) {
      await expect(row(page, sent.number)).toBeVisible();
      await box.pressSequentially(sent.lastName);
      await way();
      await expect(page).toHaveURL(`${searched}&open=${sent.number}`);
      await page.keyboard.type('zz');
      await expect(open).toBeVisible();
      await expect(box).toHaveValue(sent.lastName);
      await page.goBack();
      await expect(page).toHaveURL(searched);
      await expect(open).toBeHidden();
      await expect(table(page).getByRole('row')).toHaveCount(2);
      await box.fill('');
      await expect(page).toHaveURL('/ops/crm?tab=enquiries');
    }
    await box.pressSequentially(sent.lastName);
    await page.getByRole('button', { name: 'Total excl. GST' }).click();
    await expect(page).toHaveURL(`${searched}&sort=-total`);
  },
);

test(
  'a converted enquiry leaves the list; a missing item is an Unknown Item @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn }) => {
    const converted = await sendEnquiry(request);
    const odd = await sendEnquiry(request);
    await sql`update enquiry_orders set status = 'converted' where enquiry_number = ${converted.number}`;
    const gone = await putItem(sql, 'props');
    await sql`
    insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price)
    select id, 'prop', ${gone.id}, 1, 10 from enquiry_orders where enquiry_number = ${odd.number}
  `;
    await sql`delete from props where id = ${gone.id}`;
    await signIn();
    await page.goto('/ops/crm?tab=enquiries');
    await expect(table(page).getByRole('row', { name: odd.number })).toContainText('Unknown Item');
    await expect(table(page).getByText(converted.number)).toHaveCount(0);
  },
);

test(
  'a failed list is empty, shows the error and offers a retry',
  { tag: ['@long', '@desktop'] },
  async ({ page, request, signIn, consoleErrors }) => {
    const sent = await sendEnquiry(request);
    await signIn();
    await page.route('**/rest/v1/rpc/search_enquiries', (route) =>
      route.fulfill({
        status: 403,
        json: { code: '42501', message: 'permission denied for today', details: null, hint: null },
      }),
    );
    await page.goto('/ops/crm?tab=enquiries');
    await expect(notice(page)).toContainText('Error loading enquiries');
    await expect(notice(page)).toContainText('permission denied for today');
    await expect(table(page)).toHaveCount(0);
    await page.unroute('**/rest/v1/rpc/search_enquiries');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(row(page, sent.number)).toBeVisible();
    await page.route('**/rest/v1/rpc/search_enquiries', (route) =>
      route.fulfill({ json: { total: 0, total_is_exact: true, items: [], next: null } }),
    );
    await page.reload();
    await expect(page.getByText('Currently there are no enquiries')).toBeVisible();
    consoleErrors.length = 0;
  },
);

test(
  'j and k move through the list and Enter opens a record @long',
  { tag: '@desktop' },
  async ({ page, request, signIn }) => {
    await sendEnquiry(request);
    const sent = await sendEnquiry(request);
    await signIn();
    await page.goto('/ops/crm?tab=enquiries');
    await hydrated(row(page, sent.number));
    const [first = '', second = ''] = await numbers(page);
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: first })).toBeFocused();
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: second })).toBeFocused();
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await expect(drawer(page, first)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await expect(drawer(page, first)).toBeHidden();
    await expect(page.getByRole('link', { name: first })).toBeFocused();
  },
);

test('on a narrow screen enquiries and orders are cards that open', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
  isMobile,
}) => {
  test.skip(!isMobile, 'cards are for narrow screens');
  const sent = await sendEnquiry(request);
  await signIn();
  await page.goto('/ops/crm?tab=enquiries');
  const cards = page.getByRole('list', { name: 'Enquiries' }).getByRole('listitem');
  const card = cards.filter({ hasText: sent.number });
  for (const name of sent.itemNames) await expect(card).toContainText(name);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Sort').selectOption('Received, ascending');
  await expect(page).toHaveURL('/ops/crm?tab=enquiries&sort=created');
  await page.getByLabel('Sort').selectOption('Newest first');
  await card.getByRole('link').click();
  await expect(drawer(page, sent.number).getByText(sent.message)).toBeVisible();
  await expectAccessible();
  const made = await makeOrder(sql, request);
  await page.goto('/ops/crm?tab=orders');
  await page.getByRole('list', { name: 'Orders' }).getByRole('link', { name: made.order }).click();
  await expect(drawer(page, made.order).getByLabel('Order status')).toBeVisible();
  await expect(drawer(page, made.order).getByLabel('Payment status')).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
