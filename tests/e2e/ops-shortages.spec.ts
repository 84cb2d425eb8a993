import type { Page } from '@playwright/test';
import { loseAnswer } from './support/connection.ts';
import { notice } from './support/crm.ts';
import { openLive } from './support/live.ts';
import { putItem } from './support/items.ts';
import { bookFor, enquireFor } from './support/rentals.ts';
import { expect, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

const days = { from: studioDay(40), to: studioDay(42) };
const day = (date: string) =>
  new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(
    new Date(date),
  );

const drawer = (page: Page, number: string) =>
  page.getByRole('dialog', { name: number, exact: true });
const sheet = (page: Page) => page.getByRole('dialog', { name: /^Not everything is free/ });
const group = (page: Page, item: { name: string }) =>
  sheet(page).getByRole('group', { name: new RegExp(`^${item.name}`) });
const convert = (page: Page) => sheet(page).getByRole('button', { name: 'Convert to Order' });
const changes = (page: Page) =>
  sheet(page).getByRole('list', { name: 'Changes' }).getByRole('listitem');
const addressOf = (number: string) => `/ops/crm?tab=enquiries&open=${number}`;

test(
  'a conversion with a shortage is solved by a swap and a lower number, two presses a line @clock',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn, expectAccessible, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    const chair = await putItem(sql, 'props', { own: { quantity: 3 } });
    const vase = await putItem(sql, 'props', { own: { quantity: 2 } });
    const spare = await putItem(sql, 'props', { price: 150, own: { quantity: 4 } });
    await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    await bookFor(sql, request, [{ item: chair, quantity: 1 }], { from: days.to, to: days.to });
    const lines = [
      { item: lamp, quantity: 1 },
      { item: chair, quantity: 3 },
      { item: vase, quantity: 2 },
    ];
    const sent = await enquireFor(sql, request, lines, days);
    await signIn();
    await page.goto(addressOf(sent.number));
    const open = drawer(page, sent.number);
    await expect(open.getByRole('row', { name: lamp.name })).toContainText(
      /Short on .*: 0 of 1 free/,
    );
    await expect(open.getByRole('row', { name: chair.name })).toContainText(
      `Short on ${day(days.to)}: 2 of 3 free`,
    );
    await expect(open.getByRole('row', { name: vase.name })).toContainText('2 of 2 free');
    await open.getByRole('button', { name: 'Convert to Order' }).click();
    const [lampChoices, chairChoices] = [group(page, lamp), group(page, chair)];
    await expect(sheet(page).getByRole('group')).toHaveCount(2);
    await expectAccessible();
    await convert(page).click();
    await expect(lampChoices).toContainText('Choose what to do.');
    await lampChoices.getByLabel(/^Another item instead/).fill(spare.name);
    await lampChoices.getByRole('radio', { name: new RegExp(spare.name) }).check();
    await chairChoices.getByRole('radio', { name: 'Lower to 2' }).check();
    await expect(changes(page)).toHaveText([
      `1 × ${spare.name} at ₹150/day instead of ${lamp.name}.`,
      `${chair.name}: 2 instead of 3.`,
    ]);
    await convert(page).click();
    await expect(notice(page)).toContainText('Enquiry converted to order successfully');
    await expect(sheet(page)).toBeHidden();
    const made = await sql<{ name: string; quantity: number }[]>`
      select found.name, line.quantity from order_items as line
        join orders on orders.id = line.order_id join catalogue_items as found on found.id = line.item_id
      where orders.enquiry_order_id = ${sent.id} order by line.position`;
    expect(made.map(({ name, quantity }) => [name, quantity])).toEqual([
      [spare.name, 1],
      [chair.name, 2],
      [vase.name, 2],
    ]);
    consoleErrors.length = 0;
  },
);

test(
  'a booking, a repair and another enquiry show in an open enquiry without a reload',
  { tag: ['@desktop', '@live', '@long'] },
  async ({ page, request, sql, signIn }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 2 } });
    const sent = await enquireFor(sql, request, [{ item: lamp, quantity: 2 }], days);
    await signIn();
    await openLive(page, addressOf(sent.number));
    const row = drawer(page, sent.number).getByRole('row', { name: lamp.name });
    await expect(row).toContainText('2 of 2 free');
    // Only the table of reservations changes.
    const rented = `[${days.from},${days.to}]`;
    await sql`
      insert into reservations (item_id, quantity, kind, status, rented, blocked)
      values (${lamp.id}, 1, 'out_of_service', 'booked', ${rented}, ${rented})`;
    await expect(row).toContainText(/Short on .*: 1 of 2 free/);
    await sql`update reservations set status = 'released' where item_id = ${lamp.id}`;
    await expect(row).toContainText('2 of 2 free');
    await bookFor(sql, request, [{ item: lamp, quantity: 2 }], days);
    await expect(row).toContainText(/Short on .*: 0 of 2 free/);
    const rival = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    await expect(row).toContainText('1 other enquiry wants these days');
    await row.getByRole('link', { name: rival.number }).click();
    await expect(drawer(page, rival.number)).toBeVisible();
  },
);

