import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { startSetUp } from './support/second-factor.ts';
import { makeCustomer, makeStaff } from './support/staff.ts';
import { expect, fillSignIn, test } from './support/test.ts';

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Staff' }).getByRole('listitem').filter({ hasText: text });

/** Presses a button that asks, and the button in the question with the same label. */
async function confirm(page: Page, label: string, question: string) {
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByRole('button', { name: label, exact: true }).click();
}

test('a person is invited, joins, works, is signed out and disabled, and leaves @desktop @long', async ({
  page,
  browser,
  sql,
  signIn,
  consoleErrors,
  expectAccessible,
}) => {
  const name = `Asha ${randomUUID().slice(0, 6)}`;
  const email = `asha.${randomUUID()}@example.com`;
  await signIn();
  await page.goto('/ops/settings/staff');
  await expect(page.getByRole('heading', { name: 'Staff' })).toBeVisible();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const form = page.getByRole('form', { name: 'Invite' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('E-mail').fill('asha.example.com');
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(form.getByText('Enter a valid e-mail address.')).toBeVisible();
  await expect(form.getByLabel('E-mail')).toBeFocused();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(form.getByLabel('Name')).toHaveValue(name);
  await form.getByLabel('E-mail').fill(email);
  await form.getByRole('button', { name: 'Invite' }).click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue(/\/ops\/welcome\?token_hash=/);
  await expect(address).toBeFocused();
  const link = await address.inputValue();
  await expectAccessible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, name)).toContainText('Invited');

  const context = await browser.newContext({ baseURL: process.env['SITE'] ?? '' });
  const theirs = await context.newPage();
  await theirs.goto('/ops/welcome?type=invite');
  await expect(theirs.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
  await theirs.goto(link);
  const join = theirs.getByRole('button', { name: 'Set password and sign in' });
  await theirs.getByLabel('New password').fill('short');
  await join.click();
  await expect(theirs.getByText('Enter at least 8 characters.')).toBeVisible();
  await expectAccessible(theirs);
  await theirs.getByLabel('New password').fill('a password of hers');
  await theirs.getByLabel('Your name').fill(`${name} Rao`);
  await join.click();
  await theirs.waitForURL('**/ops/dashboard');
  await theirs.getByRole('link', { name: 'CRM', exact: true }).first().click();
  await expect(theirs.getByRole('heading', { name: 'CRM-Rental' })).toBeVisible();
  await theirs.goto('/ops/settings/staff');
  await expect(theirs.getByText('Staff is open to the role Admin.')).toBeVisible();

  // The same link a second time, in a browser where somebody else is signed in.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Somebody is signed in here' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on with the link' }).click();
  await page.getByLabel('New password').fill('another password');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(
    page.getByRole('heading', { name: 'This link does not work any more' }),
  ).toBeVisible();
  await expectAccessible();

  const lead = await makeCustomer(sql);
  await sql`
    update customers set assigned_to = (select id from auth.users where email = ${email})
    where id = ${lead.id}`;
  await page.goto('/ops/settings/staff');
  await expect(row(page, email)).toContainText('signed in');
  await page.getByRole('button', { name: `Manage ${name} Rao` }).click();
  await page.getByRole('form', { name: 'Role' }).getByLabel('Role').selectOption('inventory_user');
  await page.getByRole('form', { name: 'Role' }).getByRole('button', { name: 'Save' }).click();
  await expect(notice(page)).toContainText('has the role Inventory');
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page)).toContainText('has the role CRM');
  await expectAccessible();
  await confirm(page, 'Disable', `Disable ${name} Rao?`);
  await expect(notice(page)).toContainText(`${name} Rao is disabled`);
  await theirs.reload();
  await expect(theirs.getByText('Your session has ended.')).toBeVisible();
  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(notice(page)).toContainText('can sign in again');

  await page.getByRole('button', { name: 'Link for a new password' }).click();
  const reset = await address.inputValue();
  await theirs.goto(reset);
  await theirs.getByLabel('New password').fill('a newer password of hers');
  await theirs.getByRole('button', { name: 'Set password and sign in' }).click();
  await theirs.waitForURL('**/ops/dashboard');
  await confirm(page, 'Sign out everywhere', `Sign out ${name} Rao everywhere?`);
  await expect(notice(page)).toContainText('is signed out everywhere');
  await theirs.reload();
  await expect(theirs.getByText('Your session has ended.')).toBeVisible();
  await fillSignIn(theirs, { email, password: 'a newer password of hers' });
  await theirs.waitForURL('**/ops/dashboard');

  await confirm(page, 'Remove', `Remove ${name} Rao?`);
  await expect(notice(page)).toContainText('is removed');
  await expect(row(page, email)).toHaveCount(0);
  await page.goto(`/ops/crm?q=${lead.name.split(' ')[1]}`);
  const owner = page.getByRole('combobox', { name: `Assigned to: ${lead.name}` });
  await expect(owner.getByRole('option', { selected: true })).toHaveText(`${name} Rao`);
  await context.close();
  // The browser logs refused requests.
  consoleErrors.length = 0;
});

test('on a phone: the list of staff, an invitation and a second factor @phone @long', async ({
  page,
  sql,
  signIn,
  consoleErrors,
  expectAccessible,
}) => {
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await signIn(await makeStaff(sql, 'admin'));
  await page.goto('/ops/settings/staff');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const form = page.getByRole('form', { name: 'Invite' });
  await form.getByLabel('Name').fill('Asha');
  await form.getByLabel('E-mail').fill('asha.example.com');
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(form.getByText('Enter a valid e-mail address.')).toBeVisible();
  await expectAccessible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await form.getByLabel('E-mail').fill(`asha.${randomUUID()}@example.com`);
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(/token_hash=/);
  await expectAccessible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.goto('/ops/dashboard');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await startSetUp(page);
  await expectAccessible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  // The browser logs the refused invitation.
  expect(consoleErrors.splice(0)).toHaveLength(1);
});
