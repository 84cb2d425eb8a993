import { COMPLETE_PROP, putItem } from './support/items.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test('what staff change is in the activity log, of an item and of everything @clock @desktop @long', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  const chair = await putItem(sql, 'props', COMPLETE_PROP);
  await signIn(await makeStaff(sql, 'admin'));
  await page.goto(`/ops/props-manager?edit=${chair.code}`);
  const dialog = page.getByRole('dialog', { name: 'edit prop' });
  await dialog.getByLabel('Price').fill('1250');
  await dialog.getByRole('button', { name: 'save prop' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/ops/props-manager?edit=${chair.code}&part=activity`);
  await expect(dialog.getByText('Price: ₹500 → ₹1,250')).toBeVisible();
  await expectAccessible();

  await page.goto('/ops/settings/activity');
  await page.getByLabel('Search activity').fill(chair.code);
  const entry = page.getByRole('listitem').filter({ hasText: chair.code });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('changed');
  await expect(entry).toContainText('Price: ₹500 → ₹1,250');
  await expectAccessible();

  // Filtered by what, and its link leads to the item.
  await page.getByLabel('What').selectOption('Items');
  await page.waitForURL(/area=items/);
  await entry.getByRole('link').click();
  await expect(dialog.getByLabel('Price')).toHaveValue('1250');
});
