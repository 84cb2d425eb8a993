import type { Locator, Page } from '@playwright/test';
import { colleague, notice } from './support/crm.ts';
import { putItem } from './support/items.ts';
import { bookFor } from './support/rentals.ts';
import { makeCustomer, makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

const days = { from: studioDay(60), to: studioDay(62) };

const drawer = (page: Page, number: string) =>
  page.getByRole('dialog', { name: number, exact: true });
const lineOf = (open: Locator, name: string) => open.getByRole('row', { name });
const addressOf = (number: string) => `/ops/crm?tab=orders&open=${number}`;

/** Types a code as a hand scanner does: fast, with Enter. */
async function scan(inside: Locator, code: string) {
  await inside.getByRole('combobox', { name: 'Add an item by name or code' }).fill(code);
  await inside.getByRole('combobox', { name: 'Add an item by name or code' }).press('Enter');
}

test('a call becomes an order, which is edited line by line @clock @long', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  const lamp = await putItem(sql, 'props', { price: 500, own: { quantity: 3 } });
  const chair = await putItem(sql, 'props', { price: 200, own: { quantity: 5 } });
  const gift = await putItem(sql, 'props', { price: 0, own: { quantity: 2 } });
  const [caller, former] = [await makeCustomer(sql), await makeCustomer(sql)];
  await sql`update customers set merged_into = ${caller.id} where id = ${former.id}`;
  await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
  await page.goto('/ops/crm?tab=orders');
  await page.getByRole('button', { name: 'New order' }).click();
  const form = page.getByRole('dialog', { name: 'New order' });
  const customer = form.getByRole('combobox', { name: 'Customer' });
  await expect(customer).toBeFocused();
  // Their second number, whose customer was merged into them.
  await customer.pressSequentially(`0091 ${former.mobile.slice(3)}`);
  const spaced = ({ mobile }: { mobile: string }) => `+91 ${mobile.slice(3, 8)} ${mobile.slice(8)}`;
  await expect(form.getByRole('status').filter({ hasText: caller.name })).toContainText(
    `${spaced(caller)}, ${spaced(former)}`,
  );
  await expect(form.getByLabel('From')).toBeFocused();
  // Another, by a part of the last name and the first.
  await form.getByRole('button', { name: 'Another customer' }).click();
  await expect(customer).toBeFocused();
  const [first = '', last = ''] = caller.name.split(' ');
  await customer.pressSequentially(`${last.slice(0, -2)} ${first}`);
  const found = form.getByRole('option').filter({ hasText: caller.number });
  await expect(found).toContainText(caller.email);
  await expectAccessible();
  await customer.press('ArrowDown');
  await expect(
    form.getByRole('option', { name: `New customer “${last.slice(0, -2)} ${first}”` }),
  ).toHaveAttribute('aria-selected', 'true');
  await customer.press('ArrowUp');
  await customer.press('Enter');
  await expect(form.getByLabel('From')).toBeFocused();
  await form.getByLabel('From').fill(days.from);
  await form.getByLabel('To', { exact: true }).fill(days.to);
  await scan(form, lamp.code);
  const items = form.getByRole('region', { name: 'Items' });
  await expect(items.getByRole('listitem')).toContainText('3 of 3 free');
  await expect(items).toContainText('Total ₹1,500.00');
  await expectAccessible();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/open=ORD-\d+/);
  const [, number = ''] = /open=(ORD-\d+)/.exec(page.url()) ?? [];
  const open = drawer(page, number);
  const line = lineOf(open, lamp.name);

  await line.getByRole('button', { name: `Increase quantity of ${lamp.name}` }).click();
  await expect(notice(page)).toContainText(`${lamp.name}: 2 pieces`);
  await expect(open.getByText('Total excl. GST').last().locator('..')).toContainText('₹3,000.00');
  await expect(
    line.getByRole('button', { name: `Increase quantity of ${lamp.name}` }),
  ).toBeFocused();

  const price = line.getByRole('button', { name: `Price of ${lamp.name}` });
  await price.click();
  const priceForm = open.getByRole('form', { name: `Price of ${lamp.name}` });
  await priceForm.getByLabel('Price per day (₹)').fill('450');
  await expect(priceForm).toContainText('Total ₹2,700.00');
  await priceForm.getByLabel('Price per day (₹)').press('Enter');
  await expect(priceForm).toContainText('Give the reason for this price.');
  await priceForm.getByLabel('Reason').fill('Regular customer');
  await priceForm.getByLabel('Reason').press('Enter');
  await expect(notice(page)).toContainText(`${lamp.name}: ₹450/day`);
  await expect(priceForm).toBeHidden();
  await expect(price).toBeFocused();
  await expect(line).toContainText('₹2,700.00');
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page)).toContainText('Undone');
  await expect(line).toContainText('₹3,000.00');

  await scan(open, chair.code);
  await expect(lineOf(open, chair.name)).toContainText('₹600.00');
  await scan(open, gift.code);
  const question = page.getByRole('dialog', { name: 'Put it in without a price?' });
  await expect(question).toContainText(`${gift.name} costs ₹0.`);
  // A label that is scanned meanwhile answers nothing, though its Enter meets the focused button.
  await page.keyboard.type(gift.code);
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'leave it out' }).click();
  await scan(open, gift.code);
  await question.getByRole('button', { name: 'put it in at ₹0' }).click();
  await expect(lineOf(open, gift.name)).toContainText('₹0.00');
  await open.getByRole('button', { name: 'Add a text line' }).click();
  const text = open.getByRole('form', { name: 'New text line' });
  await text.getByLabel('Description').fill('Delivery');
  await text.getByLabel('Price (₹)').fill('750');
  await expectAccessible();
  await text.getByRole('button', { name: 'Add the line' }).click();
  await expect(notice(page)).toContainText('Delivery added');
  await expect(lineOf(open, 'Delivery')).toContainText('₹750.00');
  const [saved] = await sql`
    select total_price, customer_id from orders where order_number = ${number}`;
  expect(saved).toMatchObject({ total_price: '4350.00', customer_id: caller.id });
  await expect(open.getByRole('region', { name: 'Activity' })).toContainText(
    `${number}: text line ×1 added · Meera Nair`,
  );
});

