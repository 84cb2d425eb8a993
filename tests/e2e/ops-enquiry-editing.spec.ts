import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { colleague, notice } from './support/crm.ts';
import { studioDay } from './support/days.ts';
import { putItem } from './support/items.ts';
import { counted } from './support/presses.ts';
import { callAsStaff } from './support/quotes.ts';
import { enquireFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const days = { from: studioDay(70), to: studioDay(72) };
const drawer = (page: Page, number: string) =>
  page.getByRole('dialog', { name: number, exact: true });
const lineOf = (open: Locator, name: string) => open.getByRole('row', { name });
const addressOf = (number: string) => `/ops/crm?tab=enquiries&open=${number}`;
const totalOf = (open: Locator) => open.getByText('Total excl. GST').last().locator('..');

test('an enquiry is edited like an order, and its customer sees it at once @clock @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}, testInfo) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 3 } });
  const chair = await putItem(sql, 'props', { price: 200, own: { quantity: 5 } });
  const enquiry = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
  await page.goto(addressOf(enquiry.number));
  const open = drawer(page, enquiry.number);
  const line = lineOf(open, lamp.name);
  await expect(line).toContainText('₹300.00');
  await expectAccessible();

  // Pieces, an item and delivery.
  const person = counted(page);
  await person.step('a piece more', () =>
    person.press(line.getByRole('button', { name: `Increase quantity of ${lamp.name}` })),
  );
  await expect(notice(page)).toContainText(`${lamp.name}: 2 pieces`);
  const field = open.getByRole('combobox', { name: 'Add an item by name or code' });
  await person.step('an item', async () => {
    await person.press(field);
    await person.type(chair.code);
    await person.key('Enter');
  });
  await expect(lineOf(open, chair.name)).toContainText('₹600.00');
  await open.getByRole('button', { name: 'Add a text line' }).click();
  const text = open.getByRole('form', { name: 'New text line' });
  await text.getByLabel('Description').fill('Delivery');
  await text.getByLabel('Price (₹)').fill('750');
  await text.getByRole('button', { name: 'Add the line' }).click();
  await expect(lineOf(open, 'Delivery')).toContainText('₹750.00');
  await expect(totalOf(open)).toContainText('₹1,950.00');

  // Another price needs its reason; Undo takes it back.
  await line.getByRole('button', { name: `Price of ${lamp.name}` }).click();
  const price = open.getByRole('form', { name: `Price of ${lamp.name}` });
  await price.getByLabel('Price per day (₹)').fill('90');
  await price.getByLabel('Reason').fill('Regular customer');
  await price.getByLabel('Reason').press('Enter');
  await expect(notice(page)).toContainText(`${lamp.name}: ₹90/day`);
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page)).toContainText('Undone');
  await expect(totalOf(open)).toContainText('₹1,950.00');

  // All move together.
  await open.getByRole('button', { name: 'Change dates' }).click();
  const dates = page.getByRole('dialog', { name: `Change the dates of ${enquiry.number}` });
  await dates.getByLabel('From').fill(studioDay(80));
  await dates.getByLabel('To').fill(studioDay(80));
  await expectAccessible();
  await dates.getByRole('button', { name: 'Change dates' }).click();
  await expect(notice(page)).toContainText('Dates changed successfully');
  await expect(totalOf(open)).toContainText('₹1,150.00');
  const activity = open.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText(`${lamp.name} ×1 → ×2 · Meera Nair`);
  await expect(activity).toContainText(`${enquiry.number}: dates`);
  testInfo.annotations.push({ type: 'walk', description: person.report() });

  // The customer's page shows what is wanted now.
  const { secret } = await callAsStaff<{ secret: string }>(request, 'make_enquiry_link', {
    enquiry: enquiry.id,
    key: randomUUID(),
  });
  const visitor = await page.context().newPage();
  await visitor.goto(`/enquiry?k=${secret}`);
  const items = visitor.getByRole('listitem');
  await expect(items.filter({ hasText: lamp.name })).toContainText('2 × ₹100/day');
  await expect(items.filter({ hasText: chair.name })).toContainText('1 × ₹200/day');
  await expect(items.filter({ hasText: 'Delivery' })).toContainText('1 × ₹750 once');
  await visitor.close();

  // Its order has all of it.
  await open.getByRole('button', { name: 'Convert to Order' }).click();
  await notice(page).getByRole('button', { name: 'Open order' }).click();
  const made = page.getByRole('dialog', { name: /^ORD-/ });
  await expect(lineOf(made, 'Delivery')).toContainText('₹750.00');
  await expect(totalOf(made)).toContainText('₹1,150.00');
});

