import { colleague, makeOrder, notice, refuse } from './support/crm.ts';
import { addressOf, convert, drawer, status } from './support/enquiry-drawer.ts';
import { putItem } from './support/items.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { expect, test } from './support/test.ts';

test(
  'repeated clicks convert a pending enquiry to one order',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn }) => {
    const sent = await sendEnquiry(request);
    let calls = 0;
    page.on('request', (one) => {
      if (one.url().endsWith('/rpc/convert_enquiry_to_order')) calls += 1;
    });
    await signIn();
    await page.goto(addressOf(sent.number));
    await convert(page, sent.number).dblclick();
    await expect(notice(page)).toContainText('Enquiry converted to order successfully');
    const [made] = await sql<{ number: string }[]>`
      select order_number as number from orders join enquiry_orders as e on e.id = enquiry_order_id
      where e.enquiry_number = ${sent.number}`;
    const number = made?.number ?? '';
    expect(calls).toBe(1);
    await expect(drawer(page, sent.number)).toContainText(
      `This enquiry was converted to order ${number}.`,
    );
    await notice(page).getByRole('button', { name: 'Open order' }).click();
    await expect(page).toHaveURL(`/ops/crm?tab=orders&open=${number}`);
    const order = drawer(page, number);
    await expect(order.getByRole('combobox', { name: 'Order status' })).toHaveValue('confirmed');
    await expect(order.getByRole('combobox', { name: 'Payment status' })).toHaveValue(
      'advance_received',
    );
    for (const name of sent.itemNames) await expect(order.getByRole('row', { name })).toBeVisible();
    await expect(order.getByText(sent.message)).toBeVisible();
    await order.getByRole('link', { name: sent.number }).click();
    await expect(drawer(page, sent.number).getByRole('link', { name: 'Open order' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('table', { name: 'Enquiries' })).toBeVisible();
    await expect(page.getByRole('link', { name: sent.number })).toHaveCount(0);
  },
);

test(
  'Convert to Order names the statuses it sets and confirms past dates and exceeded stock once @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn }) => {
    const sent = await sendEnquiry(request);
    const item = await putItem(sql, 'props', { own: { quantity: 3 } });
    const uncounted = await putItem(sql, 'props', { own: { quantity: 0 } });
    await sql`
      update enquiry_orders set rental_from = '2026-01-05', rental_to = '2026-01-07'
      where enquiry_number = ${sent.number}`;
    await sql`
      insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price)
      select id, 'prop', unnest(${[item.id, item.id, uncounted.id]}::uuid[]), 2, 10
      from enquiry_orders where enquiry_number = ${sent.number}`;
    let calls = 0;
    page.on('request', (one) => {
      if (one.url().endsWith('/rpc/convert_enquiry_to_order')) calls += 1;
    });
    await signIn();
    await page.goto(addressOf(sent.number));
    const sets = 'order status “Confirmed” and payment status “Advance received”.';
    await expect(drawer(page, sent.number)).toContainText(`Sets ${sets}`);
    await convert(page, sent.number).click();
    const question = page.getByRole('dialog', { name: 'Convert to an order all the same?' });
    await expect(question.getByRole('listitem')).toHaveText([
      'The rental dates are past: 5–7 Jan 2026.',
      `${item.name}: 4 asked for, there are 3.`,
    ]);
    await expect(question).toContainText(`Makes an order with ${sets}`);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(status(page, sent.number)).toHaveValue('pending');
    expect(calls).toBe(0);
    await convert(page, sent.number).click();
    await question.getByRole('button', { name: 'Convert', exact: true }).click();
    await expect(notice(page)).toContainText('Enquiry converted to order successfully');
    await expect(question).toBeHidden();
    expect(calls).toBe(1);
  },
);

test(
  'two concurrent conversions make one order, and the second user gets a link to it',
  { tag: ['@long', '@desktop'] },
  async ({ page, browser, request, sql, signIn, consoleErrors }) => {
    const sent = await sendEnquiry(request);
    const other = await colleague(browser, sql);
    await signIn();
    await page.goto(addressOf(sent.number));
    await other.page.goto(addressOf(sent.number));
    await expect(convert(page, sent.number)).toBeVisible();
    await expect(convert(other.page, sent.number)).toBeVisible();
    await convert(page, sent.number).click();
    await expect(notice(page)).toContainText('Enquiry converted to order successfully');
    await convert(other.page, sent.number).click();
    await expect(notice(other.page)).toContainText('Error converting enquiry');
    await expect(notice(other.page)).toContainText(
      new RegExp(`Enquiry ${sent.number} was already converted to order ORD-\\d{5}\\.`),
    );
    await expect(drawer(other.page, sent.number)).toContainText('This enquiry was converted to');
    const made = await sql<{ number: string }[]>`
      select order_number as number from orders join enquiry_orders as e on e.id = enquiry_order_id
      where e.enquiry_number = ${sent.number}`;
    expect(made).toHaveLength(1);
    await notice(other.page).getByRole('button', { name: 'Open order' }).click();
    await expect(drawer(other.page, made[0]?.number ?? '')).toBeVisible();
    await other.page.context().close();
    consoleErrors.length = 0;
  },
);

test(
  'a failed conversion shows the error and leaves the enquiry unchanged @long',
  { tag: '@desktop' },
  async ({ page, request, signIn, consoleErrors }) => {
    const sent = await sendEnquiry(request);
    await signIn();
    await page.goto(addressOf(sent.number));
    await refuse(page, '**/rest/v1/rpc/convert_enquiry_to_order', 'the ledger is closed');
    await convert(page, sent.number).click();
    await expect(notice(page)).toContainText('Error converting enquiry');
    await expect(notice(page)).toContainText('the ledger is closed');
    await expect(status(page, sent.number)).toHaveValue('pending');
    await expect(convert(page, sent.number)).toBeEnabled();
    consoleErrors.length = 0;
  },
);

test(
  'a status change after a concurrent conversion is refused with a link to the order',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn }) => {
    const sent = await sendEnquiry(request);
    await signIn();
    await page.goto(addressOf(sent.number));
    await expect(status(page, sent.number)).toHaveValue('pending');
    await sql`update enquiry_orders set status = 'converted' where enquiry_number = ${sent.number}`;
    await status(page, sent.number).selectOption('Contacted');
    await expect(notice(page)).toContainText('Error updating status');
    await expect(notice(page)).toContainText('The enquiry was converted or removed meanwhile.');
    await expect(drawer(page, sent.number)).toContainText('This enquiry was converted');
    await expect(status(page, sent.number)).toHaveCount(0);
    const converted = await makeOrder(sql, request);
    await page.goto(addressOf(converted.number));
    await drawer(page, converted.number).getByRole('link', { name: 'Open order' }).click();
    await expect(drawer(page, converted.order)).toBeVisible();
  },
);
