import type { Page } from '@playwright/test';
import { makeOrder, notice } from './support/crm.ts';
import { putItem } from './support/items.ts';
import {
  banner,
  cutConnection,
  holdTimeouts,
  loseAnswer,
  restoreConnection,
  NO_ANSWER,
} from './support/connection.ts';
import { makeCustomer, makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const unsaved = (page: Page) => page.getByText('Not saved yet', { exact: true });

/** Tries to close the tab and cancels; returns whether the browser asked. */
async function asksBeforeClosing(page: Page): Promise<boolean> {
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type() === 'beforeunload';
  });
  const closed = page.waitForEvent('close').then(() => false);
  await page.close({ runBeforeUnload: true });
  return Promise.race([asked, closed]);
}

test.describe('without a connection to the server @desktop', () => {
  test('status changes made offline are marked as unsaved and saved later in order @long', async ({
    page,
    context,
    request,
    sql,
    signIn,
    consoleErrors,
    expectAccessible,
  }) => {
    const made = await makeOrder(sql, request);
    const stored = async () =>
      (await sql`select status, payment_status from orders where order_number = ${made.order}`)[0];
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(`/ops/crm?tab=orders&open=${made.order}`);
    const drawer = page.getByRole('dialog', { name: made.order });
    const status = drawer.getByRole('combobox', { name: 'Order status' });
    await expect(status).toHaveValue('confirmed');

    await context.setOffline(true);
    await expect(banner(page)).toBeVisible();
    await status.selectOption('In progress');
    await status.selectOption('Completed');
    await drawer.getByRole('combobox', { name: 'Payment status' }).selectOption('Fully paid');
    await expect(status).toHaveValue('completed');
    await expect(status).toHaveAccessibleDescription(
      'Not saved yet. No connection to the server. Sent again as soon as it answers.',
    );
    await expect(unsaved(page)).toHaveCount(2);
    await expect(page.getByText('3 changes are not saved yet; keep this tab open.')).toBeVisible();
    await expectAccessible();
    // A reopened record still shows the pending value.
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await page.getByRole('link', { name: made.order }).click();
    await expect(status).toHaveValue('completed');
    await expect(unsaved(page)).toHaveCount(2);
    expect(await asksBeforeClosing(page)).toBe(true);
    expect(await stored()).toEqual({ status: 'confirmed', payment_status: 'advance_received' });

    await context.setOffline(false);
    await expect(unsaved(page)).toHaveCount(0);
    await expect(banner(page)).toHaveCount(0);
    expect(await stored()).toEqual({ status: 'completed', payment_status: 'fully_paid' });
    const events = await sql`
      select what, to_value from crm_events
      where subject_id = (select id from orders where order_number = ${made.order})
        and what in ('status', 'payment_status') order by created_at`;
    expect(events.map(({ to_value }) => to_value as string)).toEqual([
      'in_progress',
      'completed',
      'fully_paid',
    ]);
    await expect(status).toHaveValue('completed');
    expect(await asksBeforeClosing(page)).toBe(false);
    consoleErrors.length = 0;
  });

  test('a switch is saved when the server is back; a refused one is rolled back @long', async ({
    page,
    sql,
    signIn,
    consoleErrors,
  }) => {
    const item = await putItem(sql, 'gear', {});
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/gear-manager?q=${item.name.replaceAll(' ', '+')}`);
    const active = page.getByRole('switch', { name: `active: ${item.name}` });
    const studio = page.getByRole('switch', { name: `in studio: ${item.name}` });
    await expect(active).toBeChecked();

    await cutConnection(page);
    await active.click();
    await studio.click();
    await expect(banner(page)).toBeVisible();
    await expect(active).not.toBeChecked();
    await expect(active).toHaveAccessibleDescription(/^Not saved yet\. /);
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(notice(page)).toContainText('Not everything is saved yet');
    await expect(notice(page)).toContainText('2 changes would be lost.');
    await restoreConnection(page);
    await expect(banner(page)).toHaveCount(0);
    await expect(unsaved(page)).toHaveCount(0);
    await expect(active).not.toBeChecked();
    const [saved] = await sql`select active, in_studio from gear where id = ${item.id}`;
    expect(saved).toEqual({ active: false, in_studio: true });

    // The server answers, but its database does not.
    await page.route('**/rest/v1/**', (route) =>
      route.fulfill({ status: 503, json: { code: 'PGRST001', message: 'no database' } }),
    );
    await active.click();
    await expect(active).toHaveAccessibleDescription(
      'Not saved yet. The server cannot save at the moment (503). Sent again every second.',
    );
    await expect(
      page.getByText('1 change is not saved yet, and sent again every second; keep this tab open.'),
    ).toBeVisible();
    // why before the server is back: the change is sent again within a second.
    await page.route('**/rest/v1/gear?*', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'not today' } }),
    );
    await page.unroute('**/rest/v1/**');
    await expect(notice(page)).toContainText('error updating gear status');
    await expect(notice(page)).toContainText('not today');
    await expect(active).not.toBeChecked();
    await expect(unsaved(page)).toHaveCount(0);
    consoleErrors.length = 0;
  });

  test('an assignment is retried after a lost answer without conflicting with itself @long', async ({
    page,
    sql,
    signIn,
    consoleErrors,
  }) => {
    const lead = await makeCustomer(sql);
    const me = await makeStaff(sql, 'crm_user', 'Meera Nair');
    await signIn(me);
    await page.goto(`/ops/crm?q=${lead.name.split(' ')[1]}`);
    const select = page.getByRole('combobox', { name: `Assigned to: ${lead.name}` });
    await loseAnswer(page, 'customers');
    await select.selectOption(me.id);
    await expect(notice(page)).toContainText('Assignment updated successfully');
    await expect(select).toHaveValue(me.id);
    expect([...(await sql`select assigned_to from customers where id = ${lead.id}`)]).toEqual([
      { assigned_to: me.id },
    ]);
    consoleErrors.length = 0;
  });

  test('an unanswered form times out with a notice and keeps its draft @long', async ({
    page,
    sql,
    signIn,
    consoleErrors,
  }) => {
    const { number } = await makeCustomer(sql);
    await signIn(await makeStaff(sql, 'crm_user'));
    await holdTimeouts(page);
    await page.goto(`/ops/customers/${number}`);
    // This request hangs while the connection is up.
    await page.route('**/rest/v1/customer_notes*', () => {});
    await page.getByLabel('New note').fill('Pays on time');
    const sent = page.waitForRequest('**/rest/v1/customer_notes*');
    await page.getByRole('button', { name: 'add note' }).click();
    await sent;
    await page.clock.runFor(4_000);
    await expect(notice(page)).toContainText('No answer yet');
    // A request times out after 15 seconds.
    await page.clock.runFor(11_000);
    await expect(notice(page)).toContainText('Error adding note');
    await expect(notice(page)).toContainText(NO_ANSWER);
    await expect(page.getByLabel('New note')).toHaveValue('Pays on time');
    await expect(banner(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'add note' })).toBeEnabled();
    consoleErrors.length = 0;
  });

  test('a failed read shows one error @long', async ({ page, signIn, consoleErrors }) => {
    await signIn();
    await page.route('**/rest/v1/rpc/search_inventory*', (route) => route.abort());
    await page.goto('/ops/gear-manager');
    await expect(notice(page)).toContainText('Error loading gear');
    await expect(notice(page)).toContainText(NO_ANSWER);
    await expect(page.getByText('Failed to fetch')).toHaveCount(0);
    consoleErrors.length = 0;
  });
});