test('a discount, dates of a line, another item and a removed line @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 2 } });
  const stool = await putItem(sql, 'props', { price: 300, own: { quantity: 2 } });
  const vase = await putItem(sql, 'props', { price: 100, own: { quantity: 2 } });
  const order = await bookFor(
    sql,
    request,
    [
      { item: lamp, quantity: 1 },
      { item: vase, quantity: 2 },
    ],
    days,
  );
  await signIn();
  await page.goto(addressOf(order.order));
  const open = drawer(page, order.order);
  await open.getByRole('button', { name: `Dates of ${lamp.name}` }).click();
  const dates = open.getByRole('form', { name: `Dates of ${lamp.name}` });
  await dates.getByLabel('To').fill(studioDay(63));
  await dates.getByRole('button', { name: 'Save dates' }).click();
  await expect(lineOf(open, lamp.name)).toContainText('₹400.00');
  await open.getByRole('button', { name: `Swap ${lamp.name}` }).click();
  const swap = open.getByRole('form', { name: `Swap ${lamp.name}` });
  await swap.getByRole('searchbox').fill(stool.name);
  await swap.getByRole('radio', { name: `Swap for ${stool.name}` }).check();
  await swap.getByRole('button', { name: `Swap for ${stool.name}` }).click();
  await expect(lineOf(open, stool.name)).toContainText('₹1,200.00');
  await open.getByRole('button', { name: `Remove ${vase.name}` }).click();
  await expect(notice(page)).toContainText(`${vase.name} removed`);
  await expect(lineOf(open, vase.name)).toHaveCount(0);
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(lineOf(open, vase.name)).toContainText('₹600.00');
  await open.getByRole('button', { name: 'Add a discount' }).click();
  const discount = open.getByRole('form', { name: 'Discount' });
  await discount.getByLabel('Discount').fill('10');
  await discount.getByLabel('Reason').fill('Two days of set-up');
  await expect(discount).toContainText('Total ₹1,620.00');
  await discount.getByRole('button', { name: 'Save discount' }).click();
  await expect(open.getByText('Discount 10 % · Two days of set-up')).toBeVisible();
  const total = async () =>
    (await sql`select total_price from orders where order_number = ${order.order}`)[0];
  await expect.poll(total).toEqual({ total_price: '1620.00' });
});