test(
  'a cancelled order whose items are booked stays cancelled and says why @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    const line = [{ item: lamp, quantity: 1 }];
    const first = await bookFor(sql, request, line, days);
    await sql`update orders set status = 'cancelled' where order_number = ${first.order}`;
    await bookFor(sql, request, line, days);
    await signIn();
    await page.goto(`/ops/crm?tab=orders&open=${first.order}`);
    const status = drawer(page, first.order).getByRole('combobox', { name: 'Order status' });
    await expect(status).toHaveValue('cancelled');
    await status.selectOption('Confirmed');
    await expect(notice(page)).toContainText('Error updating order status');
    await expect(notice(page)).toContainText(`${lamp.name}: 1 wanted, 0 free on`);
    await expect(status).toHaveValue('cancelled');
    consoleErrors.length = 0;
  },
);

test(
  'holds are taken over, dates moved, pieces hired in and lines left out, all at once @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const [lamp, chair, vase, rug] = await Promise.all(
      [1, 2, 3, 4].map(() => putItem(sql, 'props', { own: { quantity: 1 } })),
    );
    const wanted = [lamp!, chair!, vase!, rug!].map((item) => ({ item, quantity: 1 }));
    await bookFor(sql, request, wanted.slice(1), days);
    const holder = await enquireFor(sql, request, wanted.slice(0, 1), days);
    await signIn();
    await page.goto(addressOf(holder.number));
    await drawer(page, holder.number)
      .getByRole('button', { name: /^Hold until/ })
      .click();
    await expect(drawer(page, holder.number)).toContainText(/Held until .* (4\d h|\d days) left/);
    const sent = await enquireFor(sql, request, wanted, days);
    await page.goto(addressOf(sent.number));
    await expect(drawer(page, sent.number).getByRole('row', { name: lamp!.name })).toContainText(
      `Held for ${holder.number} until`,
    );
    await drawer(page, sent.number).getByRole('button', { name: 'Convert to Order' }).click();
    await group(page, lamp!)
      .getByRole('checkbox', { name: `Take over from ${holder.number}` })
      .check();
    await group(page, chair!)
      .getByRole('radio', { name: /^Other dates: free/ })
      .check();
    await group(page, vase!).getByRole('radio', { name: 'Hire in 1 (sub-rental)' }).check();
    await group(page, vase!).getByLabel('Supplier').fill('Light House');
    await group(page, rug!).getByRole('radio', { name: 'Leave out' }).check();
    const next = { from: studioDay(43), to: studioDay(45) };
    await expect(changes(page)).toHaveText([
      `${holder.number} loses its hold on ${lamp!.name}.`,
      new RegExp(`^${chair!.name}: ${new Date(next.from).getUTCDate()}`),
      `${vase!.name}: 1 hired in from Light House.`,
      `${rug!.name} is left out.`,
    ]);
    await expect(sheet(page)).toContainText('Makes an order of ₹900.00 excl. GST');
    await convert(page).click();
    await expect(notice(page)).toContainText('Enquiry converted to order successfully');
    const made = await sql<{ item_id: string; rental_from: string; total: string }[]>`
      select line.item_id, line.rental_from::text, orders.total_price as total from order_items as line
        join orders on orders.id = line.order_id
      where orders.enquiry_order_id = ${sent.id} order by line.position`;
    expect([...made]).toEqual([
      { item_id: lamp!.id, rental_from: days.from, total: '900.00' },
      { item_id: chair!.id, rental_from: next.from, total: '900.00' },
      { item_id: vase!.id, rental_from: days.from, total: '900.00' },
    ]);
    const [hired] = await sql<{ reason: string }[]>`
      select reason from reservations where item_id = ${vase!.id} and kind = 'sub_rental'`;
    expect(hired?.reason).toBe('Light House');
    await page.goto(addressOf(holder.number));
    await expect(
      drawer(page, holder.number).getByRole('region', { name: 'Activity' }),
    ).toContainText(`${holder.number}: hold taken over by ${sent.number}`);
    consoleErrors.length = 0;
  },
);

