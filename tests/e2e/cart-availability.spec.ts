import type { Page } from '@playwright/test';
import { datesName, dayName, storeDates, typedDay, type Dates } from './support/availability.ts';
import { putOutOfService } from './support/bookings.ts';
import { putItem } from './support/items.ts';
import {
  enquiriesOf,
  fillFields,
  makeProp,
  openOrder,
  openPlain,
  someMobile,
  storedCart,
  storedLine,
  submit,
  type TestItem,
  waitForFree,
} from './support/order.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

let dates: Dates;
let middle: string;
// why before each: a run may pass midnight.
test.beforeEach(() => {
  dates = { from: studioDay(40), to: studioDay(42) };
  middle = studioDay(41);
});

const lineOf = (page: Page, item: Pick<TestItem, 'name'>) =>
  page.getByRole('listitem').filter({ has: page.getByLabel(`Quantity of ${item.name}`) });

/** Opens My Order with these lines and rental dates. */
async function openDatedOrder(page: Page, lines: unknown[], period = dates): Promise<void> {
  await openPlain(page);
  await storeDates(page, period);
  await openOrder(page, lines);
}

test('a short line of the cart says which day, can be lowered, moved or replaced, and blocks nothing @clock @long', async ({
  page,
  sql,
  isMobile,
  expectAccessible,
}) => {
  const [lamp, other] = [await makeProp(sql), await makeProp(sql)];
  await sql`update public.props set category_id = (select id from prop_categories where name = 'Office')
    where id = ${lamp.id}`;
  await putOutOfService(sql, { item: lamp.id, quantity: 4, from: middle, to: middle });
  await waitForFree(page);
  // The longest name that an item may have.
  await page.route('**/rest/v1/rpc/similar_free', async (route) => {
    const response = await route.fetch();
    const found = (await response.json()) as { name: string }[];
    const json = found.map((item) => ({ ...item, name: item.name.padEnd(120, ' and more') }));
    await route.fulfill({ response, json });
  });
  const shifts = await watchShifts(page);
  await openDatedOrder(page, [storedLine(other), storedLine(lamp, { quantity: 2 })]);
  const line = lineOf(page, lamp);
  await expect(page.getByRole('listitem').filter({ hasText: 'Test lamp' }).first()).toContainText(
    lamp.name,
  );
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('₹1,500.00 × 3 days₹4,500.00');
  await expect(summary).toContainText('Total for 3 days, GST included₹5,310.00');
  await expect(line).toContainText(
    `Only 1 of 2 free on ${dayName(middle)}: lower, change dates, see similar`,
  );
  await expect(lineOf(page, other)).toContainText(`5 of 5 free ${datesName(dates)}`);
  const all = page
    .getByRole('status')
    .filter({ hasText: `Not enough free of ${lamp.name}: send it anyway, we will ask.` });
  await expect(all).toBeVisible();
  // why not 0 on a phone: the chat button moves into the bar of the order, by 7 px.
  expect((await shifts()).sum).toBeLessThanOrEqual(isMobile ? 0.0005 : 0);
  await expectAccessible();

  await line.getByRole('button', { name: /^See similar/ }).click();
  await expect(line.getByRole('link', { name: /Everything that is free then/ })).toHaveAttribute(
    'href',
    `/rent-props?from=${dates.from}&to=${dates.to}&free=1`,
  );
  await expect(line.getByText(/similar, free then|Nothing similar/)).toBeVisible();

  // Swapped in one press, with as many pieces, in the same place; the old one is offered back.
  await line.getByRole('button', { name: `in place of ${lamp.name}` }).click();
  await expect(line).toHaveCount(0);
  const swapped = page.getByRole('listitem').filter({ has: page.getByLabel(/^Quantity of /) });
  await expect(swapped.first()).toContainText(`In place of ${lamp.name}.`);
  await expect
    .poll(() => storedCart(page))
    .toMatchObject([{ id: other.id }, { type: 'prop', quantity: 2 }]);
  const back = page.getByRole('button', { name: `Put back ${lamp.name}` });
  await expect(back).toBeFocused();
  await back.click();
  await expect(page.getByLabel(`Quantity of ${lamp.name}`, { exact: true })).toBeFocused();
  await expect(line).toContainText('Only 1 of 2 free');

  await line.getByRole('button', { name: `Lower ${lamp.name} to 1` }).click();
  await expect(line).toContainText(`1 of 5 free ${datesName(dates)}`);
  await expect(page.getByLabel(`Quantity of ${lamp.name}`, { exact: true })).toHaveValue('1');
  await expect(page.getByText('Everything is free then.')).toBeVisible();

  await page.getByRole('button', { name: `Increase quantity of ${lamp.name}` }).click();
  await line.getByRole('button', { name: /^Change dates/ }).click();
  const picker = page.getByRole('dialog', { name: 'When do you need it?' });
  await expect(picker.getByRole('textbox', { name: 'First day' })).toHaveValue(
    typedDay(dates.from),
  );
  await picker.getByRole('textbox', { name: 'First day' }).fill(typedDay(studioDay(50)));
  await picker.getByRole('textbox', { name: 'Last day' }).fill(studioDay(50));
  await picker.getByRole('button', { name: 'Set dates' }).click();
  await expect(line).toContainText(`5 of 5 free ${dayName(studioDay(50))}`);
});

