import type { Page } from '@playwright/test';
import { studioDay } from './support/days.ts';
import { putItem } from './support/items.ts';
import { Keys } from './support/keys.ts';
import { makeProp, someMobile, storeCart, storedCart, storedLine } from './support/order.ts';
import { enquireFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, hydrated, test } from './support/test.ts';

/** Texts for screen readers alone. */
const said = (page: Page, text: string | RegExp) =>
  page.locator('[aria-live="polite"]').filter({ hasText: text });

test('a visitor finds, dates, orders and enquires by keyboard alone, in 90 keys at most @desktop @long', async ({
  page,
}) => {
  await page.goto('/rent-props');
  await hydrated(page);
  const keys = new Keys(page);
  await keys.press('/');
  await keys.type('chair');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Results', exact: true })).toBeFocused();
  await expect(page).toHaveURL(/q=chair/);
  await expect(page.getByRole('status').filter({ hasText: /^[\d,]+ items$/ })).toHaveCount(1);
  await expect(page.getByRole('article').first()).toContainText(/chair/i);
  const adds = page.getByRole('article').getByRole('button', { name: /^Add .* to order$/ });
  const view = page.getByRole('button', { name: 'View order' });
  for (const at of [0, 1, 2]) {
    await keys.tabTo(adds.nth(at));
    await keys.press('Enter');
    await expect(page.getByRole('button', { name: `Cart, ${at + 1} item` })).toBeVisible();
    const name = await adds.nth(at).getAttribute('aria-label');
    const item = name?.replace(/^Add (.*) to order$/, '$1') ?? '';
    await expect(page.getByRole('status').filter({ hasText: 'Added to your order' })).toContainText(
      item,
    );
  }
  await keys.press('Tab');
  await expect(view).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My Order' })).toBeFocused();

  await keys.tabTo(page.getByRole('main').getByRole('button', { name: 'When do you need it?' }));
  await keys.press('Enter');
  const picker = page.getByRole('dialog', { name: 'When do you need it?' });
  await expect(picker).toBeVisible();
  await expect(picker.locator('[role=gridcell] :focus, td :focus, button:focus')).toBeVisible();
  const [, month, day] = studioDay(40).split('-').map(Number);
  await keys.type(`${day}/${month}`);
  await keys.press('Enter');
  await expect(picker).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: /free/ }).first()).toBeAttached();

  const amounts = page.getByRole('textbox', { name: /^Quantity of / });
  for (const at of [0, 1, 2]) {
    await keys.tabTo(amounts.nth(at));
    await keys.type('2');
    const name = (await amounts.nth(at).getAttribute('aria-label'))?.replace('Quantity of ', '');
    // It is said once the field is left.
    await keys.press('Tab');
    await expect(said(page, `2 × ${name}, ₹`)).toHaveCount(1);
  }
  await keys.tabTo(page.getByRole('button', { name: 'Place Enquiry' }));
  await keys.press('Enter');
  const mobile = someMobile();
  for (const [label, text] of [
    ['First name', 'Asha'],
    ['Last name', 'Rao'],
    ['Mobile', mobile.slice(3)],
    ['Email', 'asha@rao.in'],
  ] as const) {
    await keys.tabTo(page.getByRole('textbox', { name: label }));
    await keys.type(text);
  }
  await keys.press('Enter');
  await expect(page).toHaveURL(/\/thank-you-for-enquiry/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await storedCart(page)).toBeNull();
  expect(keys.count).toBeLessThanOrEqual(90);
});

test('staff find an enquiry, quote it and make it an order by keyboard alone, in 60 keys at most @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
  const days = { from: studioDay(40), to: studioDay(42) };
  const { number } = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
  await page.goto('/ops/today');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const keys = new Keys(page);

  const palette = page.getByRole('dialog', { name: 'Search everything' });
  await keys.press('Control+K');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await keys.type(number);
  await expect(palette.getByRole('status')).toHaveText('1 found');
  await keys.press('Enter');
  const drawer = page.getByRole('dialog', { name: number, exact: true });
  await expect(drawer).toBeVisible();

  await keys.tabTo(drawer.getByRole('tab', { name: /^Items|^Details|^Enquiry/ }).first());
  for (let at = 0; at < 5; at += 1) {
    const documents = drawer.getByRole('tab', { name: /^Documents/ });
    if (await documents.evaluate((one) => one === document.activeElement)) break;
    await keys.press('ArrowRight');
  }
  await keys.press('Enter');
  await keys.tabTo(drawer.getByRole('button', { name: 'Make quote' }));
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Quote, draft' })).toBeFocused();
  await keys.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Issue this quote?' });
  const issue = question.getByRole('button', { name: 'issue quote' });
  await expect(issue).toBeVisible();
  await keys.tabTo(issue);
  await keys.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /issued$/ })).toBeVisible();

  await keys.press('Control+K');
  await expect(palette.getByRole('option').first()).toContainText(number);
  await keys.press('Enter');
  await keys.tabTo(drawer.getByRole('button', { name: 'Convert to Order' }), 4, 'Shift+Tab');
  await keys.press('Enter');
  const done = page
    .getByRole('status')
    .filter({ hasText: 'Enquiry converted to order successfully' });
  await expect(done).toBeVisible();
  await expect(page.locator('dialog :focus')).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(60);
});

test('links that only the keyboard shows lead past filters and pictures @desktop @long', async ({
  page,
  sql,
}) => {
  const lamp = await makeProp(sql);
  const keys = new Keys(page);
  const skip = async (path: string, name: string) => {
    await page.goto(path);
    await hydrated(page);
    const link = page.getByRole('link', { name: 'Skip to content' });
    await keys.tabTo(link);
    await keys.press('Enter');
    await keys.tabTo(page.getByRole('link', { name }), 6);
    await keys.press('Enter');
    expect(new URL(page.url()).hash).toBe('');
  };
  await skip('/rent-props', 'Skip to results');
  await keys.press('Tab');
  await expect(page.getByRole('article').first().getByRole('link')).toBeFocused();
  const [item] = await sql<{ prop_id: string }[]>`select prop_id from props where id = ${lamp.id}`;
  await skip(`/props/${item?.prop_id}`, 'Skip to dates and order');
  await keys.press('Tab', 'Tab');
  await expect(
    page.getByRole('button', { name: 'Add to Order' }).filter({ visible: true }),
  ).toBeFocused();
  await storeCart(page, JSON.stringify([storedLine(lamp)]));
  await skip('/my-order', 'Skip to Place Enquiry');
  await expect(page.getByRole('button', { name: 'Place Enquiry' })).toBeFocused();
  await skip('/my-order', 'Skip to order');
  await expect(page.getByRole('heading', { name: 'Cart Items (1)' })).toBeFocused();
});