test(
  'a line that is still short stays with its new figures, and nothing typed is lost @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 2 } });
    const chair = await putItem(sql, 'props', { own: { quantity: 1 } });
    await bookFor(
      sql,
      request,
      [
        { item: lamp, quantity: 1 },
        { item: chair, quantity: 1 },
      ],
      days,
    );
    const lines = [
      { item: lamp, quantity: 2 },
      { item: chair, quantity: 1 },
    ];
    const sent = await enquireFor(sql, request, lines, days);
    await signIn();
    await page.goto(addressOf(sent.number));
    await drawer(page, sent.number).getByRole('button', { name: 'Convert to Order' }).click();
    await group(page, chair).getByRole('radio', { name: 'Hire in 1 (sub-rental)' }).check();
    await group(page, chair).getByLabel('Supplier').fill('Light House');
    await group(page, lamp).getByRole('radio', { name: 'Lower to 1' }).check();
    await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    await convert(page).click();
    await expect(group(page, lamp)).toContainText('Still not free. Choose something else.');
    await expect(group(page, lamp)).toContainText('1 wanted, 0 free on');
    await expect(group(page, lamp)).toBeFocused();
    await expect(group(page, chair).getByLabel('Supplier')).toHaveValue('Light House');
    expect(await sql`select from orders where enquiry_order_id = ${sent.id}`).toHaveLength(0);
    await page.reload();
    await drawer(page, sent.number).getByRole('button', { name: 'Convert to Order' }).click();
    await expect(group(page, chair).getByLabel('Supplier')).toHaveValue('Light House');
    await group(page, lamp).getByRole('radio', { name: 'Leave out' }).check();
    await convert(page).click();
    await expect(notice(page)).toContainText('Enquiry converted to order successfully');
    consoleErrors.length = 0;
  },
);

test(
  'a conversion whose answer is lost, and one of an enquiry that a colleague converted, end in one order @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    const chair = await putItem(sql, 'props', { own: { quantity: 1 } });
    const lines = [lamp, chair].map((item) => ({ item, quantity: 1 }));
    const sent = await enquireFor(sql, request, lines, days);
    await signIn();
    await page.goto(addressOf(sent.number));
    await drawer(page, sent.number).getByRole('button', { name: 'Convert to Order' }).click();
    await group(page, lamp).getByRole('radio', { name: 'Leave out' }).check();
    await loseAnswer(page, 'rpc/convert_enquiry_to_order');
    await convert(page).click();
    await expect(notice(page)).toContainText(
      'Convert again: if the order was made, you get its number.',
    );
    await expect(drawer(page, sent.number)).toContainText(/was converted to order ORD-\d+/);
    await expect(sheet(page)).toHaveCount(0);
    expect(await sql`select from orders where enquiry_order_id = ${sent.id}`).toHaveLength(1);
    consoleErrors.length = 0;
  },
);

test(
  'busy items are a sentence that says what to do @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    const sent = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    await signIn();
    await page.goto(addressOf(sent.number));
    const open = drawer(page, sent.number);
    await expect(open.getByRole('row', { name: lamp.name })).toContainText('1 of 1 free');
    await sql.begin(async (other) => {
      await other`select from items where id = ${lamp.id} for update`;
      await open.getByRole('button', { name: 'Convert to Order' }).click();
      await expect(notice(page)).toContainText(
        'The stock of these items is busy. Please try again.',
      );
    });
    await open.getByRole('button', { name: 'Convert to Order' }).click();
    await expect(notice(page)).toContainText('Enquiry converted to order successfully');
    consoleErrors.length = 0;
  },
);

test(
  'the sheet works with the keyboard alone @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 2 } });
    await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    const sent = await enquireFor(sql, request, [{ item: lamp, quantity: 2 }], days);
    await signIn();
    await page.goto(addressOf(sent.number));
    const button = drawer(page, sent.number).getByRole('button', { name: 'Convert to Order' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(group(page, lamp)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
    await expect(drawer(page, sent.number)).toBeVisible();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await group(page, lamp).getByRole('radio', { name: 'Lower to 1' }).focus();
    await page.keyboard.press('Space');
    await expect(
      group(page, lamp).getByRole('textbox', { name: `Quantity of ${lamp.name}` }),
    ).toHaveValue('1');
    await convert(page).focus();
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText('Enquiry converted to order successfully');
    consoleErrors.length = 0;
  },
);

test('on any screen the sheet is accessible @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
  consoleErrors,
}) => {
  const lamp = await putItem(sql, 'props', { own: { quantity: 2 } });
  await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  const sent = await enquireFor(sql, request, [{ item: lamp, quantity: 2 }], days);
  await signIn();
  await page.goto(addressOf(sent.number));
  await expect(drawer(page, sent.number).getByText(/^Short on/)).toBeVisible();
  await expectAccessible();
  await drawer(page, sent.number).getByRole('button', { name: 'Convert to Order' }).click();
  for (const name of [/^Other dates/, /^Hire in/, /^Lower/]) {
    await group(page, lamp).getByRole('radio', { name }).check();
    await expectAccessible();
  }
  consoleErrors.length = 0;
});
