import { makeProp, notices, openOrder, storedCart, storedLine } from './support/order.ts';
import { expect, test } from './support/test.ts';

test('an empty cart shows its empty state @desktop @long', async ({ page }) => {
  await page.goto('/my-order');
  await expect(page).toHaveTitle(/^My Order \| /);
  await expect(page.getByRole('heading', { name: 'My Order', level: 1 })).toBeVisible();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(page.getByText('Add items from the rental pages')).toBeVisible();
  await page.getByRole('link', { name: 'Browse props' }).click();
  await expect(page).toHaveURL('/rent-props');
});

test('lines, quantities and totals', async ({ page, sql, expectAccessible }) => {
  const lamp = await makeProp(sql, 500);
  const sofa = await makeProp(sql, 250.25);
  await openOrder(page, [storedLine(lamp, { quantity: 2 }), storedLine(sofa)]);

  await expect(page.getByRole('heading', { name: 'Cart Items (3)' })).toBeVisible();
  const line = page.getByRole('listitem').filter({ hasText: lamp.name });
  await expect(line).toContainText('Prop');
  await expect(line).toContainText('₹500/day');
  await expect(line).toContainText('₹1,000.00/day');
  await expect(line).toContainText(/Added 20\sNov\s2026, 3:30\spm/i);

  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Sub Total₹1,250.25');
  await expect(summary).toContainText('GST (18%)₹225.05');
  await expect(summary).toContainText('Total₹1,475.30');

  await page.getByRole('button', { name: `Increase quantity of ${lamp.name}` }).click();
  await expect(line).toContainText('₹1,500.00/day');
  await expect(page.getByRole('heading', { name: 'Cart Items (4)' })).toBeVisible();
  await expect(summary).toContainText('Total₹2,065.30');
  expect(await storedCart(page)).toEqual([
    storedLine(lamp, { quantity: 3 }),
    storedLine(sofa, { quantity: 1 }),
  ]);
  await expectAccessible();
});

test('a stored order that is cut when it is read says so, once @desktop @long', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const lamp = await makeProp(sql);
  await openOrder(page, [storedLine(lamp, { quantity: 1002 }), { name: 'damaged' }]);
  await expect(notices(page)).toContainText('1 thing of your order could not be read');
  await expect(notices(page)).toContainText(
    'The rest is here. 3 pieces were left out. An order can have 100 lines, and 999 pieces of one item.',
  );
  await expectAccessible();
  await expect.poll(() => storedCart(page)).toEqual([storedLine(lamp, { quantity: 999 })]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Cart Items (999)' })).toBeVisible();
  await expect(page.getByText('1 thing of your order could not be read')).toHaveCount(0);
});

test('a list that is too long is looked for in parts, and says what it cuts @desktop @long', async ({
  page,
}) => {
  await page.goto('/my-order');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const sheet = page.getByRole('dialog', { name: 'Paste a list' });
  const list = sheet.getByLabel('Your list');
  await list.fill(`1200 x chair\n${'table\n'.repeat(59)}sofa x 2\n${'w'.repeat(90)}`);
  await expect(sheet.getByRole('status').filter({ hasText: 'lines' })).toHaveText(
    'The first 60 of 62 lines are looked for; the others stay. 999 is the most of one thing: chair. A line is longer than 80 letters, of which only the first 80 are looked for.',
  );
  await sheet.getByRole('button', { name: 'Find all' }).click();
  await expect(sheet.getByText('60 of 60 found')).toBeVisible();
  await sheet.getByRole('button', { name: 'Add 60 things to order' }).click();
  await expect(list).toHaveValue(`2 × sofa\n${'w'.repeat(90)}`);
  await expect(page.getByRole('heading', { name: /^Cart Items \(/ })).toBeVisible();
});

test('a quantity is read in one way, and what is none is refused with words @desktop @long', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const lamp = await makeProp(sql);
  await openOrder(page, [storedLine(lamp, { quantity: 3 })]);
  const main = page.getByRole('main');
  const quantity = page.getByLabel(`Quantity of ${lamp.name}`, { exact: true });
  for (const none of ['1.5', '1,5', '10/12', '-2', 'two']) {
    await quantity.fill(none);
    await quantity.press('Enter');
    await expect(main.getByRole('alert').filter({ hasText: 'Enter a whole number' })).toBeVisible();
    await expect(quantity).toHaveValue(none);
    await expect(quantity).toHaveAccessibleDescription('Enter a whole number');
    expect(await storedCart(page)).toEqual([storedLine(lamp, { quantity: 3 })]);
  }
  await quantity.fill('2.0');
  await quantity.press('Enter');
  await expect(quantity).toHaveValue('2');
  await expect(main.getByText('Enter a whole number')).toHaveCount(0);
  await quantity.fill('१२');
  await quantity.press('Enter');
  await expect(page.getByRole('heading', { name: 'Cart Items (12)' })).toBeVisible();
  await quantity.fill('1,200');
  await quantity.press('Enter');
  await expect(quantity).toHaveValue('999');
  await expect(main.getByRole('alert').filter({ hasText: '999 is the most' })).toBeVisible();
  await expectAccessible();
});

