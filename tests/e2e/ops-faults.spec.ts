import type { Locator, Page } from '@playwright/test';
import { typedDay } from './support/availability.ts';
import { loseAnswer } from './support/connection.ts';
import { colleague, notice } from './support/crm.ts';
import { openLive } from './support/live.ts';
import { putItem } from './support/items.ts';
import { bookFor, enquireFor } from './support/rentals.ts';
import {
  endSessions,
  endSessionsUnder,
  makeCustomer,
  makeStaff,
  type StaffMember,
} from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

const days = { from: studioDay(70), to: studioDay(72) };
const HOUR_MS = 3_600_000;

const drawer = (page: Page, number: string) =>
  page.getByRole('dialog', { name: number, exact: true });
const lineOf = (open: Locator, name: string) => open.getByRole('row', { name });
const addressOf = (number: string) => `/ops/crm?tab=orders&open=${number}`;

/** Signs in again on the page that an ended session has led to. */
async function signInAgain(page: Page, { email, password }: StaffMember): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'login' }).click();
}

test('the end of a hold in the past is refused at its field, also where the clock of the device is slow @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
  consoleErrors,
}) => {
  const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
  const sent = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(`/ops/crm?tab=enquiries&open=${sent.number}`);
  const panel = drawer(page, sent.number).getByRole('region', { name: 'Hold' });
  await panel.getByRole('button', { name: 'Another time' }).click();
  const dialog = page.getByRole('dialog', { name: `Hold ${sent.number}` });
  const field = dialog.getByLabel('Hold until');
  await field.fill(studioDay(-1));
  await dialog.getByLabel('Time').fill('10:00');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('Enter a date and time in the future.');
  await expect(field).toHaveValue(typedDay(studioDay(-1)));
  await expectAccessible();
  await page.clock.setFixedTime(new Date(Date.now() - 48 * HOUR_MS));
  await dialog.getByRole('button', { name: 'hold' }).click();
  await expect(field).toHaveAccessibleDescription('A hold must end in the future.');
  await expect(field).toHaveValue(typedDay(studioDay(-1)));
  await field.fill(studioDay(80));
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(
    'A hold must end before the first day of the rental.',
  );
  await page.clock.setFixedTime(new Date());
  await field.fill(studioDay(2));
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(panel).toContainText('Held until');
  const holds = await sql`
    select from reservations where item_id = ${lamp.id} and kind = 'hold' and status = 'held'`;
  expect(holds).toHaveLength(1);
  consoleErrors.length = 0;
});

test('an item that a colleague archived cannot be added; a line whose item was deleted can be edited, and says what to do @long @desktop', async ({
  page,
  browser,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 5 } });
  const chair = await putItem(sql, 'props', { price: 200, own: { quantity: 5 } });
  const caller = await makeCustomer(sql);
  const order = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto('/ops/crm?new=order');
  const sheet = page.getByRole('dialog', { name: 'New order' });
  await sheet.getByRole('combobox', { name: 'Customer' }).fill(caller.mobile);
  await expect(sheet.getByRole('status').filter({ hasText: caller.name })).toBeVisible();
  await sheet.getByLabel('From').fill(days.from);
  await sheet.getByLabel('Message').fill('Call at noon');
  await sheet.getByRole('combobox', { name: 'Add an item by name or code' }).fill(chair.code);
  await sheet.getByRole('combobox', { name: 'Add an item by name or code' }).press('Enter');
  const items = sheet.getByRole('region', { name: 'Items' });
  await expect(items).toContainText(chair.name);

  const stock = await colleague(browser, sql, 'inventory_user');
  const archive = async (name: string) => {
    await stock.page.goto(`/ops/props-manager?q=${encodeURIComponent(name)}`);
    await stock.page
      .getByRole('button', { name: `archive ${name}` })
      .first()
      .click();
  };
  await archive(chair.name);
  await expect(notice(stock.page)).toContainText(/archived/i);
  await sheet.getByRole('button', { name: 'Make the order' }).click();
  await expect(items.getByRole('alert')).toContainText(
    `${chair.name}: This item is no longer there. Choose another.`,
  );
  await expect(sheet.getByLabel('Message')).toHaveValue('Call at noon');
  await items.getByRole('button', { name: `Remove ${chair.name}` }).click();
  await expect(items).not.toContainText(chair.name);
  await sheet.getByRole('button', { name: 'cancel' }).click();
  await page.getByRole('button', { name: 'discard' }).click();
  const restored =
    await sql`update items set archived_at = null where id = ${chair.id} returning id`;
  expect(restored).toHaveLength(1);

  await page.goto(addressOf(order.order));
  const open = drawer(page, order.order);
  const search = open.getByRole('combobox', { name: 'Add an item by name or code' });
  const add = open.getByRole('option', { name: chair.name });
  await search.fill(chair.name);
  await expect(add).toBeVisible();
  await archive(chair.name);
  await expect(notice(stock.page)).toContainText(/archived/i);
  await archive(lamp.name);
  await expect(notice(stock.page)).toContainText(
    `Still reserved, so it cannot be archived: ${order.order}. Take it out of these first.`,
  );
  await add.click();
  const refused = open.getByRole('alert').filter({ hasText: chair.name });
  await expect(refused).toContainText(
    `${chair.name}: This item is no longer there. Choose another.`,
  );
  await expect(add).toBeHidden();
  await refused.getByRole('button', { name: 'Leave it' }).click();

  await open.getByRole('button', { name: `Price of ${lamp.name}` }).click();
  const price = open.getByLabel('Price per day (₹)');
  await price.fill('80');
  await open.getByLabel('Reason').fill('Scratched');
  await sql`delete from props where id = ${lamp.id}`;
  await open.getByRole('button', { name: `Increase quantity of ${lamp.name}` }).click();
  const line = lineOf(open, 'Unknown Item');
  await expect(line).toContainText('The item was deleted. Swap it, or remove the line.');
  await expect(line.getByRole('alert').first()).toContainText(`${lamp.name}: 2 wanted, 0 free on`);
  await line.getByRole('button', { name: 'Leave it' }).click();
  await expect(price).toHaveValue('80');
  await open.getByRole('button', { name: 'Save price' }).click();
  await expect(notice(page)).toContainText('₹80/day');
  const lines = await sql`
    select quantity, price::float from order_items as line
      join orders on orders.id = line.order_id where order_number = ${order.order}`;
  expect([...lines]).toEqual([{ quantity: 1, price: 80 }]);
  await stock.page.context().close();
  consoleErrors.length = 0;
});

