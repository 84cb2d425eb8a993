import type { APIRequestContext, Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { colleague, notice, type MadeOrder } from './support/crm.ts';
import { studioDay } from './support/days.ts';
import { putItem } from './support/items.ts';
import { bookFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { todayEntry } from './support/today.ts';
import { expect, expectLegibleInDark, signInByForm, test } from './support/test.ts';

/** A confirmed order of two lamps, and the lamp. */
async function lampOrder(sql: Sql, request: APIRequestContext, from = 0, to = 2) {
  const lamp = await putItem(sql, 'props', { own: { quantity: 2 } });
  await sql`update public.items set place = 'Shelf B3' where id = ${lamp.id}`;
  const days = { from: studioDay(from), to: studioDay(to) };
  return { lamp, made: await bookFor(sql, request, [{ item: lamp, quantity: 2 }], days) };
}

/** Nothing on the page says more of the customer than the first name, and nothing of money. */
async function expectDiscreet(page: Page, made: MadeOrder) {
  const text = await page.locator('main').innerText();
  const secrets = [made.lastName, made.mobile.slice(3), made.email, '₹', 'CUS-', 'ENQ-'];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}

const deskOf = ({ order }: MadeOrder, step: string) => `/ops/today?order=${order}&desk=${step}`;

test('a storekeeper starts at Today, hands over and takes back, and reads first names only @journey', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const { made, lamp } = await lampOrder(sql, request);
  await signIn(await makeStaff(sql, 'storekeeper', 'Ravi Store'));
  await page.goto('/ops/dashboard');
  await expect(page).toHaveURL(/\/ops\/today$/);
  const order = await todayEntry(page, made.order);
  await expect(order).toContainText(made.firstName);
  await expect(page.getByRole('switch', { name: 'Mine' })).toHaveCount(0);
  await expectDiscreet(page, made);
  await expectAccessible();
  await expectLegibleInDark(page);
  await order.getByRole('link', { name: `Hand over ${made.order}` }).click();
  await expect(page.getByRole('region', { name: 'Shelf B3' })).toContainText(lamp.name);
  await expectDiscreet(page, made);
  await expectAccessible();
  await page.getByRole('button', { name: 'Hand over everything' }).click();
  await expect(notice(page)).toContainText('2 pieces handed over');
  await page.getByRole('link', { name: 'Take back' }).click();
  await page
    .getByRole('form')
    .getByRole('listitem', { name: lamp.name })
    .getByRole('button', { name: /^Damaged:/ })
    .click();
  await expect(page.getByText('The office decides about charges')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Charges' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Take back everything' }).click();
  await expect(notice(page)).toContainText('2 pieces taken back');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Ravi Store');
  await expect(page.getByText('Charges to decide')).toHaveCount(0);
  await expectDiscreet(page, made);
});

test('a storekeeper sees the calendar, places and pieces, and finds orders by number @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const { made, lamp } = await lampOrder(sql, request);
  await sql`insert into item_pieces (item_id, number, code, note)
    values (${lamp.id}, 1, ${`${lamp.code}-01`}, 'Dented foot')`;
  await signIn(await makeStaff(sql, 'storekeeper'));
  await page.goto(`/ops/scan/${lamp.code}`);
  const scanned = page.getByRole('region', { name: 'Scanned item' });
  await expect(scanned).toContainText('0 of 2 pieces free today');
  await expect(scanned.getByRole('list', { name: 'Pieces' })).toContainText('Dented foot');
  await expect(scanned.getByRole('button', { name: 'Retire' })).toHaveCount(0);
  await expect(scanned.getByRole('button', { name: `Hand over · ${made.order}` })).toContainText(
    made.firstName,
  );
  await scanned.getByRole('textbox', { name: 'Place' }).fill('Rail 7');
  await scanned.getByRole('button', { name: 'Save' }).click();
  await expect(notice(page)).toContainText('Place saved');
  await expectDiscreet(page, made);
  await expectAccessible();

  await page.goto(`/ops/calendar?q=${encodeURIComponent(lamp.name)}`);
  const bar = page.getByRole('button', { name: new RegExp(made.order) }).first();
  await bar.click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText(made.firstName);
  await expect(details.getByRole('heading', { name: 'Change dates' })).toHaveCount(0);
  await expect(details.getByRole('button', { name: 'Only this customer' })).toHaveCount(0);
  expect(await details.innerText()).not.toContain(made.lastName);
  await details.getByRole('link', { name: `Open ${made.order}` }).click();
  await expect(page.getByRole('heading', { name: `Hand over ${made.order}` })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('combobox', { name: 'Search everything' });
  await search.fill(made.order);
  await expect(
    page.getByRole('option', { name: `${made.order} · ${made.firstName}` }),
  ).toBeVisible();
  await search.fill(made.lastName);
  await expect(page.getByText('No order or item matches.')).toBeVisible();
});