test('the quantity never drops below 1 and can be typed @desktop @long', async ({ page, sql }) => {
  const lamp = await makeProp(sql);
  await openOrder(page, [storedLine(lamp, { quantity: 2 })]);
  const minus = page.getByRole('button', { name: `Decrease quantity of ${lamp.name}` });
  const quantity = page.getByLabel(`Quantity of ${lamp.name}`, { exact: true });
  await minus.click();
  await expect(quantity).toHaveValue('1');
  await minus.click();
  await expect(quantity).toHaveValue('1');
  await quantity.fill('12');
  await quantity.press('Enter');
  await expect(page.getByRole('heading', { name: 'Cart Items (12)' })).toBeVisible();
  await quantity.fill('0');
  await quantity.blur();
  await expect(quantity).toHaveValue('1');
  await quantity.fill('');
  await quantity.blur();
  await expect(quantity).toHaveValue('1');
});

test('removing and clearing can be undone @desktop @long', async ({ page, sql }) => {
  const lines = [storedLine(await makeProp(sql)), storedLine(await makeProp(sql), { quantity: 2 })];
  await openOrder(page, lines);
  await page.getByRole('button', { name: `Remove ${lines[0]?.name}` }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Test lamp' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Test lamp' })).toHaveCount(2);
  expect(await storedCart(page)).toEqual(lines);

  // Changes between removing and undo are preserved.
  await page.getByRole('button', { name: `Remove ${lines[0]?.name}` }).click();
  const plus = page.getByRole('button', { name: `Increase quantity of ${lines[1]?.name}` });
  await plus.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Cart Items (4)' })).toBeVisible();
  await page.getByRole('button', { name: `Decrease quantity of ${lines[1]?.name}` }).click();
  await expect.poll(() => storedCart(page)).toEqual(lines);

  await page.getByRole('button', { name: 'Clear Cart' }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  expect(await page.evaluate(() => window.localStorage.getItem('myOrder'))).toBeNull();
  await page.getByRole('button', { name: 'Put everything back' }).click();
  await expect(page.getByRole('heading', { name: 'Cart Items (3)' })).toBeVisible();
  expect(await storedCart(page)).toEqual(lines);
  await page.getByRole('button', { name: 'Clear Cart' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Cart Items (3)' })).toBeVisible();

  // The list as a link: opened as a copy, it asks before it changes an order, and names what is gone.
  const link = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  const address = new URL(new URL(link ?? '').searchParams.get('text')?.split('\n')[1] ?? '');
  expect(address.pathname).toBe('/my-order');
  await sql`update public.props set active = false where id = ${lines[0]!.id}`;
  const other = storedLine(await makeProp(sql));
  await openOrder(page, [other]);
  await page.goto(address.href);
  const shared = page.getByRole('region', { name: 'A list that was shared with you' });
  await expect(shared).toContainText(`2 × ${lines[1]?.name}`);
  await expect(shared).toContainText(`No longer offered, and left out: ${lines[0]?.name}.`);
  expect(await storedCart(page)).toEqual([other]);
  await shared.getByRole('button', { name: 'Replace my order' }).click();
  await expect(page.getByRole('heading', { name: 'Cart Items (2)' })).toBeVisible();
  await expect(page).toHaveURL('/my-order');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Cart Items (1)' })).toBeVisible();
  expect(await storedCart(page)).toEqual([other]);
  await page.goto(`${address.href}x`);
  await expect(shared).toContainText('This link is not complete.');
  await shared.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'Cart Items (1)' })).toBeVisible();
});

