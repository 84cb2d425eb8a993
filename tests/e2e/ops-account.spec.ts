import { notice } from './support/crm.ts';
import { fillIn, login } from './support/sign-in-form.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test(
  'users change their password with the current one; a wrong one is refused',
  { tag: ['@long', '@desktop'] },
  async ({ page, sql, signIn, expectAccessible, consoleErrors }) => {
    const me = await makeStaff(sql, 'crm_user', 'Meera');
    await signIn(me);
    await page.goto('/ops/dashboard');
    await page.getByRole('button', { name: 'Your account: Meera · CRM' }).click();
    const form = page.getByRole('form', { name: 'Password' });
    await form.getByLabel('Current password').fill('not-the-password');
    await form.getByLabel('New password').fill('a-new-password-1');
    await expectAccessible();
    await form.getByRole('button', { name: 'change password' }).click();
    await expect(notice(page)).toContainText('Error changing password');
    await expect(notice(page)).toContainText('Invalid login credentials');
    await expect(form.getByLabel('New password')).toHaveValue('a-new-password-1');
    await form.getByLabel('Current password').fill(me.password);
    await form.getByRole('button', { name: 'change password' }).click();
    await expect(notice(page)).toContainText('Password changed');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(page).toHaveURL('/ops');
    await fillIn(page, { email: me.email, password: 'a-new-password-1' });
    await login(page).click();
    await expect(page).toHaveURL('/ops/dashboard');
    consoleErrors.length = 0;
  },
);

test(
  'an e-mail address in use is refused with the server’s message @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, consoleErrors }) => {
    const [me, other] = [await makeStaff(sql, 'crm_user'), await makeStaff(sql, 'crm_user')];
    await signIn(me);
    await page.goto('/ops/dashboard');
    await page.getByRole('button', { name: /^Your account/ }).click();
    const form = page.getByRole('form', { name: 'E-mail' });
    await form.getByLabel('Current password').fill(me.password);
    await form.getByLabel('New e-mail').fill(other.email);
    await form.getByRole('button', { name: 'change e-mail' }).click();
    await expect(notice(page)).toContainText('Error changing e-mail');
    await form.getByLabel('New e-mail').fill(`new.${other.email}`);
    await form.getByRole('button', { name: 'change e-mail' }).click();
    await expect(notice(page)).toContainText('E-mail changed');
    await expect(page.getByRole('dialog').getByText(`new.${other.email}`)).toBeVisible();
    consoleErrors.length = 0;
  },
);
