import type { Page } from '@playwright/test';
import { studioDay } from './support/days.ts';
import { makeProp, openOrder, storedLine } from './support/order.ts';
import { putItem } from './support/items.ts';
import { notice } from './support/crm.ts';
import { bookFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, hydrated, test } from './support/test.ts';

/** Texts for screen readers alone. */
const said = (page: Page, text: string | RegExp) =>
  page.locator('[aria-live="polite"]').filter({ hasText: text });

test('an amount that changes is said with line and total, and its limit too @desktop @long', async ({
  page,
  sql,
}) => {
  const lamp = await makeProp(sql, 270);
  await openOrder(page, [storedLine(lamp, { quantity: 3 })]);
  await hydrated(page);
  const minus = page.getByRole('button', { name: `Decrease quantity of ${lamp.name}` });
  await minus.click();
  const two = `2 × ${lamp.name}, ₹540.00 a day; total ₹637.20 a day`;
  await expect(said(page, two)).toHaveCount(1);
  await minus.click();
  await minus.click();
  await expect(said(page, '1 is the least')).toHaveCount(1);
});

test('the dates of a list say how much is free @desktop @long', async ({ page }) => {
  await page.goto('/rent-props');
  await hydrated(page);
  await page.getByRole('main').getByRole('button', { name: /^When/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'First day' }).fill(studioDay(40));
  await sheet.getByRole('textbox', { name: 'Last day' }).fill(studioDay(42));
  await sheet.getByRole('button', { name: 'Show what is free' }).click();
  await expect(said(page, /^[\d,]+ of [\d,]+ free$/)).toHaveCount(1);
});

test('a search of the back office says what it found @desktop @long', async ({
  page,
  sql,
  signIn,
}) => {
  const item = await putItem(sql, 'props');
  await signIn();
  await page.goto('/ops/props-manager');
  await page.getByRole('searchbox', { name: 'search props' }).fill(item.name);
  await expect(said(page, /^1 found$/)).toHaveCount(1);
  await page.goto('/ops/items');
  await page.getByRole('searchbox', { name: 'search items of any kind' }).fill(item.name);
  await expect(said(page, /^1 found$/)).toHaveCount(1);
});

test('filters of activity and calendar say how much they leave @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const item = await putItem(sql, 'props');
  const days = { from: studioDay(1), to: studioDay(2) };
  await bookFor(sql, request, [{ item, quantity: 1 }], days);
  await signIn();
  await page.goto('/ops/settings/activity');
  await page.getByLabel('Search activity').fill(`none ${item.name}`);
  await expect(said(page, /^0 found$/)).toHaveCount(1);
  await page.goto('/ops/calendar');
  await page.getByRole('searchbox', { name: 'Find items' }).fill(item.name);
  await expect(said(page, /^1 found$/)).toHaveCount(1);
});

test('settings say how many changes are not saved, and lead to what is refused with its reason @desktop @long', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/ops/settings/studio');
  const status = page.getByRole('status');
  const gstin = page.getByLabel('GSTIN');
  await gstin.fill('27AAPFU0939F1ZW');
  await expect(status.filter({ hasText: '1 change, not saved yet' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(gstin).toBeFocused();
  await expect(gstin).toHaveAccessibleDescription(/The last character of this GSTIN does not fit/);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(status.filter({ hasText: 'not saved yet' })).toHaveCount(0);
});

test('an edit of an order says what was done, and the new total @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { price: 500, own: { quantity: 3 } });
  const chair = await putItem(sql, 'props', { price: 200, own: { quantity: 3 } });
  const days = { from: studioDay(60), to: studioDay(60) };
  const { order: number } = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(`/ops/crm?tab=orders&open=${number}`);
  const drawer = page.getByRole('dialog', { name: number, exact: true });
  const add = drawer.getByRole('combobox', { name: 'Add an item by name or code' });
  await add.fill(chair.code);
  await add.press('Enter');
  await expect(notice(page).getByRole('status')).toContainText(chair.name);
  await expect(said(page, 'New total ₹300.00 without GST')).toHaveCount(1);
  await drawer.getByRole('button', { name: `Remove ${chair.name}` }).click();
  await expect(notice(page).getByRole('status')).toContainText(`${chair.name} removed`);
  await expect(said(page, 'New total ₹100.00 without GST')).toHaveCount(1);
});
