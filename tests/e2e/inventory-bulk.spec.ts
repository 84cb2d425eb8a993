import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

/** Creates three pieces of gear and a search text that finds only them. */
async function makeGear(sql: Sql) {
  const tag = `bulk${randomUUID().slice(0, 8)}`;
  await sql`insert into gear (name, description, price, quantity)
    select name || ' ' || ${tag}, 'Of a test', 100, 2 from unnest(array['Lamp', 'Stand', '=Tripod']) as name`;
  return tag;
}
const gearOf = async (sql: Sql, tag: string) => [
  ...(await sql<{ name: string; price: number; active: boolean }[]>`
    select split_part(name, ' ', 1) as name, price::float, active from gear
    where name like ${`% ${tag}`} order by name collate "C"`),
];
const bar = (page: Page) => page.getByRole('region', { name: 'Chosen items' });
const listOf = (tag: string) => `/ops/gear-manager?q=${tag}`;

test(
  'selected items are changed together; undo restores those not changed since',
  { tag: ['@long', '@desktop'] },
  async ({ page, sql, signIn, expectAccessible }) => {
    const tag = await makeGear(sql);
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(listOf(tag));
    await expect(page.getByText(`Lamp ${tag}`)).toBeVisible();
    await page.getByRole('checkbox', { name: 'choose all on this page' }).check();
    await page.getByRole('checkbox', { name: `choose =Tripod ${tag}` }).uncheck();
    await expect(bar(page)).toContainText('2 chosen');
    await bar(page).getByLabel('set what').selectOption('price (₹/day)');
    await bar(page).getByLabel('to value').fill('1e9');
    await bar(page).getByLabel('to value').press('Enter');
    await expect(bar(page)).toContainText('Price must be a positive number');
    await expectAccessible();
    await bar(page).getByLabel('to value').fill('250.50');
    await bar(page).getByLabel('to value').press('Enter');
    await expect(page.getByText('2 items changed')).toBeVisible();
    await expect(bar(page)).toBeHidden();
    expect((await gearOf(sql, tag)).map(({ price }) => price)).toEqual([100, 250.5, 250.5]);
    await sql`update gear set price = 300 where name = ${`Lamp ${tag}`}`;
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 item restored, 1 not')).toBeVisible();
    await expect(page.getByText(`Lamp ${tag}`).last()).toBeVisible();
    expect((await gearOf(sql, tag)).map(({ price }) => price)).toEqual([100, 300, 100]);
  },
);

test(
  'the whole list is selected and deactivated; an item is duplicated without its code @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    const tag = await makeGear(sql);
    await signIn();
    await page.goto(listOf(tag));
    await page.getByRole('checkbox', { name: `choose Lamp ${tag}` }).check();
    await bar(page).getByRole('button', { name: 'choose all of the list' }).click();
    await expect(bar(page)).toContainText('3 chosen');
    await bar(page).getByLabel('to value').selectOption('no');
    await bar(page).getByRole('button', { name: 'apply' }).click();
    const question = page.getByRole('dialog', { name: 'Change 3 items?' });
    await expect(question).toContainText(
      'Active set to no for all that the list has, also on its other pages. Visitors no longer see them.',
    );
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    expect((await gearOf(sql, tag)).map(({ active }) => active)).toEqual([true, true, true]);
    await bar(page).getByRole('button', { name: 'apply' }).click();
    await question.getByRole('button', { name: 'change 3 items' }).click();
    await expect(page.getByText('3 items changed')).toBeVisible();
    expect((await gearOf(sql, tag)).map(({ active }) => active)).toEqual([false, false, false]);

    await expect(page.getByRole('switch', { name: `active: Lamp ${tag}` })).not.toBeChecked();
    await page.getByRole('button', { name: `duplicate Lamp ${tag}` }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name *')).toHaveValue(`Lamp ${tag}`);
    await expect(dialog.getByLabel('Price (₹/day) *')).toHaveValue('100');
    await expect(dialog.getByText(/^A copy of GER-\d+\. It is not saved yet\.$/)).toBeVisible();
    await expect(dialog.getByLabel('id', { exact: true })).toHaveCount(0);
    await dialog.getByLabel('Name *').fill(`Lamp two ${tag}`);
    await dialog.locator('button[type=submit]').click();
    await expect(dialog).toBeHidden();
    const [copy] = await sql`select description, price::float, active from gear
      where name = ${`Lamp two ${tag}`}`;
    expect(copy).toEqual({ description: 'Of a test', price: 100, active: false });
  },
);

