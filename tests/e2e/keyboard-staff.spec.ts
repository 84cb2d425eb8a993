import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeOwingOrder, newUtr } from './support/claims.ts';
import { notice } from './support/crm.ts';
import { studioDay } from './support/days.ts';
import { putItem } from './support/items.ts';
import { Keys } from './support/keys.ts';
import { callAsStaff, issueDocument, type DraftedDocument } from './support/quotes.ts';
import { enquireFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

/** Opens the row of a number in a list: `j` moves to it, Enter opens it. */
async function openRow(page: Page, keys: Keys, list: string, number: string) {
  const link = page.getByRole('table', { name: list }).getByRole('link', { name: number });
  await expect(link).toBeVisible();
  await keys.tabTo(link, 5, 'j');
  await keys.press('Enter');
  const drawer = page.getByRole('dialog', { name: number, exact: true });
  await expect(drawer).toBeVisible();
  return drawer;
}

/** A day as it is typed into a box: `09022027`. */
const typedDay = (days: number) => studioDay(days).split('-').toReversed().join('');

test('staff edit an enquiry by keyboard alone, in 120 keys at most @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 5 } });
  const chair = await putItem(sql, 'props', { price: 200, own: { quantity: 5 } });
  const days = { from: studioDay(70), to: studioDay(72) };
  const { number } = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
  await page.goto('/ops/crm?tab=enquiries');
  const keys = new Keys(page);
  const drawer = await openRow(page, keys, 'Enquiries', number);
  const line = (name: string) => drawer.getByRole('row', { name });

  const quantity = drawer.getByRole('textbox', { name: `Quantity of ${lamp.name}` });
  await keys.tabTo(quantity);
  await keys.type('3');
  await keys.press('Enter');
  await expect(notice(page)).toContainText(`${lamp.name}: 3 pieces`);
  await expect(quantity).toBeFocused();

  const field = drawer.getByRole('combobox', { name: 'Add an item by name or code' });
  await keys.tabTo(field);
  await keys.type(chair.code);
  await keys.press('Enter');
  await expect(line(chair.name)).toContainText('₹600.00');
  await expect(field).toBeFocused();

  const change = drawer.getByRole('button', { name: 'Change dates' });
  await keys.tabTo(change, 40, 'Shift+Tab');
  await keys.press('Enter');
  const dates = page.getByRole('dialog', { name: `Change the dates of ${number}` });
  await expect(dates.getByLabel('From')).toBeFocused();
  await keys.type(typedDay(80));
  await keys.tabTo(dates.getByLabel('To', { exact: true }));
  await keys.type(typedDay(80));
  await keys.press('Enter');
  await expect(notice(page)).toContainText('Dates changed successfully');
  await expect(dates).toBeHidden();
  await expect(change).toBeFocused();
  await expect(line(lamp.name)).toContainText('₹300.00');

  const remove = (name: string) => drawer.getByRole('button', { name: `Remove ${name}` });
  await keys.tabTo(remove(lamp.name));
  await keys.press('Enter');
  await expect(line(lamp.name)).toHaveCount(0);
  await expect(remove(chair.name)).toBeFocused();
  // The notice is the next stop, and gives the focus back.
  await keys.press('Tab');
  await expect(notice(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  await keys.press('Enter');
  await expect(line(lamp.name)).toContainText('₹300.00');
  await expect(remove(chair.name)).toBeFocused();
  expect(keys.count).toBeLessThanOrEqual(120);
});

test('staff cancel an order with money by keyboard alone, in 40 keys at most @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const made = await makeOwingOrder(sql, request, 0);
  const draft = await callAsStaff<DraftedDocument>(request, 'make_document', {
    kind: 'invoice',
    order: made.id,
    key: randomUUID(),
  });
  const { number } = await issueDocument(request, draft);
  for (const [account, amount] of [
    ['rental', 1000],
    ['deposit', 400],
  ] as const) {
    await callAsStaff(request, 'record_payment', {
      order: made.id,
      account,
      kind: 'received',
      amount,
      method: 'bank',
      reference: newUtr(),
      key: randomUUID(),
    });
  }
  await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
  await page.goto(`/ops/crm?tab=orders&q=${made.order}`);
  const keys = new Keys(page);
  const drawer = await openRow(page, keys, 'Orders', made.order);

  await keys.tabTo(drawer.getByLabel('Order status'), 10, 'Shift+Tab');
  // A key opens the list: what is passed on the way is not saved.
  await keys.press('ArrowDown');
  await keys.type('can');
  await keys.press('Enter');
  const question = page.getByRole('button', { name: 'cancel the order' });
  await expect(question).toBeVisible();
  await keys.tabTo(question);
  await keys.press('Enter');
  await expect(question).toBeHidden();
  await expect(drawer.getByLabel('Order status')).toBeFocused();

  const money = drawer.getByRole('tab', { name: 'Money' });
  await keys.tabTo(drawer.getByRole('tab', { name: 'Items' }), 20);
  for (let at = 0; at < 4; at += 1) {
    if (await money.evaluate((one) => one === document.activeElement)) break;
    await keys.press('ArrowRight');
  }
  await keys.press('Enter');
  const panel = drawer.getByRole('region', { name: 'Cancellation' });
  const steps = panel.getByRole('list', { name: 'Steps' }).locator('> li');
  const confirm = async (title: string) => {
    const asked = page.getByRole('dialog', { name: title, exact: true });
    await keys.tabTo(asked.getByRole('button', { name: 'Issue it', exact: true }), 4);
    await keys.press('Enter');
  };
  await keys.tabTo(steps.nth(0).getByRole('button', { name: 'Issue its credit note' }));
  await keys.press('Enter');
  await confirm(`Credit ${number}?`);
  await expect(steps.nth(0)).toHaveText(/^Done: Credited/);
  await expect(panel).toBeFocused();
  await keys.tabTo(steps.nth(1).getByRole('button', { name: 'Issue the invoice of ₹500.00' }));
  await keys.press('Enter');
  await confirm('Invoice ₹500.00?');
  await expect(steps.nth(1)).toHaveText(/^Done: Invoiced/);
  await expect(panel).toBeFocused();
  await keys.tabTo(steps.nth(2).getByRole('button', { name: 'Record refund of ₹500.00' }));
  await keys.press('Enter');
  await expect(steps.nth(2)).toHaveText('Done: Refunded₹500.00');
  await expect(panel).toBeFocused();
  await keys.tabTo(steps.nth(3).getByRole('button', { name: 'Return the deposit' }));
  await keys.press('Enter');
  await expect(drawer.getByLabel('Amount (₹)')).toBeFocused();
  await keys.press('Enter');
  await expect(steps.nth(3)).toHaveText('Done: Deposit returned₹400.00');
  await expect(panel).toContainText('Settled by the policy.');
  await expect(drawer.getByRole('button', { name: 'Record payment' })).toBeFocused();
  const changes = await sql`select from_value, to_value from crm_events
    where subject_id = ${made.id} and what = 'status'`;
  expect(changes).toEqual([{ from_value: 'confirmed', to_value: 'cancelled' }]);
  expect(keys.count).toBeLessThanOrEqual(40);
});
