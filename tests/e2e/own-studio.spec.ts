import { statSync } from 'node:fs';
import { test } from './support/own-site.ts';
import { makeStaff } from './support/staff.ts';
import { expect, signInByForm } from './support/test.ts';

const NAME = 'Frameyard Studio Rental';

test.use({ demoData: true });

test('an admin makes a backup and removes the demo studio, while a colleague looks at an order @desktop @long', async ({
  page,
  browser,
  site,
  expectAccessible,
}) => {
  const colleague = await site.query(async (sql) => {
    await sql`insert into props (name, price) values ('Grandmother’s lamp', 250)`;
    return makeStaff(sql, 'crm_user');
  });
  const theirs = await browser.newPage({ baseURL: site.address });
  await signInByForm(theirs, colleague);
  await expect(theirs.getByRole('region', { name: 'Demo studio' })).toHaveCount(0);
  await theirs.goto('/ops/settings/own');
  await expect(theirs.getByText('You cannot open this page')).toBeVisible();
  await theirs.goto('/ops/crm?tab=orders');
  const order = theirs.getByRole('link', { name: /^ORD-/ }).first();
  await order.click();
  await expect(theirs.getByRole('dialog')).toBeVisible();

  await signInByForm(page);
  const notice = page.getByRole('region', { name: 'Demo studio' });
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.goto('/ops/settings/studio');
  await notice.getByRole('link', { name: 'Start with my own studio' }).click();
  const form = page.getByRole('form', { name: 'Start with my own studio' });
  await expect(form.getByRole('row', { name: 'Items 2,816 1' })).toBeVisible();
  await expect(form.getByText(/PRP-\d+ · Grandmother’s lamp/)).toBeVisible();
  await expectAccessible();

  const name = form.getByLabel(`Type the studio’s name: ${NAME}`);
  const remove = form.getByRole('button', { name: 'Remove everything and start' });
  await name.fill(NAME);
  await remove.click();
  await expect(form.getByText('Make a backup first.')).toBeVisible();
  await form.getByRole('button', { name: 'Make a backup' }).click();
  const made = form.getByRole('status');
  await expect(made).toContainText('npm run restore -- ');
  const [file = ''] = /\/\S+\.tar\.gz/.exec((await made.textContent()) ?? '') ?? [];
  expect(statSync(file).size).toBeGreaterThan(1_000_000);
  await expectAccessible();

  await name.fill('another name');
  await remove.click();
  await expect(form.getByText(`Type ${NAME}, exactly as it is written here.`)).toBeVisible();
  await name.fill(NAME);
  await remove.click();
  await expect(page.getByText('The demo data is removed')).toBeVisible();
  await expect(page).toHaveURL(/\/ops\/setup/);
  await page.goto('/ops/settings/own');
  await expect(page.getByText('There is no demo data in this studio.')).toBeVisible();
  await page.goto('/rent-props');
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);

  // The colleague's open order is said to be gone, without a reload.
  await expect(theirs.getByText('There is no order with this number')).toBeVisible();
  await theirs.getByRole('button', { name: 'Back to the list' }).click();
  await expect(theirs.getByRole('link', { name: /^ORD-/ })).toHaveCount(0);
  await theirs.close();
});