test('a refused quantity stays with its ways out; a shortage is solved in one press @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
  consoleErrors,
}) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 3 } });
  const order = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await signIn();
  await page.goto(addressOf(order.order));
  const line = lineOf(drawer(page, order.order), lamp.name);
  const field = line.getByRole('textbox', { name: `Quantity of ${lamp.name}` });
  await field.fill('5');
  await field.press('Enter');
  await expect(line.getByRole('alert').first()).toContainText(`${lamp.name}: 5 wanted, 2 free on`);
  await expect(field).toHaveValue('5');
  await expect(line.getByRole('button', { name: 'Save 2' })).toBeVisible();
  await expectAccessible();
  await line.getByRole('button', { name: 'Hire in 3' }).click();
  await expect(notice(page)).toContainText(`${lamp.name}: 5 pieces`);
  await expect(line).toContainText('₹1,500.00');
  const [hired] = await sql`
    select sum(quantity)::int as pieces from reservations
    where item_id = ${lamp.id} and kind = 'sub_rental' and status = 'booked'`;
  expect(hired?.['pieces']).toBe(3);
  consoleErrors.length = 0;
});

test(
  'two people edit one line: the second one is told and decides @long',
  { tag: '@desktop' },
  async ({ page, browser, request, sql, signIn, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 9 } });
    const vase = await putItem(sql, 'props', { price: 100, own: { quantity: 9 } });
    const order = await bookFor(
      sql,
      request,
      [
        { item: lamp, quantity: 1 },
        { item: vase, quantity: 1 },
      ],
      days,
    );
    await signIn();
    await page.goto(addressOf(order.order));
    const other = await colleague(browser, sql);
    await other.page.goto(addressOf(order.order));
    const mine = drawer(page, order.order);
    const theirs = drawer(other.page, order.order);
    const quantity = (open: Locator) =>
      open.getByRole('textbox', { name: `Quantity of ${lamp.name}` });
    await expect(quantity(mine)).toHaveValue('1');
    await quantity(theirs).fill('3');
    await quantity(theirs).press('Enter');
    await expect(notice(other.page)).toContainText(`${lamp.name}: 3 pieces`);
    await quantity(mine).fill('2');
    await quantity(mine).press('Enter');
    const alert = lineOf(mine, lamp.name).getByRole('alert').first();
    await expect(alert).toContainText(/Changed meanwhile by .*: now 3\./);
    await expect(quantity(mine)).toHaveValue('2');
    await alert.getByRole('button', { name: 'Take theirs' }).click();
    await expect(quantity(mine)).toHaveValue('3');
    await quantity(theirs).fill('4');
    await quantity(theirs).press('Enter');
    await expect(notice(other.page)).toContainText(`${lamp.name}: 4 pieces`);
    await quantity(mine).fill('6');
    await quantity(mine).press('Enter');
    await alert.getByRole('button', { name: 'Save mine' }).click();
    await expect(notice(page)).toContainText(`${lamp.name}: 6 pieces`);
    await theirs.getByRole('button', { name: `Remove ${vase.name}` }).click();
    await expect(notice(other.page)).toContainText(`${vase.name} removed`);
    await mine.getByRole('button', { name: `Increase quantity of ${vase.name}` }).click();
    await expect(mine.getByText(/Removed meanwhile by/)).toBeVisible();
    await expect(lineOf(mine, vase.name)).toHaveCount(0);
    consoleErrors.length = 0;
    await other.page.context().close();
  },
);
