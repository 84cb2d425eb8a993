import { notice } from './support/crm.ts';
import { studioDay } from './support/days.ts';
import { putItem } from './support/items.ts';
import { bookFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test('a piece that is out with a late order is not handed over, unless with a reason @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
  consoleErrors,
}) => {
  const item = await putItem(sql, 'props', { own: { quantity: 1 } });
  const lines = [{ item, quantity: 1 }];
  const late = await bookFor(sql, request, lines, { from: studioDay(-5), to: studioDay(-2) });
  const made = await bookFor(sql, request, lines, { from: studioDay(0), to: studioDay(2) });
  await sql`update orders set status = 'in_progress' where order_number = ${late.order}`;
  const where = `${item.name}: none here. 1 out with ${late.order}`;
  await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));

  await page.goto(`/ops/crm?tab=orders&open=${made.order}`);
  const open = page.getByRole('dialog', { name: made.order });
  await open.getByLabel('Order status').selectOption('In progress');
  await expect(notice(page)).toContainText(where);
  await expect(notice(page)).toContainText('late by 2 days');

  await page.goto(`/ops/today?order=${made.order}&desk=hand-over`);
  const everything = page.getByRole('button', { name: 'Hand over everything' });
  await everything.click();
  const refusal = page.getByRole('form').getByRole('alert');
  await expect(refusal).toContainText('not all of these pieces are here');
  await expect(refusal).toContainText(where);
  await expect(refusal).toContainText('late by 2 days');
  await expect(page.getByRole('link', { name: `Take back ${late.order}` })).toBeVisible();
  await expectAccessible();

  await page.getByRole('button', { name: 'Hand over anyway' }).click();
  await expect(page.getByText('Say why they leave although they are not here.')).toBeVisible();
  await page.getByLabel('Reason to hand over anyway').fill('It stands in front of me');
  await page.getByRole('button', { name: 'Hand over anyway' }).click();
  await expect(notice(page)).toContainText('1 piece handed over');
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'not here by the records: It stands in front of me',
  );
  await page.goto('/ops/today');
  await page.getByRole('button', { name: /conflict/ }).click();
  const conflict = page.getByRole('dialog').getByRole('listitem').filter({ hasText: item.name });
  await expect(conflict).toContainText(made.order);
  await expect(conflict).toContainText(late.order);
  // The two refusals.
  expect(consoleErrors.splice(0)).toEqual(Array(2).fill(expect.stringContaining('409')));
});