test('a change can be undone from the change log, also after leaving the page @long @desktop', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  const tag = await makeGear(sql);
  await signIn(await makeStaff(sql, 'inventory_user', 'Meera'));
  await page.goto(listOf(tag));
  await page.getByRole('checkbox', { name: `choose Lamp ${tag}` }).check();
  const found = Promise.withResolvers<void>();
  await page.route('**/rpc/matching_items', async (route) => {
    await found.promise;
    await route.continue();
  });
  await bar(page).getByRole('button', { name: 'choose all of the list' }).click();
  // Nothing can be applied to the page's items alone while the list's are still being found.
  await expect(bar(page).getByRole('button', { name: 'apply' })).toBeDisabled();
  found.resolve();
  await bar(page).getByLabel('set what').selectOption('price (₹/day)');
  await bar(page).getByLabel('to value').fill('77');
  await bar(page).getByRole('button', { name: 'apply' }).click();
  const question = page.getByRole('dialog', { name: 'Change 3 items?' });
  await expect(question).toContainText('Price set to ₹77 for all that the list has');
  await expectAccessible();
  await question.getByRole('button', { name: 'change 3 items' }).click();
  await expect(page.getByText('3 items changed')).toBeVisible();
  await page.goto('/ops/props-manager');
  await expect(page.getByRole('heading', { name: 'props manager' })).toBeVisible();
  await page.goto(listOf(tag));
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  const log = page.getByRole('dialog', { name: 'changes in the gear manager' });
  const entry = log
    .getByRole('list', { name: 'Changes' })
    .getByRole('listitem')
    .filter({ hasText: 'Price set to ₹77' })
    .first();
  await expect(entry).toContainText('3 items changed');
  await expect(entry).toContainText('Meera, ');
  await entry.getByText('old and new values').click();
  await expect(entry).toContainText(`Lamp ${tag}`);
  await expect(entry.getByText('Price: ₹100 → ₹77')).toHaveCount(3);
  await expectAccessible();
  await sql`update gear set price = 300 where name = ${`Lamp ${tag}`}`;
  await entry.getByRole('button', { name: /^Undo: Price set to ₹77/ }).click();
  await expect(page.getByText('2 items restored, 1 not')).toBeVisible();
  await expect(entry).toContainText('undone');
  expect((await gearOf(sql, tag)).map(({ price }) => price)).toEqual([100, 300, 100]);
});

test(
  'the filtered list is exported as CSV, with formulas escaped',
  { tag: ['@long', '@desktop'] },
  async ({ page, sql, signIn }) => {
    const tag = await makeGear(sql);
    await signIn();
    await page.goto(listOf(tag));
    await expect(page.getByText(`Lamp ${tag}`)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toBe(
      '\uFEFFid,Name,Description,Category,Brand,Width,Depth,Height,Price,Quantity,In studio,Active,Image URL 1,Image URL 2,Image URL 3',
    );
    expect(lines.map((line) => line.replace(/^GER-\d+,/, '')).toSorted()).toEqual([
      `'=Tripod ${tag},Of a test,,,,,,100,2,no,yes,,,`,
      `Lamp ${tag},Of a test,,,,,,100,2,no,yes,,,`,
      `Stand ${tag},Of a test,,,,,,100,2,no,yes,,,`,
    ]);
  },
);