test('of a held enquiry only what is free can be had, and a closed one is only shown @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 3 } });
  const vase = await putItem(sql, 'props', { price: 50, own: { quantity: 9 } });
  const enquiry = await enquireFor(
    sql,
    request,
    [
      { item: lamp, quantity: 1 },
      { item: vase, quantity: 1 },
    ],
    days,
  );
  await callAsStaff(request, 'hold_enquiry', {
    id: enquiry.id,
    until: new Date(Date.now() + 86_400_000).toISOString(),
    key: randomUUID(),
  });
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(addressOf(enquiry.number));
  const open = drawer(page, enquiry.number);
  const quantity = open.getByRole('textbox', { name: `Quantity of ${lamp.name}` });
  await quantity.fill('5');
  await quantity.press('Enter');
  const refused = (text: string) => open.getByRole('alert').filter({ hasText: text });
  await expect(refused(`${lamp.name}: 5 wanted, 3 free`)).toBeVisible();
  await expect(open.getByRole('button', { name: /^Hire in/ })).toHaveCount(0);
  await open.getByRole('button', { name: 'Save 3' }).click();
  await expect(notice(page)).toContainText(`${lamp.name}: 3 pieces`);
  await expect(quantity).toHaveValue('3');
  const held = await sql`select sum(quantity)::int as pieces from reservations
    where item_id = ${lamp.id} and status = 'held'`;
  expect(held).toMatchObject([{ pieces: 3 }]);

  await open.getByRole('button', { name: `Remove ${vase.name}` }).click();
  await expect(lineOf(open, vase.name)).toHaveCount(0);
  await open.getByRole('button', { name: `Remove ${lamp.name}` }).click();
  await expect(refused('An enquiry needs at least one line. Close it instead.')).toBeVisible();
  await open.getByRole('combobox', { name: 'Status' }).selectOption('Closed');
  await expect(open.getByRole('button', { name: `Remove ${lamp.name}` })).toHaveCount(0);
  await expect(open.getByRole('table', { name: 'Items' })).toContainText(lamp.name);
  consoleErrors.length = 0;
});

test('two people in one enquiry: the second is asked, and a quote that no longer fits is named @long @desktop', async ({
  page,
  browser,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 9 } });
  const enquiry = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  const quote = await callAsStaff<{ id: string; version: number }>(request, 'make_document', {
    kind: 'quote',
    enquiry: enquiry.id,
    key: randomUUID(),
  });
  const issued = await callAsStaff<{ number: string }>(request, 'issue_document', {
    id: quote.id,
    version: quote.version,
    key: randomUUID(),
  });
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(addressOf(enquiry.number));
  const open = drawer(page, enquiry.number);
  await open.getByRole('button', { name: `Price of ${lamp.name}` }).click();
  const price = open.getByRole('form', { name: `Price of ${lamp.name}` });
  await price.getByLabel('Price per day (₹)').fill('80');
  await price.getByLabel('Reason').fill('A friend');
  const { page: other } = await colleague(browser, sql);
  await other.goto(addressOf(enquiry.number));
  const theirs = drawer(other, enquiry.number);
  await theirs.getByRole('button', { name: `Price of ${lamp.name}` }).click();
  const form = theirs.getByRole('form', { name: `Price of ${lamp.name}` });
  await form.getByLabel('Price per day (₹)').fill('95');
  await form.getByLabel('Reason').fill('Long rental');
  await form.getByRole('button', { name: 'Save price' }).click();
  await expect(notice(other)).toContainText(`${lamp.name}: ₹95/day`);
  await expect(theirs.getByText('This enquiry has changed since quote')).toContainText(
    issued.number,
  );
  await price.getByRole('button', { name: 'Save price' }).click();
  await expect(price.getByRole('alert')).toContainText('₹95');
  await price.getByRole('button', { name: 'Save mine' }).click();
  await expect(notice(page)).toContainText(`${lamp.name}: ₹80/day`);
  consoleErrors.length = 0;
});

test('long words without a break stay inside, in names, text lines and dates @long @phone', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 3 } });
  const enquiry = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  const long = 'Venkatanarasimharajuvaripeta'.repeat(2);
  await callAsStaff(request, 'change_enquiry', {
    id: enquiry.id,
    changes: [
      {
        action: 'add_text',
        line: randomUUID(),
        description: long.repeat(3),
        quantity: 1,
        price: 1,
        per_day: false,
      },
    ],
    key: randomUUID(),
  });
  const [asked] = await sql<{ id: string; number: string }[]>`
    update customers set first_name = ${long}, last_name = ${long} from enquiry_orders
    where enquiry_orders.id = ${enquiry.id} and customers.id = enquiry_orders.customer_id
    returning customers.id, customer_number as number`;
  await sql`insert into customers (first_name, last_name, mobile, email)
    select first_name, last_name, '+916' || substr(mobile, 5), email from customers where id = ${asked!.id}`;
  await signIn(await makeStaff(sql, 'crm_user'));
  const rightOf = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().right);
  await page.goto(addressOf(enquiry.number));
  const open = drawer(page, enquiry.number);
  const text = open.getByRole('button', { name: `Text: ${long}` });
  await expect(text).toBeVisible();
  expect(await rightOf(text.locator('> span'))).toBeLessThan(390);
  expect(await rightOf(open.getByRole('link', { name: long }))).toBeLessThan(390);
  await open.getByRole('button', { name: 'Change dates' }).click();
  const to = page.getByLabel('To', { exact: true });
  const isWhole = (field: Locator) => field.evaluate((one) => one.scrollWidth <= one.clientWidth);
  expect(await isWhole(to)).toBe(true);
  await page.goto(`/ops/customers/${asked!.number}`);
  const proposed = page.getByRole('region', { name: 'Possibly the same person' });
  expect(await rightOf(proposed.getByRole('link').first())).toBeLessThan(390);
});