test('what is typed into a line, and a quantity, survive the end of the session and are saved once @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 5 } });
  const order = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  const staff = await makeStaff(sql, 'crm_user', 'Meera Nair');
  await signIn(staff);
  await page.goto(addressOf(order.order));
  const open = drawer(page, order.order);
  const line = lineOf(open, lamp.name);
  const form = open.getByRole('form', { name: `Price of ${lamp.name}` });
  await open.getByRole('button', { name: `Price of ${lamp.name}` }).click();
  await form.getByLabel('Price per day (₹)').fill('80');
  await form.getByLabel('Reason').fill('Scratched');
  const end = () => endSessions(sql, staff.id);
  await endSessionsUnder(page, end, () => form.getByRole('button', { name: 'Save price' }).click());
  await signInAgain(page, staff);
  await expect(form.getByLabel('Price per day (₹)')).toHaveValue('80');
  await expect(form.getByLabel('Reason')).toHaveValue('Scratched');
  await form.getByRole('button', { name: 'Save price' }).click();
  await expect(notice(page)).toContainText(`${lamp.name}: ₹80/day`);
  await expect(line).toContainText('₹240.00');
  const quantity = line.getByRole('textbox', { name: `Quantity of ${lamp.name}` });
  await quantity.fill('3');
  await endSessionsUnder(page, end, () => quantity.press('Enter'));
  await signInAgain(page, staff);
  await expect(notice(page)).toContainText(`${lamp.name}: 3 pieces`);
  await expect(line).toContainText('₹720.00');

  // An answer that is lost, and a reload: the line is added once.
  await open.getByRole('button', { name: 'Add a text line' }).click();
  const text = open.getByRole('form', { name: 'New text line' });
  await text.getByLabel('Description').fill('Delivery');
  await text.getByLabel('Price (₹)').fill('750');
  await loseAnswer(page, 'rpc/change_order');
  await text.getByRole('button', { name: 'Add the line' }).click();
  await expect(lineOf(open, 'Delivery')).toBeVisible();
  await page.reload();
  await expect(lineOf(open, 'Delivery')).toContainText('₹750.00');
  await expect(text).toBeHidden();
  const lines = await sql`
    select quantity, price::float, description from order_items as line
      join orders on orders.id = line.order_id where order_number = ${order.order} order by position`;
  expect([...lines]).toEqual([
    { quantity: 3, price: 80, description: null },
    { quantity: 1, price: 750, description: 'Delivery' },
  ]);
  const events = await sql`
    select what from crm_events join orders on orders.id = crm_events.subject_id
    where orders.order_number = ${order.order} and what like 'line%' order by crm_events.created_at`;
  expect(events.map(({ what }) => what as string)).toEqual([
    'line_price',
    'line_quantity',
    'line_added',
  ]);
  consoleErrors.length = 0;
});

