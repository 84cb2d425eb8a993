import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { loseAnswer, NO_ANSWER } from './support/connection.ts';
import { makeCustomer, makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test.describe('a retry after a lost answer is applied once @desktop', () => {
  test('an item, after a reload and further edits @long', async ({
    page,
    sql,
    signIn,
    consoleErrors,
  }) => {
    const name = `Once ${randomUUID().slice(0, 8)}`;
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto('/ops/gear-manager?edit=new');
    const dialog = page.getByRole('dialog', { name: 'add gear' });
    await dialog.getByLabel('Name *').fill(name);
    await dialog.getByLabel('Description *').fill('For the test.');
    await dialog.getByLabel(/^Price/).fill('100');
    await dialog.getByLabel(/^Quantity/).fill('1');
    await loseAnswer(page, 'gear');
    await dialog.getByRole('button', { name: 'create gear' }).click();
    await expect(notice(page)).toContainText(NO_ANSWER);
    await page.reload();
    await expect(dialog.getByLabel('Name *')).toHaveValue(name);
    await dialog.getByLabel(/^Quantity/).fill('7');
    await dialog.getByRole('button', { name: 'create gear' }).click();
    await expect(notice(page)).toContainText('Gear created');
    const made = await sql`select quantity from gear where name = ${name}`;
    expect([...made]).toEqual([{ quantity: 7 }]);

    // A further submission creates another item.
    await page.getByRole('button', { name: 'add new gear' }).click();
    await dialog.getByLabel('Name *').fill(name);
    await dialog.getByLabel('Description *').fill('For the test.');
    await dialog.getByLabel(/^Price/).fill('100');
    await dialog.getByLabel(/^Quantity/).fill('1');
    await dialog.getByRole('button', { name: 'create gear' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await sql`select from gear where name = ${name}`).toHaveLength(2);
    consoleErrors.length = 0;
  });

  test('an edit of an item does not conflict with itself @long', async ({
    page,
    sql,
    signIn,
    consoleErrors,
  }) => {
    const name = `Changed ${randomUUID().slice(0, 8)}`;
    const [item] = await sql<{ code: string }[]>`
      insert into gear (name, description) values (${name}, 'Old') returning gear_id as code`;
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/gear-manager?edit=${item?.code}`);
    const dialog = page.getByRole('dialog', { name: 'edit gear' });
    await dialog.getByLabel('Description *').fill('New');
    await loseAnswer(page, 'gear');
    await dialog.getByRole('button', { name: /gear$/ }).click();
    await expect(notice(page)).toContainText(NO_ANSWER);
    await dialog.getByRole('button', { name: /gear$/ }).click();
    await expect(notice(page)).toContainText('Gear updated');
    await expect(dialog).toHaveCount(0);
    consoleErrors.length = 0;
  });

  test('giving up removes no picture that the item may have @long', async ({
    page,
    sql,
    signIn,
    consoleErrors,
  }) => {
    const name = `Pictured ${randomUUID().slice(0, 8)}`;
    const [item] = await sql<{ code: string }[]>`
      insert into gear (name, description) values (${name}, 'Old') returning gear_id as code`;
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/gear-manager?edit=${item?.code}`);
    const dialog = page.getByRole('dialog', { name: 'edit gear' });
    const create = { width: 40, height: 30, channels: 3, background: '#a06020' } as const;
    await dialog.getByLabel('Choose pictures').setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: await sharp({ create }).png().toBuffer(),
    });
    await expect(dialog.getByLabel('Image URL 1')).toHaveValue(/^\/storage\//);
    const picture = await dialog.getByLabel('Image URL 1').inputValue();
    await loseAnswer(page, 'gear');
    await dialog.getByRole('button', { name: /gear$/ }).click();
    await expect(notice(page)).toContainText(NO_ANSWER);
    await dialog.getByRole('button', { name: 'cancel' }).click();
    await page.getByRole('button', { name: 'discard changes' }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto(`/ops/gear-manager?edit=${item?.code}`);
    await expect(dialog.getByLabel('Image URL 1')).toHaveValue(picture);
    const [saved] = await sql`select images from gear where name = ${name}`;
    expect(saved).toEqual({ images: [picture] });
    expect((await page.request.get(picture)).status()).toBe(200);
    consoleErrors.length = 0;
  });

  test('a note @long', async ({ page, sql, signIn, consoleErrors }) => {
    const { id, number } = await makeCustomer(sql);
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(`/ops/customers/${number}`);
    await page.getByLabel('New note').fill('Pays on time');
    await loseAnswer(page, 'customer_notes');
    await page.getByRole('button', { name: 'add note' }).click();
    await expect(notice(page)).toContainText('Error adding note');
    await expect(notice(page)).toContainText(NO_ANSWER);
    await page.reload();
    await expect(page.getByLabel('New note')).toHaveValue('Pays on time');
    await page.getByLabel('New note').fill('Pays on time, in cash');
    await page.getByRole('button', { name: 'add note' }).click();
    await expect(notice(page)).toContainText('Note added');
    await expect(page.getByLabel('New note')).toHaveValue('');
    const notes = await sql`select note from customer_notes where customer_id = ${id}`;
    expect([...notes]).toEqual([{ note: 'Pays on time, in cash' }]);
    consoleErrors.length = 0;
  });

  test('a lookup value @long', async ({ page, sql, signIn, consoleErrors }) => {
    const name = `Brand ${randomUUID().slice(0, 8)}`;
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto('/ops/gear-manager');
    await page.getByRole('button', { name: 'Lists', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Lists of the gear manager' });
    await dialog.getByLabel('List').selectOption('Brand');
    await dialog.getByLabel('New brand').fill(name);
    await loseAnswer(page, 'gear_brands');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(notice(page)).toContainText(NO_ANSWER);
    // It exists already, and the retry is not refused as a duplicate.
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(notice(page)).toContainText(`${name} added`);
    await expect(dialog.getByLabel('New brand')).toHaveValue('');
    expect(await sql`select from gear_brands where name = ${name}`).toHaveLength(1);
    consoleErrors.length = 0;
  });
});
