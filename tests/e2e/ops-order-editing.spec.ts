import type { Locator, Page } from '@playwright/test';
import { colleague, notice } from './support/crm.ts';
import { putItem, type PutItem } from './support/items.ts';
import { counted } from './support/presses.ts';
import { bookFor, enquireFor } from './support/rentals.ts';
import { endSessions, makeCustomer, makeStaff } from './support/staff.ts';
import { expect, signInByForm, test } from './support/test.ts';
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

test('a known customer and four items take seven presses beside typing @long @desktop', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}, testInfo) => {
  const items: PutItem[] = [];
  for (const quantity of [3, 3, 3, 9]) {
    items.push(await putItem(sql, 'props', { price: 100, own: { quantity } }));
  }
  const [lamp, , , tray] = items;
  await sql`update items set place = 'Shelf 4' where id = ${lamp!.id}`;
  const caller = await makeCustomer(sql);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto('/ops/crm?tab=orders');
  const person = counted(page);
  const form = page.getByRole('dialog', { name: 'New order' });
  const found = form.getByRole('listbox', { name: 'Found items' }).getByRole('option');
  const lines = form.getByRole('region', { name: 'Items' }).getByRole('listitem');
  const field = form.getByRole('combobox', { name: 'Add an item by name or code' });
  const year = Number(studioDay(0).slice(0, 4)) + 1;

  await person.step('customer', async () => {
    await person.press(page.getByRole('button', { name: 'New order' }));
    await expect(form.getByRole('combobox', { name: 'Customer' })).toBeFocused();
    const [first = '', last = ''] = caller.name.split(' ');
    await person.type(`${last} ${first}`);
    await expect(form.getByRole('option').filter({ hasText: caller.number })).toBeVisible();
    await person.key('Enter');
  });
  await person.step('dates', async () => {
    // The same with the month first.
    await expect(form.getByLabel('From')).toBeFocused();
    await person.type(`0505${year}`);
    await expect(form.getByLabel('To', { exact: true })).toBeFocused();
    await person.type(`0606${year}`);
    await expect(field).toBeFocused();
  });
  await person.step('items', async () => {
    for (const [at, { name }] of items.entries()) {
      // The words in another order.
      await person.type(name.split(' ').toReversed().join(' '));
      await expect(found.first()).toContainText(name);
      await expect(found.first()).toContainText(/₹100\/day.*[39] of [39] free/);
      if (at === 0) await expect(found.first()).toContainText('Shelf 4');
      if (at === 0) await expectAccessible();
      await person.key('Enter');
      await expect(lines).toHaveCount(at + 1);
      await expect(field).toHaveValue('');
    }
  });
  await expect(
    form.getByText(`${tray!.name} added. A number and Enter set its pieces.`),
  ).toBeVisible();
  await person.step('save', () => person.key('Control+Enter'));
  await expect(page).toHaveURL(/open=ORD-\d+/);
  testInfo.annotations.push({ type: 'walk', description: person.report() });
  expect(person.presses(), person.report()).toBe(7);

  // A number is the pieces of what was added last; arrows move, a press adds.
  await page.goto('/ops/crm?tab=enquiries&new=enquiry');
  const enquiry = page.getByRole('dialog', { name: 'New enquiry' });
  const words = enquiry.getByRole('combobox', { name: 'Add an item by name or code' });
  const offered = enquiry.getByRole('option');
  const pieces = (name: string) => enquiry.getByRole('textbox', { name: `Quantity of ${name}` });
  await words.fill(tray!.name);
  await expect(offered.filter({ hasText: tray!.name })).toHaveAttribute('aria-selected', 'true');
  await words.press('Enter');
  await expect(words).toHaveValue('');
  await words.fill('12');
  await words.press('Enter');
  await expect(pieces(tray!.name)).toHaveValue('12');
  await expect(enquiry.getByText(`${tray!.name}: 12 pieces`)).toBeVisible();
  await words.fill('chair');
  await expect(offered).toHaveCount(9);
  await words.press('ArrowUp');
  await expect(offered.last()).toHaveText('Show more');
  await expect(offered.last()).toHaveAttribute('aria-selected', 'true');
  await words.press('Enter');
  await expect(offered.nth(8)).not.toHaveText('Show more');
  await offered.nth(8).click();
  await expect(words).toBeFocused();
  const wanted = enquiry.getByRole('region', { name: 'Items' }).getByRole('listitem');
  await expect(wanted).toHaveCount(2);

  // A pasted list makes lines; what is not found is kept, also over a reload, until it is searched or removed.
  const left = enquiry.getByRole('region', { name: 'Lines not found' });
  await words.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    const pasted = { clipboardData, bubbles: true, cancelable: true };
    input.dispatchEvent(new ClipboardEvent('paste', pasted));
  }, `- 2 x ${lamp!.name}\n- ${tray!.name} (3)\n- 2 zzqunicorns\n`);
  await expect(enquiry.getByText('2 lines added, 1 not found.')).toBeVisible();
  await expect(pieces(lamp!.name)).toHaveValue('2');
  await expect(pieces(tray!.name)).toHaveValue('15');
  await expect(left).toContainText('2 × zzqunicorns');
  await expectAccessible();
  await page.reload();
  await expect(wanted).toHaveCount(3);
  await enquiry.getByRole('button', { name: 'Save the enquiry' }).click();
  await expect(enquiry).toContainText('Search or remove the lines that were not found.');
  await left.getByRole('button', { name: 'Search zzqunicorns' }).click();
  await expect(words).toBeFocused();
  await expect(words).toHaveValue('zzqunicorns');
  await words.fill(lamp!.name);
  await expect(offered.first()).toContainText(lamp!.name);
  await words.press('Enter');
  await expect(pieces(lamp!.name)).toHaveValue('4');
  await expect(left).toBeHidden();
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

