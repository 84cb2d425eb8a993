import type { Page } from '@playwright/test';
import { studioDay } from './support/days.ts';
import { makeProp, openOrder, storedLine } from './support/order.ts';
import { putItem } from './support/items.ts';
import { expect, hydrated, test } from './support/test.ts';

/** What is said to screen readers alone. */
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
