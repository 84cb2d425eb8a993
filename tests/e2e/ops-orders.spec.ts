import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { makeOrder, notice, refuse, writtenMobiles } from './support/crm.ts';
import { openLive } from './support/live.ts';
import { makeStaff } from './support/staff.ts';
import { expect, expectLegibleInDark, test } from './support/test.ts';

const rupees = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });
const table = (page: Page) => page.getByRole('table', { name: 'Orders' });
const row = (page: Page, number: string) =>
  table(page).getByRole('row').filter({ hasText: number });
const drawer = (page: Page, number: string) => page.getByRole('dialog', { name: number });
const addressOf = (number: string) => `/ops/crm?tab=orders&open=${number}`;

test(
  'an order is found by number, name, mobile and email, and opens with all its details @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, expectAccessible }) => {
    const made = await makeOrder(sql, request);
    await makeOrder(sql, request);
    await signIn();
    await page.goto('/ops/crm?tab=orders');
    const box = page.getByRole('searchbox', { name: 'search orders' });
    const needles = [
      made.order.toLowerCase(),
      `${made.lastName.toUpperCase()} ${made.firstName}`,
      made.mobile.slice(3, 12),
      made.email.slice(0, 16),
    ];
    for (const needle of needles) {
      await box.fill(needle);
      await expect(table(page).getByRole('row')).toHaveCount(2);
      await expect(row(page, made.order)).toContainText(`₹${rupees.format(made.total)}`);
    }
    for (const needle of writtenMobiles(made.mobile)) {
      await box.fill('nobody at all');
      await expect(page.getByText('No orders found matching your criteria')).toBeVisible();
      await box.fill(needle);
      await expect(row(page, made.order)).toContainText(`₹${rupees.format(made.total)}`);
      await expect(table(page).getByRole('row')).toHaveCount(2);
    }
    await page.getByLabel('Payment').selectOption('Refunded');
    await expect(page.getByText('No orders found matching your criteria')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await page.getByRole('link', { name: made.order }).click();
    await expect(page).toHaveURL(addressOf(made.order));
    const open = drawer(page, made.order);
    for (const name of made.itemNames) await expect(open.getByRole('row', { name })).toBeVisible();
    await expect(open.getByText('Total excl. GST').first()).toBeVisible();
    await expect(open.getByText(made.message)).toBeVisible();
    await expect(open.locator(`a[href="tel:${made.mobile}"]`)).toBeVisible();
    await expect(open).toContainText(`Order ${made.order} made from ${made.number}`);
    await expectAccessible();
    await expectLegibleInDark(page);
    await page.goBack();
    await expect(open).toBeHidden();
    await page.goForward();
    await expect(open).toBeVisible();
    await page.goto(addressOf('ORD-999999999'));
    await expect(page.getByText('There is no order with this number')).toBeVisible();
  },
);