test('an enquiry with a shortage is sent, and the thank-you page says what was free @long', async ({
  page,
  sql,
}) => {
  const [lamp, sofa] = [await makeProp(sql), await makeProp(sql)];
  const soon = { from: studioDay(1), to: studioDay(3) };
  await putOutOfService(sql, { item: lamp.id, quantity: 5, ...soon });
  await openDatedOrder(page, [storedLine(lamp), storedLine(sofa, { quantity: 2 })], soon);
  await expect(lineOf(page, lamp)).toContainText(`Booked · free from ${dayName(studioDay(4))}`);
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  const mobile = someMobile();
  await fillFields(page, mobile);
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  expect(await enquiriesOf(sql, mobile)).toMatchObject([{ items: 2 }]);
  const line = (item: TestItem) => page.getByRole('listitem').filter({ hasText: item.name });
  await expect(line(lamp)).toContainText(`Booked ${datesName(soon)}`);
  await expect(line(sofa)).toContainText(`5 of 5 free ${datesName(soon)}`);
  await page.reload();
  await expect(line(sofa)).toContainText(`5 of 5 free ${datesName(soon)}`);
  await expect(page.getByText('Nothing is reserved until we confirm it.')).toBeVisible();
});

test('a thank-you page saved before availability shows no figures @long @desktop', async ({
  page,
}) => {
  await page.goto('/thank-you-for-enquiry');
  await page.evaluate(() => {
    const answer = {
      enquiry_number: 'ENQ-00042',
      status: 'pending',
      rental_from: '2026-11-21',
      rental_to: '2026-11-23',
      rental_days: 3,
      total_price: 1500,
      items: [{ type: 'prop', id: 'a', name: 'Old lamp', quantity: 1, price: 500 }],
    };
    window.sessionStorage.setItem('lastEnquiry', JSON.stringify(answer));
  });
  await page.reload();
  await expect(page.getByText('Old lamp')).toBeVisible();
  const details = page.getByRole('region', { name: 'What you asked for' });
  await expect(details).not.toContainText(/free|reserved|booked/i);
});

test('items for the studio only ask for a set on those days @long @desktop', async ({
  page,
  sql,
}) => {
  const sofa = await putItem(sql, 'props', { inStudio: true, own: { quantity: 2 } });
  const set = await putItem(sql, 'sets', { own: { quantity: 1 } });
  const lines = [storedLine({ type: 'prop', id: sofa.id, name: sofa.name, price: 500 })];
  await openDatedOrder(page, lines);
  const text = 'In-studio only, needs a set on those days';
  await expect(lineOf(page, sofa)).toContainText(text);
  await expect(page.getByRole('link', { name: 'see free sets' })).toHaveAttribute(
    'href',
    `/rent-sets-packages?from=${dates.from}&to=${dates.to}&free=1`,
  );
  const withSet = { ...lines[0], type: 'set', id: set.id, name: set.name };
  await openOrder(page, [...lines, withSet]);
  await expect(lineOf(page, set)).toContainText('Free');
  await expect(page.getByText(text)).toHaveCount(0);
});

test('a check that fails is quiet @long @desktop', async ({ page, sql, consoleErrors }) => {
  const lamp = await makeProp(sql);
  await page.route('**/rest/v1/rpc/availability', (route) =>
    route.fulfill({ status: 400, json: {} }),
  );
  await openDatedOrder(page, [storedLine(lamp)]);
  await expect(page.getByText(`${datesName(dates)} · 3 days`)).toBeVisible();
  await page.getByRole('button', { name: `Increase quantity of ${lamp.name}` }).click();
  await expect(page.getByRole('heading', { name: 'Cart Items (2)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place Enquiry' })).toBeEnabled();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  // The browser logs each failed request.
  consoleErrors.length = 0;
});

test('the cart is checked again when the window regains focus @long @desktop', async ({
  page,
  sql,
}) => {
  const lamp = await makeProp(sql);
  await openDatedOrder(page, [storedLine(lamp)]);
  await expect(lineOf(page, lamp)).toContainText('5 of 5 free');
  await putOutOfService(sql, { item: lamp.id, quantity: 5, ...dates });
  // why again and again: a focus while an earlier answer is on its way does not ask anew.
  await expect
    .poll(async () => {
      await page.evaluate(() =>
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      );
      return lineOf(page, lamp).textContent();
    })
    .toContain('Booked');
});

test('the drawer checks its lines and opens the dates @long @desktop', async ({ page, sql }) => {
  const lamp = await makeProp(sql);
  await putOutOfService(sql, { item: lamp.id, quantity: 5, ...dates });
  await openPlain(page);
  await storeDates(page, dates);
  await page.evaluate(
    (line) => window.localStorage.setItem('myOrder', JSON.stringify([line])),
    storedLine(lamp),
  );
  await page.goto('/about');
  await page.getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: 'My Order' });
  await expect(drawer.getByText('we will ask')).toBeVisible();
  await drawer.getByRole('button', { name: `${datesName(dates)} · 3 days` }).click();
  await page.getByRole('textbox', { name: 'Last day' }).fill(studioDay(40));
  await page.getByRole('button', { name: 'Set dates' }).click();
  await expect(
    drawer.getByRole('button', { name: `${dayName(dates.from)} · 1 day` }),
  ).toBeFocused();
});

test('dates set in another tab appear in the open form @long @desktop', async ({
  page,
  context,
  sql,
}) => {
  await openDatedOrder(page, [storedLine(await makeProp(sql))]);
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  await page.getByLabel('First name').fill('Asha');
  await expect(page.getByLabel('Rental start date')).toHaveValue(typedDay(dates.from));
  const other = await context.newPage();
  await other.goto('/my-order');
  await other.getByRole('button', { name: 'Place Enquiry' }).click();
  await expect(other.getByLabel('First name')).toHaveValue('Asha');
  await other.getByLabel('Rental end date').fill(studioDay(45));
  await expect(page.getByLabel('Rental end date')).toHaveValue(typedDay(studioDay(45)));
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
});
