import type { Page } from '@playwright/test';
import { codeOf, wrongCode } from '#tests/support/authenticator.ts';
import { test } from './support/own-site.ts';
import { codeField, notices, press, startSetUp } from './support/second-factor.ts';
import { makeCustomer, makeStaff } from './support/staff.ts';
import { expect, signInByForm } from './support/test.ts';

const setUpTitle = (page: Page) => page.getByRole('heading', { name: 'Set up your second factor' });

/** Sets up a second factor once the page asks for it, after its next read of the profile, and returns its secret. */
async function setUp(page: Page): Promise<string> {
  await expect(setUpTitle(page)).toBeVisible();
  const secret = await startSetUp(page);
  await codeField(page).fill(codeOf(secret));
  await press(page, 'Turn on');
  await press(page, 'I have stored them');
  await expect(setUpTitle(page)).toBeHidden();
  return secret;
}

/** The address of the link that was just made. */
const madeLink = (page: Page) => page.getByRole('textbox', { name: 'Address' }).inputValue();

async function setPassword(page: Page, password: string) {
  await page.getByLabel('New password').fill(password);
  await press(page, 'Set password and sign in');
}

// why its own site: the setting closes the back office to all staff without a second factor.
test('a second factor is required of all staff, removed for one, and asked for by a reset @long @desktop', async ({
  page,
  browser,
  site,
  expectAccessible,
  consoleErrors,
}) => {
  const { admin, colleague, customer } = await site.query(async (sql) => ({
    admin: await makeStaff(sql, 'admin', 'Ravi'),
    colleague: await makeStaff(sql, 'crm_user', 'Asha'),
    customer: await makeCustomer(sql),
  }));
  await signInByForm(page, admin);
  const context = await browser.newContext({ baseURL: site.address });
  const theirs = await context.newPage();
  await signInByForm(theirs, colleague);
  await theirs.goto(`/ops/customers/${customer.number}`);
  const note = theirs.getByLabel('New note');
  await note.fill('Half a note');

  await page.goto('/ops/settings/studio');
  const form = page.getByRole('form', { name: 'Settings of the studio' });
  const required = form.getByRole('switch', { name: 'Staff need a second factor' });
  const warning = form.getByText('You have no second factor yourself.');
  await expect(warning).toBeHidden();
  await required.click();
  await expect(warning).toBeVisible();
  await expectAccessible();
  await form.getByLabel('Tagline').fill('Typed before the lock');
  await press(page, 'Discard');
  await expect(warning).toBeHidden();
  await required.click();
  await form.getByRole('button', { name: 'save settings' }).click();
  await expect(setUpTitle(page)).toBeVisible();
  await setUp(page);
  await expect(required).toBeChecked();
  await expect(warning).toBeHidden();

  // The colleague's open page asks as well, and the note is there afterwards.
  await setUp(theirs);
  await expect(note).toHaveValue('Half a note');
  await press(theirs, 'Add note');
  await expect(notices(theirs)).toContainText('Note added');

  // The phone is lost: an admin removes the second factor, and the page asks for a new one.
  await page.goto('/ops/settings/staff');
  await press(page, 'Manage Asha');
  await press(page, 'Remove second factor');
  const question = page.getByRole('dialog', { name: 'Remove the second factor of Asha?' });
  await question.getByRole('button', { name: 'Remove second factor' }).click();
  await expect(notices(page)).toContainText('Second factor of Asha removed');
  const secret = await setUp(theirs);

  // A link for a new password asks for the code too.
  await press(page, 'Link for a new password');
  await theirs.goto(await madeLink(page));
  await press(theirs, 'Go on with the link');
  await setPassword(theirs, 'a newer password of hers');
  await expect(theirs.getByText('Your account asks for a code')).toBeVisible();
  await expectAccessible(theirs);
  await codeField(theirs).fill(wrongCode(secret));
  await press(theirs, 'Enter');
  await expect(theirs.getByText('This code is not right.')).toBeVisible();
  await codeField(theirs).fill(codeOf(secret, 1));
  await press(theirs, 'Enter');
  await theirs.waitForURL('**/ops/dashboard');
  await press(page, 'Close');

  // Invitations: withdrawn, and opened too late.
  const spent = theirs.getByRole('heading', { name: 'This link does not work any more' });
  for (const [name, end] of [
    ['Meera', 'withdrawn'],
    ['Kiran', 'late'],
  ] as const) {
    await press(page, 'Invite');
    const invitation = page.getByRole('form', { name: 'Invite' });
    await invitation.getByLabel('Name').fill(name);
    await invitation.getByLabel('E-mail').fill(`${name}@example.com`);
    await invitation.getByRole('button', { name: 'Invite' }).click();
    const link = await madeLink(page);
    await press(page, 'Done');
    await press(page, `Manage ${name}`);
    if (end === 'withdrawn') {
      await press(page, 'Withdraw the invitation');
      await page
        .getByRole('dialog', { name: 'Withdraw the invitation of Meera?' })
        .getByRole('button', { name: 'Withdraw the invitation' })
        .click();
      await expect(notices(page)).toContainText('Invitation withdrawn');
    } else {
      await site.query(
        (sql) => sql`update auth.one_time_tokens set created_at = created_at - interval '25 hours'`,
      );
    }
    await theirs.goto(link);
    await press(theirs, 'Go on with the link');
    await setPassword(theirs, 'a password of theirs');
    await expect(spent).toBeVisible();
  }

  // All of it is in the log of the account.
  await press(page, 'Close');
  await press(page, 'Manage Asha');
  await page.getByRole('link', { name: 'All activity about this account' }).click();
  const entries = page.getByRole('main').getByRole('listitem');
  for (const [text, by] of [
    ['link for a new password made', 'Ravi'],
    ['second factor removed', 'Ravi'],
    ['second factor set up', 'Asha'],
  ] as const)
    await expect(entries.filter({ hasText: text }).first()).toContainText(`${by} ·`);
  await context.close();
  // The browser logs refused requests.
  consoleErrors.length = 0;
});