test(
  'orders are filtered and sorted by rental dates, latest first',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn }) => {
    const made = [];
    // Later than the rentals of all other tests.
    const year = randomInt(2100, 2200);
    for (const [from, to] of [
      [`${year}-03-01`, `${year}-03-02`],
      [`${year}-03-05`, `${year}-03-09`],
      [`${year}-04-01`, `${year}-04-01`],
    ] as const) {
      const { order } = await makeOrder(sql, request);
      await sql`update orders set rental_from = ${from}, rental_to = ${to} where order_number = ${order}`;
      made.push(order);
    }
    const [early = '', late = '', after = ''] = made;
    await signIn();
    await page.goto('/ops/crm?tab=orders');
    await page.getByLabel('Rental from').fill(`${year}-03-02`);
    await page.getByLabel('Rental to').fill(`${year}-03-31`);
    await expect(page).toHaveURL(
      `/ops/crm?tab=orders&rental_from=${year}-03-02&rental_to=${year}-03-31`,
    );
    await expect(table(page).getByRole('row')).toHaveCount(3);
    await expect(table(page).getByText(after)).toHaveCount(0);
    await page.getByRole('button', { name: 'Dates' }).click();
    await expect(page.getByRole('columnheader', { name: 'Dates' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect(table(page).getByRole('link')).toHaveText([late, early]);
    await page.getByRole('button', { name: 'Dates' }).click();
    await expect(table(page).getByRole('link')).toHaveText([early, late]);
    await page.reload();
    await expect(table(page).getByRole('link')).toHaveText([early, late]);
    await expect(page.getByLabel('Rental from')).toHaveValue(`2 Mar ${year}`);
    // Below the table's width there are cards with a sort field.
    await page.setViewportSize({ width: 1100, height: 800 });
    await expect(table(page)).toHaveCount(0);
    await page.getByLabel('Sort').selectOption('Dates, descending');
    const cards = page.getByRole('list', { name: 'Orders' }).getByRole('link');
    await expect(cards).toHaveText([new RegExp(late), new RegExp(early)]);
    await expect(page).toHaveURL(/&sort=-rental_from$|[?&]sort=-rental_from&/);
  },
);

test(
  'both statuses of an order are changed; a failed change is rolled back @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const made = await makeOrder(sql, request);
    await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
    await page.goto(addressOf(made.order));
    const open = drawer(page, made.order);
    const changes = [
      {
        select: open.getByRole('combobox', { name: 'Order status' }),
        before: 'confirmed',
        choice: 'In progress',
        after: 'in_progress',
        done: 'Order status updated successfully',
        failure: 'Error updating order status',
        told: `${made.order}: Confirmed → In progress · Meera Nair`,
      },
      {
        select: open.getByRole('combobox', { name: 'Payment status' }),
        before: 'advance_received',
        choice: 'Fully paid',
        after: 'fully_paid',
        done: 'Payment status updated successfully',
        failure: 'Error updating payment status',
        told: `${made.order}: payment Advance received → Fully paid · Meera Nair`,
      },
    ];
    const order = ['Confirmed', 'In progress', 'Returned', 'Completed', 'Cancelled'];
    const payment = ['Pending', 'Advance received', 'Fully paid', 'Refunded'];
    await expect(changes[0]!.select.getByRole('option')).toHaveText(order);
    await expect(changes[1]!.select.getByRole('option')).toHaveText(payment);
    const filter = (label: string) => page.getByLabel(label, { exact: true }).locator('option');
    await expect(filter('Status')).toHaveText(['Any', ...order]);
    await expect(filter('Payment')).toHaveText(['Any', ...payment]);
    for (const { select, before, choice, after, done, failure, told } of changes) {
      await expect(select).toHaveValue(before);
      await refuse(page, '**/rest/v1/orders*', 'the ledger is closed');
      await select.selectOption(choice);
      await expect(notice(page)).toContainText(failure);
      await expect(notice(page)).toContainText('the ledger is closed');
      await expect(select).toHaveValue(before);
      await page.unroute('**/rest/v1/orders*');
      await select.selectOption(choice);
      await expect(notice(page)).toContainText(done);
      await expect(select).toHaveValue(after);
      await expect(open.getByRole('region', { name: 'Activity' })).toContainText(told);
    }
    const [kept] = await sql`
      select status, payment_status from orders where order_number = ${made.order}`;
    expect(kept).toEqual({ status: 'in_progress', payment_status: 'fully_paid' });
    consoleErrors.length = 0;
  },
);

test(
  'a cancellation asks first, and says what it means',
  { tag: ['@long', '@desktop'] },
  async ({ page, request, sql, signIn, expectAccessible }) => {
    const made = await makeOrder(sql, request);
    const statusOf = async () =>
      (await sql`select status from orders where order_number = ${made.order}`)[0]?.['status'];
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(addressOf(made.order));
    const open = drawer(page, made.order);
    const status = open.getByRole('combobox', { name: 'Order status' });
    await status.selectOption('Cancelled');
    const question = page.getByRole('dialog', { name: `Cancel ${made.order}?` });
    await expect(question).toContainText('Its items are free for others at once');
    await expect(status).toHaveValue('confirmed');
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(open).toBeVisible();
    await expect(status).toHaveValue('confirmed');
    expect(await statusOf()).toBe('confirmed');
    await status.selectOption('Cancelled');
    await question.getByRole('button', { name: 'keep the order' }).click();
    await expect(status).toHaveValue('confirmed');
    await status.selectOption('Cancelled');
    await question.getByRole('button', { name: 'cancel the order' }).click();
    await expect(notice(page)).toContainText('Order status updated successfully');
    await expect(status).toHaveValue('cancelled');
    expect(await statusOf()).toBe('cancelled');
  },
);

test(
  'an order that is removed while open shows that it no longer exists @long',
  { tag: ['@desktop', '@live'] },
  async ({ page, request, sql, signIn }) => {
    const made = await makeOrder(sql, request);
    await signIn();
    await openLive(page, addressOf(made.order));
    const open = drawer(page, made.order);
    await expect(open.getByRole('combobox', { name: 'Order status' })).toHaveValue('confirmed');
    await sql`delete from orders where order_number = ${made.order}`;
    await expect(open.getByText('There is no order with this number')).toBeVisible();
  },
);

test(
  'failed reads of orders, statuses and items are notified; an empty list has an empty state',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const made = await makeOrder(sql, request);
    await signIn();
    const failures = [
      ['rpc/search_orders', 'Error loading orders', '/ops/crm?tab=orders'],
      ['crm_rental_order_statuses*', 'Error loading order statuses', '/ops/crm?tab=orders'],
      ['order_payment_statuses*', 'Error loading payment statuses', '/ops/crm?tab=orders'],
      ['rpc/order_record', 'error loading order items', addressOf(made.order)],
    ] as const;
    for (const [call, title, address] of failures) {
      await refuse(page, `**/rest/v1/${call}`, `no ${call}`);
      await page.goto(address);
      await expect(notice(page)).toContainText(title);
      await expect(notice(page)).toContainText(`no ${call}`);
      await page.unroute(`**/rest/v1/${call}`);
    }
    let items: unknown[] = [];
    await page.route('**/rest/v1/rpc/search_orders', (route) =>
      route.fulfill({ json: { total: items.length, total_is_exact: true, items, next: null } }),
    );
    await page.goto('/ops/crm?tab=orders');
    await expect(page.getByText('Currently there are no orders')).toBeVisible();
    const [stored] = await sql`select * from orders where order_number = ${made.order}`;
    const unknown = { first_name: null, last_name: null, mobile: null, email: null };
    const customer = { id: stored?.['customer_id'], customer_number: 'CUS-00000', ...unknown };
    const total_price = Number(stored?.['total_price']);
    const fields = { total_price, received: 0, order_number: null, items: [] };
    items = [{ ...stored, ...fields, customer: { ...customer, erased_at: null } }];
    await page.reload();
    const fallback = `ORD-${String(stored?.['id']).slice(-6)}`;
    await expect(row(page, fallback)).toContainText('Unknown Customer');
    consoleErrors.length = 0;
  },
);