test(
  'a new order survives a reload and an ended session, and says what is not free @long',
  { tag: '@desktop' },
  async ({ page, request, sql, consoleErrors, expectAccessible }) => {
    const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 1 } });
    const stool = await putItem(sql, 'props', { price: 300, own: { quantity: 2 } });
    await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    const staff = await makeStaff(sql, 'crm_user');
    const { mobile } = await makeCustomer(sql);
    const unknown = `${mobile.slice(0, -4)}0000`;
    await signInByForm(page, staff);
    await page.goto('/ops/crm?new=order');
    const form = page.getByRole('dialog', { name: 'New order' });
    await form.getByRole('combobox', { name: 'Customer' }).fill(unknown);
    await expect(form.getByLabel('Mobile')).toHaveValue(unknown);
    await form.getByLabel('First name').fill('Asha');
    await form.getByLabel('Last name').fill('Caller');
    await form.getByLabel('From').fill(days.from);
    await form.getByLabel('To').fill(days.to);
    await scan(form, lamp.code);
    await expect(form.getByRole('region', { name: 'Items' })).toContainText(
      /Short · 0 of 1 free · Free from/,
    );
    await endSessions(sql, staff.id);
    await page.waitForURL(/\/ops$/);
    await page.getByLabel('Email').fill(staff.email);
    await page.getByLabel('Password').fill(staff.password);
    await page.getByRole('button', { name: 'login' }).click();
    await expect(form.getByLabel('First name')).toHaveValue('Asha');
    await form.getByRole('button', { name: 'Make the order' }).click();
    await expect(form.getByRole('region', { name: 'Items' })).toContainText('1 wanted, 0 free on');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'keep editing' }).click();
    // The choices of a short line: other dates for all, another item, and an enquiry that waits.
    const items = form.getByRole('region', { name: 'Items' });
    await items.getByRole('button', { name: /^Other dates: .*, for all items$/ }).click();
    await expect(items).toContainText('1 of 1 free');
    await expect(form.getByLabel('From')).not.toHaveValue(days.from);
    await form.getByLabel('From').fill(days.from);
    await form.getByLabel('To', { exact: true }).fill(days.to);
    await items.getByRole('button', { name: `Swap ${lamp.name}` }).click();
    const swap = items.getByRole('group', { name: `Instead of ${lamp.name}` });
    await swap.getByRole('searchbox').fill(stool.name);
    await expectAccessible();
    await swap.getByRole('radio', { name: `Swap for ${stool.name}` }).click();
    await expect(items.getByRole('listitem')).toContainText(stool.name);
    await expect(items).toContainText('2 of 2 free');
    await form.getByRole('button', { name: `Remove ${stool.name}` }).click();
    await form.getByRole('button', { name: 'Make the order' }).click();
    await expect(form).toContainText('Add at least one item.');
    const [made] = await sql`select count(*)::int as n from customers where mobile = ${unknown}`;
    expect(made?.['n']).toBe(0);
    await scan(form, lamp.code);
    await form.getByRole('button', { name: 'Save as second option' }).click();
    await expect(page).toHaveURL(/tab=enquiries&open=ENQ-\d+/);
    await expect(
      page.getByRole('dialog', { name: /^ENQ-/ }).getByText('Second option since'),
    ).toBeVisible();
    consoleErrors.length = 0;
  },
);

