import {
  SUBMIT,
  UNEXPECTED,
  breakInsert,
  enquiriesOf,
  fillEnquiry,
  makeProp,
  messageAt,
  notices,
  openOrder,
  refuse,
  someMobile,
  storedCart,
  storedLine,
  submit,
} from './support/order.ts';
import { expect, test } from './support/test.ts';

test('a price changes while the form is open @desktop @long', async ({
  page,
  sql,
  consoleErrors,
}) => {
  const lamp = await makeProp(sql, 500);
  await openOrder(page, [storedLine(lamp)]);
  const mobile = someMobile();
  await fillEnquiry(page, mobile);
  await sql`update public.props set price = 650 where id = ${lamp.id}`;
  await submit(page).click();
  await expect(
    page.getByText('Your order has changed. Please check the marked items and send again.'),
  ).toBeVisible();
  const line = page.getByRole('listitem').filter({ hasText: lamp.name });
  await expect(line).toContainText('Price updated: ₹500');
  await expect(line).toContainText('₹650/day');
  await expect(page.getByRole('definition').filter({ hasText: '₹1,950.00' })).toBeVisible();
  expect(await enquiriesOf(sql, mobile)).toHaveLength(0);
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  expect((await enquiriesOf(sql, mobile))[0]?.total_price).toBe('1950.00');
  consoleErrors.length = 0;
});

test('an item becomes unavailable while the form is open @desktop @long', async ({
  page,
  sql,
  consoleErrors,
}) => {
  const lamp = await makeProp(sql);
  const gone = await makeProp(sql);
  await openOrder(page, [storedLine(lamp), storedLine(gone)]);
  const mobile = someMobile();
  await fillEnquiry(page, mobile);
  await sql`update public.props set active = false where id = ${gone.id}`;
  await submit(page).click();
  const line = page.getByRole('listitem').filter({ hasText: gone.name });
  await expect(line).toContainText('No longer available');
  await submit(page).click();
  await expect(
    page.getByText('Please remove the items that are no longer available, then send again.'),
  ).toBeVisible();
  await page.getByRole('button', { name: `Remove ${gone.name}` }).click();
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  expect((await enquiriesOf(sql, mobile))[0]?.items).toBe(1);
  consoleErrors.length = 0;
});

test('each step that fails in the database has its own notice, and nothing is lost @desktop @long', async ({
  page,
  sql,
  consoleErrors,
}) => {
  const lamp = await makeProp(sql);
  const mobile = someMobile();
  await openOrder(page, [storedLine(lamp)]);
  await fillEnquiry(page, mobile);
  await page.getByLabel('Message').fill(mobile);
  for (const [table, when, title] of [
    ['customers', `new.mobile = '${mobile}'`, 'Failed to create customer record: no room'],
    ['enquiry_orders', `new.message = '${mobile}'`, 'Failed to create enquiry order: no room'],
    ['enquiry_items', `new.item_id = '${lamp.id}'`, 'Failed to save enquiry items: no room'],
  ] as const) {
    const restore = await breakInsert(sql, table, when);
    try {
      await submit(page).click();
      await expect(notices(page).getByText(title, { exact: true })).toBeVisible();
    } finally {
      await restore();
    }
    expect(await enquiriesOf(sql, mobile)).toHaveLength(0);
  }
  // A customer with a known number is looked up instead of created.
  await sql`insert into public.customers (first_name, last_name, mobile, email)
    values ('Asha', 'Rao', ${mobile}, 'asha@example.com')`;
  const restore = await breakInsert(sql, 'customers', `new.mobile = '${mobile}'`);
  try {
    await submit(page).click();
    await expect(
      notices(page).getByText('Failed to check customer information', { exact: true }),
    ).toBeVisible();
  } finally {
    await restore();
  }
  expect(await enquiriesOf(sql, mobile)).toHaveLength(0);

  // Failures that cannot be provoked for one visitor alone are answered by the test.
  for (const [error, title] of [
    [{ status: 500, hint: '' }, UNEXPECTED],
    [{ status: 404, hint: '', code: 'PGRST202' }, UNEXPECTED],
  ] as const) {
    await page.unroute(SUBMIT);
    await refuse(page, error.status, { message: 'disk full', ...error });
    await submit(page).click();
    await expect(notices(page).getByText(title, { exact: true })).toBeVisible();
    await expect(notices(page)).not.toContainText('disk full');
    // One notice at a time.
    await expect(notices(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(1);
    await notices(page).getByRole('button', { name: 'Dismiss' }).click();
  }

  // Over a limit: the message stays at the form after the notice is dismissed.
  const limited = 'Too many enquiries from this mobile number. Please try again in 9 minutes.';
  await page.unroute(SUBMIT);
  await refuse(page, 429, { code: 'PT429', message: limited });
  await submit(page).click();
  await expect(notices(page)).toContainText(limited);
  await notices(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('form', { name: 'Place Enquiry' }).getByText(limited)).toBeVisible();

  // A field error of the database is shown at its field.
  await page.unroute(SUBMIT);
  await refuse(page, 422, {
    code: 'PT422',
    message: 'Not this one.',
    details: '{"field":"email"}',
  });
  await submit(page).click();
  await messageAt(page, 'Email', 'Not this one.');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.unroute(SUBMIT);

  await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
  expect(await storedCart(page)).toEqual([storedLine(lamp)]);
  await expect(page).toHaveURL('/my-order');
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  expect(await enquiriesOf(sql, mobile)).toHaveLength(1);
  consoleErrors.length = 0;
});

test.describe('by itself', () => {
  test.use({ noticesStay: false });
  test('a notice stays while it is hovered or focused @desktop @long', async ({ page, sql }) => {
    await openOrder(page, [storedLine(await makeProp(sql))]);
    await page.clock.install();
    await page.getByRole('button', { name: 'Refresh Cart' }).click();
    const notice = notices(page).getByText('Cart refreshed');
    await expect(notice).toBeVisible();
    await notice.hover();
    await page.clock.runFor(20_000);
    await expect(notice).toBeVisible();
    await notices(page).getByRole('button', { name: 'Dismiss' }).focus();
    await page.mouse.move(0, 0);
    await page.clock.runFor(20_000);
    await expect(notice).toBeVisible();
    await notices(page)
      .getByRole('button', { name: 'Dismiss' })
      .evaluate((button) => button.blur());
    await page.clock.runFor(6000);
    await expect(notice).toBeHidden();
  });
});
