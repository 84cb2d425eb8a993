import {
  UNEXPECTED,
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

test('a price that changed while the form was open', async ({ page, sql, consoleErrors }) => {
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

test('an item that went while the form was open', async ({ page, sql, consoleErrors }) => {
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

test.describe('what the studio’s server refuses', () => {
  for (const [hint, title] of [
    ['customer_lookup', 'Failed to check customer information'],
    ['customer_create', 'Failed to create customer record: disk full'],
    ['enquiry_create', 'Failed to create enquiry order: disk full'],
    ['items_save', 'Failed to save enquiry items: disk full'],
    ['', UNEXPECTED],
  ] as const) {
    test(`${hint || 'anything else'}: ${title}`, async ({ page, sql, consoleErrors }) => {
      const lamp = await makeProp(sql);
      await openOrder(page, [storedLine(lamp)]);
      const mobile = someMobile();
      await fillEnquiry(page, mobile);
      await refuse(page, 500, { code: '53100', message: 'disk full', hint });
      await submit(page).click();
      await expect(notices(page).getByText(title, { exact: true })).toBeVisible();
      await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
      await expect(submit(page)).toBeVisible();
      expect(await storedCart(page)).toEqual([storedLine(lamp)]);
      expect(new URL(page.url()).pathname).toBe('/my-order');
      consoleErrors.length = 0;
    });
  }

  test('a field is said at that field', async ({ page, sql, consoleErrors }) => {
    await openOrder(page, [storedLine(await makeProp(sql))]);
    await fillEnquiry(page, someMobile());
    await refuse(page, 422, {
      code: 'PT422',
      message: 'Not this one.',
      details: '{"field":"email"}',
    });
    await submit(page).click();
    await messageAt(page, 'Email', 'Not this one.');
    await expect(page.getByLabel('Email')).toBeFocused();
    consoleErrors.length = 0;
  });

  test('one notice at a time', async ({ page, sql, consoleErrors }) => {
    await openOrder(page, [storedLine(await makeProp(sql))]);
    await fillEnquiry(page, someMobile());
    await refuse(page, 500, { message: 'disk full', hint: 'items_save' });
    await page.getByRole('button', { name: 'Refresh Cart' }).click();
    await expect(notices(page)).toContainText('Cart refreshed');
    await submit(page).click();
    await expect(notices(page)).toContainText('Failed to save enquiry items: disk full');
    await expect(notices(page)).not.toContainText('Cart refreshed');
    await expect(notices(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(1);
    consoleErrors.length = 0;
  });
});

test('a step that really fails in the database names itself', async ({
  page,
  sql,
  consoleErrors,
}) => {
  const lamp = await makeProp(sql);
  const mobile = someMobile();
  await openOrder(page, [storedLine(lamp)]);
  await fillEnquiry(page, mobile);
  const name = `refuse_${mobile.slice(1)}`;
  await sql.unsafe(`
    create function public.${name}() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$;
    create trigger ${name} before insert on public.customers
      for each row when (new.mobile = '${mobile}') execute function public.${name}();`);
  try {
    await submit(page).click();
    await expect(notices(page)).toContainText('Failed to create customer record: no room');
  } finally {
    await sql.unsafe(`drop function public.${name}() cascade`);
  }
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  expect(await enquiriesOf(sql, mobile)).toHaveLength(1);
  consoleErrors.length = 0;
});