test('an enquiry without e-mail is saved for a new caller @long @desktop', async ({
  page,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 1 } });
  const { mobile: known } = await makeCustomer(sql);
  const unknown = `${known.slice(0, -4)}1111`;
  await signIn();
  await page.goto('/ops/crm?tab=enquiries&new=enquiry');
  const form = page.getByRole('dialog', { name: 'New enquiry' });
  await form.getByRole('button', { name: 'Save the enquiry' }).click();
  await expect(form).toContainText('Choose the customer, or a new one.');
  const customer = form.getByRole('combobox', { name: 'Customer' });
  await expect(customer).toBeFocused();
  await customer.fill('Asha Qcaller');
  await form.getByRole('option', { name: 'New customer “Asha Qcaller”' }).click();
  await expect(form.getByLabel('Mobile')).toBeFocused();
  await form.getByLabel('Mobile').fill(known);
  await expect(form).toContainText('The number of Kavya');
  await form.getByLabel('Mobile').fill(unknown);
  await expect(form.getByText('The number of Kavya')).toBeHidden();
  await expect(form.getByLabel('First name')).toHaveValue('Asha');
  await form.getByLabel('From').fill(days.from);
  const label = `https://studio.example/ops/scan/${lamp.code}-02`;
  const search = form.getByRole('combobox', { name: 'Add an item by name or code' });
  // Enter after the search has begun, and before it has an answer.
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route(
    '**/rest/v1/rpc/find_rentable',
    async (route) => {
      begun.resolve();
      await answer.promise;
      await route.continue().catch(() => {});
    },
    { times: 1 },
  );
  await search.fill(label);
  await begun.promise;
  await search.press('Enter');
  answer.resolve();
  await expect(form.getByRole('region', { name: 'Items' })).toContainText(lamp.name);
  await form.getByLabel('Message').fill('Call back at noon');
  await form.getByRole('button', { name: 'Save the enquiry' }).click();
  await expect(page).toHaveURL(/tab=enquiries&open=ENQ-\d+/);
  const open = page.getByRole('dialog', { name: /^ENQ-/ });
  await expect(open).toContainText('Asha Qcaller');
  await expect(open).toContainText('Call back at noon');
  await expect(open.locator(`a[href="tel:${unknown}"]`)).toBeVisible();
  await expect(open.locator('a[href^="mailto:"]')).toHaveCount(0);
});

test('an enquiry is second option until the hold of another ends @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
  const wanted = [{ item: lamp, quantity: 1 }];
  const first = await enquireFor(sql, request, wanted, days);
  const second = await enquireFor(sql, request, wanted, days);
  await signIn();
  const panel = (number: string) => drawer(page, number).getByRole('region', { name: 'Hold' });
  await page.goto(`/ops/crm?tab=enquiries&open=${first.number}`);
  await panel(first.number)
    .getByRole('button', { name: /^Hold until/ })
    .click();
  await expect(panel(first.number)).toContainText(/Held until/);
  await page.goto(`/ops/crm?tab=enquiries&open=${second.number}`);
  await panel(second.number).getByRole('button', { name: 'Second option' }).click();
  await expect(panel(second.number)).toContainText('Second option since');
  await page.goto(`/ops/crm?tab=enquiries&open=${first.number}`);
  await panel(first.number).getByRole('button', { name: 'Release' }).click();
  await expect(notice(page)).toContainText('Hold released');
  await page.goto(`/ops/crm?tab=enquiries&open=${second.number}`);
  await expect(panel(second.number)).toContainText('Second option: everything is free now');
  await panel(second.number)
    .getByRole('button', { name: /^Hold until/ })
    .click();
  await expect(panel(second.number)).toContainText(/Held until/);
  await expect(panel(second.number)).not.toContainText('Second option');
});