test('a storekeeper finds no page of customers, items and money open @long @desktop', async ({
  page,
  sql,
}) => {
  await signInByForm(page, await makeStaff(sql, 'storekeeper'));
  await expect(page).toHaveURL(/\/ops\/today$/);
  const bar = page.getByRole('navigation', { name: 'Back office', exact: true });
  await expect(bar.getByRole('link')).toHaveText(['Today', 'Calendar', 'Scan']);
  for (const path of [
    'crm?tab=leads',
    'customers/CUS-00001',
    'documents',
    'money',
    'messages',
    'notices',
    'items',
    'props-manager',
    'settings/availability',
    'settings/activity',
    'settings/staff',
  ]) {
    await page.goto(`/ops/${path}`);
    await expect(page.getByText('Your role is Storekeeper.')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to Today' }).click();
  await expect(page).toHaveURL(/\/ops\/today$/);
});

test('charges for what a storekeeper took back late are decided by the office @long', async ({
  page,
  request,
  sql,
  signIn,
  browser,
  expectAccessible,
}) => {
  const { made, lamp } = await lampOrder(sql, request, -4, -2);
  const store = await colleague(browser, sql, 'storekeeper');
  await store.page.goto(deskOf(made, 'hand-over'));
  await store.page.getByRole('button', { name: 'Handed over on an earlier day?' }).click();
  await store.page.getByLabel('Day').fill(studioDay(-4));
  await store.page.getByLabel('Reason').fill('The book was filled in later');
  await store.page.getByRole('button', { name: 'Hand over everything' }).click();
  await expect(notice(store.page)).toContainText('2 pieces handed over');
  await store.page.goto(deskOf(made, 'return'));
  await store.page.getByRole('button', { name: 'Take back everything' }).click();
  await expect(notice(store.page)).toContainText('2 pieces taken back');
  await store.page.context().close();

  await signIn(await makeStaff(sql, 'crm_user', 'Meera Office'));
  await page.goto(`/ops/crm?tab=orders&open=${made.order}`);
  await expect(page.getByRole('link', { name: 'Decide charges' })).toBeVisible();
  await page.goto('/ops/today');
  const waiting = page.getByRole('region', { name: 'Charges to decide' });
  await waiting.getByRole('link').filter({ hasText: made.order }).click();
  const due = page.getByRole('region', { name: 'Return' });
  await expect(due.getByRole('group', { name: 'Charges to decide' })).toBeVisible();
  const amount = due.getByLabel(`Amount: ${lamp.name} × 2, 2 days late`);
  await expect(amount).toHaveValue('400');
  await expectAccessible();
  await amount.fill('a lot');
  await due.getByRole('button', { name: /charges/ }).click();
  await expect(due).toContainText('Enter an amount like 1250 or 99.50');
  await amount.fill('300');
  await page.reload();
  await expect(amount).toHaveValue('300');
  await due.getByRole('button', { name: 'Add charges of ₹300.00' }).click();
  await expect(notice(page)).toContainText('Charges added');
  await expect(due).toHaveCount(0);
  const charged = await sql`
    select line.price::float as price, line.charge from order_items as line
      join orders on orders.id = line.order_id
    where orders.order_number = ${made.order} and line.charge is not null`;
  expect([...charged]).toEqual([{ price: 300, charge: 'late' }]);
});