test('every change dispatches its events @desktop @long', async ({ page, sql }) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  await expect(page.getByRole('heading', { name: 'Cart Items (1)' })).toBeVisible();
  await page.evaluate(() => {
    const events: unknown[] = [];
    Object.assign(window, { cartEvents: events });
    window.addEventListener('storage', (event) => events.push(['storage', event.key]));
    window.addEventListener('cartUpdate', (event) => events.push(['cartUpdate', event.detail]));
    window.addEventListener('cartUpdated', () => events.push(['cartUpdated']));
  });
  await page.getByRole('button', { name: /^Increase quantity/ }).click();
  await expect
    .poll(() => page.evaluate(() => window.cartEvents))
    .toEqual([['storage', 'myOrder'], ['cartUpdate', { action: 'update' }], ['cartUpdated']]);
});

test('the cart follows another tab, a script and Refresh Cart @desktop @long', async ({
  page,
  context,
  sql,
}) => {
  const lamp = await makeProp(sql);
  await openOrder(page, [storedLine(lamp)]);
  const other = await context.newPage();
  await other.goto('/my-order');
  await other.getByRole('button', { name: /^Increase quantity/ }).click();
  await expect(page.getByRole('heading', { name: 'Cart Items (2)' })).toBeVisible();

  // A script writes without dispatching an event; the 200 ms poll detects it.
  await page.evaluate((line) => {
    window.localStorage.setItem('myOrder', JSON.stringify([{ ...line, quantity: 7 }]));
  }, storedLine(lamp));
  await expect(page.getByRole('heading', { name: 'Cart Items (7)' })).toBeVisible();
  await page.getByRole('button', { name: 'Refresh Cart' }).click();
  await expect(page.getByText('Cart refreshed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cart Items (7)' })).toBeVisible();
});