test(
  'the filtered list is exported as CSV page by page; an export can be cancelled or fail',
  { tag: ['@long', '@desktop'] },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const made = await makeOrder(sql, request);
    await sql`update orders set message = ${'=2+2 "all", please\nthanks'} where order_number = ${made.order}`;
    await signIn();
    await page.goto('/ops/crm?tab=orders&sort=number');
    const exportButton = page.getByRole('button', { name: 'Export CSV' });
    await refuse(page, '**/rest/v1/rpc/search_orders', 'no paper');
    await exportButton.click();
    await expect(notice(page)).toContainText('Error exporting the list');
    await expect(notice(page)).toContainText('no paper');
    await page.unroute('**/rest/v1/rpc/search_orders');

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/rest/v1/rpc/search_orders', async (route) => {
      const asked = route.request().postDataJSON() as Record<string, unknown>;
      if ('cursor' in asked) await held;
      // Small pages, so that there are several.
      await route.continue({ postData: JSON.stringify({ ...asked, size: 60 }) });
    });
    await exportButton.click();
    await expect(page.getByText(/^Exporting 60 of \d+…$/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(exportButton).toBeVisible();

    const download = page.waitForEvent('download');
    release();
    await exportButton.click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFNumber,Ordered,Status,Payment status,Customer number,First name,Last name,Mobile,E-mail,Rental from,Rental to,Rental days,Items,Total excl. GST,Message',
    );
    expect(text).toContain(`"'=2+2 ""all"", please\nthanks"`);
    const numbers = text.match(/^ORD-\d+/gm) ?? [];
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.length).toBeGreaterThan(120);
    expect(numbers[0]).toBe('ORD-00001');
    consoleErrors.length = 0;
  },
);

