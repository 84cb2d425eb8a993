import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const alert = (page: Page, text: string) =>
  dialog(page).getByRole('alert').filter({ hasText: text });
const choose = (page: Page, text: string, name = 'stools.csv') =>
  dialog(page)
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a file is checked line by line, mended, and saved whole', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  const tag = `import${randomUUID().slice(0, 8)}`;
  await signIn(await makeStaff(sql, 'inventory_user'));
  await page.goto('/ops/gear-manager');
  await page.getByRole('button', { name: 'import', exact: true }).click();
  await expectAccessible();
  await choose(page, 'name\n"never closed');
  await expect(alert(page, 'A quote in line 2 is never closed')).toBeVisible();

  await choose(
    page,
    `\uFEFFid;Item Name;Details;Rate;Qty;Make;Pictures\n` +
      `GER-9;${tag} one;Good;₹1,200;2;;\n` +
      `;${tag} two;;12,5;1.5;Nobody;javascript:alert(1)\n`,
  );
  await dialog(page).getByLabel('Make').selectOption('not imported');
  await dialog(page).getByLabel('Qty').selectOption('not imported');
  await expect(dialog(page)).toContainText('No column holds Quantity, which every item needs.');
  await dialog(page).getByLabel('Qty').selectOption('Quantity *');
  await dialog(page).getByLabel('Make').selectOption('Brand');
  await dialog(page).getByLabel('Pictures').selectOption('Image URL 1');
  await expectAccessible();
  await dialog(page).getByRole('button', { name: 'check the file' }).click();
  await expect(alert(page, '5 problems in 2 lines')).toBeVisible();
  const told = dialog(page).getByRole('list', { name: 'Problems' }).getByRole('listitem');
  await expect(told).toHaveText([
    'line 3There is no brand “Nobody” in its list',
    'line 3Description is required',
    'line 3Image URL 1: Enter a direct link that starts with https://',
    'line 3Price must be a positive number',
    'line 3Quantity must be a whole number',
  ]);
  await expectAccessible();
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'save the list of problems' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(
    '3,Brand,Nobody,There is no brand “Nobody” in its list\r\n',
  );
  await dialog(page).getByRole('button', { name: 'choose another file' }).click();
  await choose(
    page,
    `Name,Description,Price,Quantity,Active\n` +
      `${tag} one,Good,"₹1,200",2,yes\n${tag} two,Better,12.5,1,no\n`,
  );
  await dialog(page).getByRole('button', { name: 'check the file' }).click();
  await dialog(page).getByRole('button', { name: 'import 2 items' }).click();
  await expect(dialog(page).getByText('2 items imported')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'done' }).click();
  await expect(page.getByText(`${tag} two`).first()).toBeVisible();
  const rows = await sql`select name, price::float, quantity, active from gear
    where name like ${`${tag}%`} order by gear_id`;
  expect([...rows]).toEqual([
    { name: `${tag} one`, price: 1200, quantity: 2, active: true },
    { name: `${tag} two`, price: 12.5, quantity: 1, active: false },
  ]);
});

test(
  'of 10,000 lines the broken one is told and nothing saved; a check can be stopped',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    const tag = `many${randomUUID().slice(0, 8)}`;
    const lines = Array.from(
      { length: 10_000 },
      (_, at) => `${tag} ${at},Person,${at + 2 === 9999 ? 'ten' : '100'},1`,
    );
    await signIn();
    await page.goto('/ops/crew-manager');
    await page.getByRole('button', { name: 'import', exact: true }).click();
    await choose(page, `name,description,price,quantity\n${lines.join('\n')}`, 'crew.csv');
    await dialog(page).getByRole('button', { name: 'check the file' }).click();
    await dialog(page).getByRole('button', { name: 'cancel' }).click();
    await expect(dialog(page)).toContainText('crew.csv has 10,000 lines');
    await dialog(page).getByRole('button', { name: 'check the file' }).click();
    await expect(alert(page, '1 problem in 10,000 lines')).toBeVisible({ timeout: 20_000 });
    await expect(dialog(page)).toContainText('line 9,999Price is required.');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    expect([...(await sql`select from crews where name like ${`${tag}%`}`)]).toEqual([]);
    await expect
      .poll(async () => {
        const [kept] = await sql<{ n: number }[]>`
          select count(*)::int as n from private.import_lines where fields ->> 'name' like ${`${tag}%`}`;
        return kept?.n;
      })
      .toBe(0);
  },
);