test('each of the four events alone updates a view @desktop @long', async ({
  page,
  context,
  sql,
}) => {
  // The 200 ms poll is disabled in this tab, so that only the tested event can update it.
  await page.addInitScript(() => {
    const every = window.setInterval.bind(window);
    Object.assign(window, {
      setInterval: (call: () => void, ms?: number) => (ms === 200 ? 0 : every(call, ms)),
    });
  });
  const lamp = await makeProp(sql);
  await openOrder(page, [storedLine(lamp)]);
  const shows = (count: number) =>
    expect(page.getByRole('heading', { name: `Cart Items (${count})` })).toBeVisible();
  await shows(1);
  let count = 1;
  for (const signal of ['storage', 'cartUpdate', 'cartUpdated', 'focus']) {
    count += 1;
    await page.evaluate(
      (line) => window.localStorage.setItem('myOrder', JSON.stringify([line])),
      storedLine(lamp, { quantity: count }),
    );
    await shows(count - 1);
    await page.evaluate((name) => window.dispatchEvent(new Event(name)), signal);
    await shows(count);
    await expect(page.getByRole('button', { name: `Cart, ${count} items` })).toBeVisible();
  }
  // Changes in another tab arrive through the browser's storage event, without the poll.
  const other = await context.newPage();
  await other.goto('/my-order');
  await other.getByRole('button', { name: /^Increase quantity/ }).click();
  await shows(count + 1);
  await other.getByRole('button', { name: 'Clear Cart' }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('the printed order shows the studio, the dates and the totals @desktop @long', async ({
  page,
  sql,
}) => {
  const lamp = await makeProp(sql, 500);
  await openOrder(page, [storedLine(lamp, { quantity: 2 })]);
  await expect(page.getByRole('heading', { name: 'Cart Items (2)' })).toBeVisible();
  await expect(page.getByText('14, 3rd Cross, HAL 2nd Stage')).toHaveCount(2);
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  await page.getByLabel('Rental start date').fill('2027-12-01');
  await page.getByLabel('Rental end date').fill('2027-12-03');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByText('Frameyard Studio Rental', { exact: true })).toBeVisible();
  await expect(main.getByText('14, 3rd Cross, HAL 2nd Stage')).toBeVisible();
  await expect(main.getByText('1 Dec 2027 – 3 Dec 2027, 3 days').first()).toBeVisible();
  const line = page.getByRole('listitem').filter({ hasText: lamp.name });
  await expect(line.getByText('× 2')).toBeVisible();
  await expect(main.getByText('₹1,180.00')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByLabel('First name')).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
});

test('changes in the catalogue show on the line @desktop @long', async ({ page, sql }) => {
  const dearer = await makeProp(sql, 400);
  const gone = await makeProp(sql, 100);
  await sql`update public.props set price = 450 where id = ${dearer.id}`;
  await sql`update public.props set active = false where id = ${gone.id}`;
  await openOrder(page, [storedLine(dearer), storedLine(gone)]);

  const priced = page.getByRole('listitem').filter({ hasText: dearer.name });
  await expect(priced).toContainText('Price updated: ₹400');
  await expect(priced).toContainText('₹450/day');
  const marked = page.getByRole('listitem').filter({ hasText: gone.name });
  await expect(marked).toContainText('No longer available');
  await expect
    .poll(() => storedCart(page))
    .toEqual([storedLine(dearer, { price: 450 }), storedLine(gone)]);

  const place = page.getByRole('button', { name: 'Place Enquiry' });
  await expect(place).toBeDisabled();
  await page.getByRole('button', { name: `Remove ${gone.name}` }).click();
  await expect(place).toBeEnabled();
});

test('a price note shows in every tab, also after a reload, until it is dismissed @desktop @long', async ({
  page,
  context,
  sql,
}) => {
  const lamp = await makeProp(sql, 400);
  await openOrder(page, [storedLine(lamp)]);
  const note = page.getByText('Price updated: ₹400');
  await expect(page.getByText('₹400.00/day')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/my-order');
  await expect(other.getByText('₹400.00/day')).toBeVisible();
  const otherNote = other.getByText('Price updated: ₹400');

  await sql`update public.props set price = 450 where id = ${lamp.id}`;
  await page.getByRole('button', { name: 'Refresh Cart' }).click();
  await expect(note).toBeVisible();
  await expect(otherNote).toBeVisible();
  await page.reload();
  await expect(note).toBeVisible();
  await other.close();
  const third = await context.newPage();
  await third.goto('/rent-props');
  await third.getByRole('button', { name: 'Cart, 1 item' }).click();
  const thirdNote = third.getByRole('dialog').getByText('Price updated: ₹400');
  await expect(thirdNote).toBeVisible();

  await page.getByRole('button', { name: `Dismiss the new price of ${lamp.name}` }).click();
  await expect(note).toBeHidden();
  await expect(page.getByRole('link', { name: lamp.name })).toBeFocused();
  await expect(thirdNote).toBeHidden();
  await page.reload();
  await expect(page.getByText('₹450.00/day')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(note).toBeHidden();
});

test('a failed read keeps the cart and offers a retry @desktop @long', async ({
  page,
  sql,
  consoleErrors,
}) => {
  const lamp = await makeProp(sql);
  let broken = true;
  await page.route('**/rest/v1/catalogue_items*', (route) =>
    broken ? route.fulfill({ status: 400, json: { message: 'no' } }) : route.continue(),
  );
  await openOrder(page, [storedLine(lamp)]);
  await expect(page.getByText('Today’s prices could not be read.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cart Items (1)' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Today’s prices could not be read.')).toBeHidden();
  consoleErrors.length = 0;
});

declare global {
  interface Window {
    cartEvents?: unknown[];
  }
  interface WindowEventMap {
    cartUpdate: CustomEvent<{ action: 'add' | 'update' }>;
  }
}