test(
  'each screen is one request, apart from tab counts, conflicts, filter options and the set-up',
  { tag: ['@long', '@desktop'] },
  async ({ page, request, sql, signIn }) => {
    const made = await makeOrder(sql, request);
    await signIn();
    // why: what was read is read again after a while.
    await page.clock.setFixedTime(Date.now());
    await page.goto('/ops/dashboard');
    await expect(page.getByText(/pending enquir/)).toBeVisible();
    let asked: string[] = [];
    page.on('request', (one) => {
      const { pathname } = new URL(one.url());
      // why: every page polls its profile and whether a second factor is due.
      if (/\/(user_profiles|second_factor)$/.test(pathname)) return;
      if (pathname.startsWith('/rest/v1/')) asked.push(pathname.slice('/rest/v1/'.length));
    });
    /** The requests of an action; later ones count towards the next action. */
    const expectCalls = async (action: () => Promise<unknown>, calls: string[]) => {
      asked = [];
      await action();
      await expect.poll(() => asked.toSorted()).toEqual(calls);
    };
    const leads = page.getByRole('table', { name: 'Leads' });
    await expectCalls(async () => {
      await page.goto('/ops/crm');
      await expect(leads.getByRole('row')).toHaveCount(26);
    }, ['rpc/assignees', 'rpc/conflicts', 'rpc/crm_counts', 'rpc/search_leads']);
    await expectCalls(async () => {
      await page.getByRole('searchbox', { name: 'search leads' }).fill(made.lastName);
      await expect(leads.getByRole('row')).toHaveCount(2);
    }, ['rpc/search_leads']);
    await expectCalls(async () => {
      await page.getByRole('tab', { name: 'Enquiries' }).click();
      await expect(page.getByRole('table', { name: 'Enquiries' })).toBeVisible();
    }, ['crm_rental_enquiry_statuses', 'rpc/search_enquiries']);
    await expectCalls(async () => {
      await page.getByRole('tab', { name: 'Orders' }).click();
      await expect(row(page, made.order)).toBeVisible();
    }, ['crm_rental_order_statuses', 'order_payment_statuses', 'rpc/search_orders']);
    await expectCalls(async () => {
      await page.getByRole('link', { name: made.order }).click();
      await expect(drawer(page, made.order)).toContainText('made from');
    }, ['rpc/order_record']);
    await expectCalls(async () => {
      await drawer(page, made.order)
        .getByRole('link', { name: `${made.firstName} ${made.lastName}` })
        .click();
      await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    }, ['rpc/customer_record']);
    await expectCalls(async () => {
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect(page.getByText(/pending enquir/)).toBeVisible();
    }, ['rpc/dashboard_figures', 'rpc/demo_studio', 'rpc/setup_state']);
  },
);