test(
  'a colleague’s change arrives while a line is edited: the person is notified and decides @desktop @long',
  { tag: '@live' },
  async ({ page, browser, request, sql, signIn, expectAccessible, consoleErrors }) => {
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
    await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
    await openLive(page, addressOf(order.order));
    const mine = drawer(page, order.order);
    const other = await colleague(browser, sql);
    await other.page.goto(addressOf(order.order));
    const theirs = drawer(other.page, order.order);
    const priceOf = async (open: Locator, name: string, price: string) => {
      await open.getByRole('button', { name: `Price of ${name}` }).click();
      const form = open.getByRole('form', { name: `Price of ${name}` });
      await form.getByLabel('Price per day (₹)').fill(price);
      await form.getByLabel('Reason').fill('Scratched');
      return form;
    };
    const form = await priceOf(mine, lamp.name, '80');
    const theirForm = await priceOf(theirs, lamp.name, '90');
    await theirForm.getByRole('button', { name: 'Save price' }).click();
    await expect(notice(other.page)).toContainText('₹90/day');
    // The change is on the screen before mine is saved.
    await expect(lineOf(mine, lamp.name)).toContainText('₹90');
    await form.getByRole('button', { name: 'Save price' }).click();
    const alert = form.getByRole('alert');
    await expect(alert).toContainText(/Changed meanwhile by .*: now ₹90\./);
    await expect(form.getByLabel('Price per day (₹)')).toHaveValue('80');
    await expectAccessible();
    await expect(form.getByRole('button', { name: 'Save price' })).toBeHidden();
    await alert.getByRole('button', { name: 'Save mine' }).click();
    await expect(notice(page)).toContainText('₹80/day');
    await expect(form).toBeHidden();

    const lost = await priceOf(mine, vase.name, '70');
    await theirs.getByRole('button', { name: `Remove ${vase.name}` }).click();
    await expect(lost).toBeHidden();
    const unsaved = mine.getByRole('alert').filter({ hasText: 'Not saved' });
    await expect(unsaved).toContainText(`${vase.name} was removed from this order meanwhile.`);
    await expect(unsaved).toContainText('Not saved: 70 · Scratched');
    await expect(unsaved).toBeInViewport();
    await expect(notice(other.page)).toContainText(`${vase.name} removed`);
    await notice(other.page).getByRole('button', { name: 'Undo' }).click();
    await expect(lost.getByLabel('Price per day (₹)')).toHaveValue('70');
    await theirs.getByRole('combobox', { name: 'Order status' }).selectOption('Cancelled');
    await other.page.getByRole('button', { name: 'cancel the order' }).click();
    await expect(unsaved).toContainText('The status of this order changed meanwhile');
    await unsaved.getByRole('button', { name: 'Close' }).click();
    await expect(unsaved).toBeHidden();
    await other.page.context().close();
    consoleErrors.length = 0;
  },
);

test('a return of more than went out is refused at its field @long @phone', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const today = studioDay(0);
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 5 } });
  const order = await bookFor(sql, request, [{ item: lamp, quantity: 5 }], {
    from: today,
    to: studioDay(1),
  });
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(`/ops/today?order=${order.order}&desk=hand-over`);
  const row = page.getByRole('form').getByRole('listitem', { name: lamp.name });
  const field = row.getByRole('textbox', { name: `Quantity of ${lamp.name}`, exact: true });
  await field.fill('3');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Hand over 3 pieces' }).click();
  await expect(notice(page)).toContainText('3 pieces handed over');
  await notice(page).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('link', { name: 'Take back' }).click();
  const more = row.getByRole('button', { name: `Increase quantity of ${lamp.name}`, exact: true });
  for (const _ of [1, 2, 3, 4, 5]) await more.click();
  await expect(field).toHaveValue('3');
  await expect(row).toContainText('3 of 3');
  await field.fill('5');
  await page.getByRole('button', { name: 'Take back 3 pieces' }).click();
  await expect(field).toHaveAccessibleDescription('Only 3 left to take back.');
  await expect(field).toHaveValue('5');
  await expect(field).toBeFocused();
  // why: axe measures a link only as far as it is visible below the page's head.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible();
  await field.fill('2');
  await page.getByRole('button', { name: 'Take back' }).last().click();
  await expect(notice(page)).toContainText('2 pieces taken back');
  await expect(row).toContainText('1 of 5 out');
  const back = await sql`
    select sum(line.quantity)::int as pieces from order_movements as movement
      join order_movement_lines as line on line.movement_id = movement.id
      join orders on orders.id = movement.order_id
    where orders.order_number = ${order.order} group by movement.kind order by movement.kind`;
  expect(back.map(({ pieces }) => pieces as number)).toEqual([3, 2]);
});
