import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const alert = (page: Page, text: string) =>
  dialog(page).getByRole('alert').filter({ hasText: text });
/** A count of the check's result. */
const count = (page: Page, name: string) =>
  dialog(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');
const choose = (page: Page, text: string, name = 'stools.csv') =>
  dialog(page)
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a file is checked line by line, corrected, and saved as a whole @desktop @long', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  const tag = `import${randomUUID().slice(0, 8)}`;
  await signIn(await makeStaff(sql, 'inventory_user'));
  await page.goto('/ops/gear-manager');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog(page)).toBeVisible();
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
  await expect(dialog(page)).toContainText(
    'Only lines with a code can be saved: no column holds Quantity, which a new item needs.',
  );
  await dialog(page).getByLabel('GER-9').selectOption('not imported');
  await expect(dialog(page)).toContainText('No column holds Quantity, which every item needs.');
  await dialog(page).getByLabel('GER-9').selectOption('id');
  await dialog(page).getByLabel('Qty').selectOption('Quantity *');
  await dialog(page).getByLabel('Make').selectOption('Brand');
  await dialog(page).getByLabel('Pictures').selectOption('Image URL 1');
  await expectAccessible();
  await dialog(page).getByRole('button', { name: 'check the file' }).click();
  await expect(alert(page, '6 problems in 2 lines')).toBeVisible();
  const told = dialog(page).getByRole('list', { name: 'Problems' }).getByRole('listitem');
  await expect(told).toHaveText([
    'line 2There is no gear GER-9. Leave its code empty to add a new one',
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

test('an edited export is imported again: previewed, saved and undone @long @desktop', async ({
  page,
  sql,
  signIn,
  consoleErrors,
  expectAccessible,
}) => {
  const tag = `again${randomUUID().slice(0, 8)}`;
  await sql`insert into gear (name, description, price, quantity)
    select name || ' ' || ${tag}, 'Of a test', 100, 2 from unnest(array['Lamp', 'Stand', 'Tripod']) as name`;
  await signIn(await makeStaff(sql, 'inventory_user'));
  await page.goto(`/ops/gear-manager?q=${tag}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const exported = await readFile(await (await download).path(), 'utf8');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, exported, 'gear.csv');
  await dialog(page).getByRole('button', { name: 'check the file' }).click();
  await expect(dialog(page)).toContainText('Nothing to save');
  await expect(count(page, 'unchanged')).toHaveText('3');
  await dialog(page).getByRole('button', { name: 'cancel' }).click();

  const edited = exported
    .replace(/(Lamp [^\r]*),100,2,/, '$1,250,2,')
    .replace(/(Stand [^\r]*),Of a test,/, '$1,Better,');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, `${edited},New ${tag},Fresh,,,,,,40,1,no,yes,,,\r\n`, 'gear.csv');
  await dialog(page).getByRole('button', { name: 'check the file' }).click();
  await expect(count(page, 'new')).toHaveText('1');
  await expect(count(page, 'changed')).toHaveText('2');
  await expect(count(page, 'unchanged')).toHaveText('1');
  const changes = dialog(page).getByRole('list', { name: 'Changed lines' });
  await expect(changes).toContainText(`Lamp ${tag}`);
  await expect(changes).toContainText('Price: ₹100 → ₹250');
  await expect(changes).toContainText('Description: Of a test → Better');
  await expectAccessible();
  await sql`update gear set price = 130 where name = ${`Lamp ${tag}`}`;
  await dialog(page).getByRole('button', { name: 'import 1 and change 2 items' }).click();
  await expect(alert(page, '1 problem in 4 lines')).toBeVisible();
  // The browser logs the refusal.
  await expect.poll(() => consoleErrors).toHaveLength(1);
  consoleErrors.length = 0;
  await expect(dialog(page)).toContainText('after the check. Check the file again to see it');
  await dialog(page).getByRole('button', { name: 'check again' }).click();
  await expect(changes).toContainText('Price: ₹130 → ₹250');
  await dialog(page).getByRole('button', { name: 'import 1 and change 2 items' }).click();
  await expect(dialog(page)).toContainText('1 item imported, 2 items changed');
  const standing = async () => [
    ...(await sql`select split_part(name, ' ', 1) as name, price::float, description, active from gear
      where name like ${`% ${tag}`} order by name`),
  ];
  const others = { description: 'Of a test', active: true };
  expect(await standing()).toEqual([
    { ...others, name: 'Lamp', price: 250 },
    { ...others, name: 'New', price: 40, description: 'Fresh' },
    { ...others, name: 'Stand', price: 100, description: 'Better' },
    { ...others, name: 'Tripod', price: 100 },
  ]);
  await dialog(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 items restored')).toBeVisible();
  expect(await standing()).toEqual([
    { ...others, name: 'Lamp', price: 130 },
    { name: 'New', price: 40, description: 'Fresh', active: false },
    { ...others, name: 'Stand', price: 100 },
    { ...others, name: 'Tripod', price: 100 },
  ]);
});

test(
  'one bad line in 10,000 is reported and nothing is saved; a check can be cancelled',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn }) => {
    const tag = `many${randomUUID().slice(0, 8)}`;
    const lines = Array.from(
      { length: 10_000 },
      (_, at) => `${tag} ${at},Person,${at + 2 === 9999 ? 'ten' : '100'},1`,
    );
    await signIn();
    await page.goto('/ops/crew-manager');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await choose(page, `name,description,price,quantity\n${lines.join('\n')}`, 'crew.csv');
    await dialog(page).getByRole('button', { name: 'check the file' }).click();
    await dialog(page).getByRole('button', { name: 'cancel' }).click();
    await expect(dialog(page)).toContainText('crew.csv has 10,000 lines');
    await dialog(page).getByRole('button', { name: 'check the file' }).click();
    await expect(alert(page, '1 problem in 10,000 lines')).toBeVisible();
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
