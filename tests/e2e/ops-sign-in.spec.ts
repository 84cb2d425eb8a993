import { randomUUID } from 'node:crypto';
import { createUser, updateUser } from '#backend/auth/users.ts';
import { banner, cutConnection, restoreConnection, NO_ANSWER } from './support/connection.ts';
import { notice } from './support/crm.ts';
import { fillIn, login } from './support/sign-in-form.ts';
import { ADMIN } from './support/site.ts';
import { makeCustomer, makeStaff } from './support/staff.ts';
import {
  expect,
  expectLegibleInDark,
  fillSignIn,
  signInByForm,
  startSession,
  test,
} from './support/test.ts';

test(
  'a wrong password shows the server’s message, a lost answer its own; the fields keep their text @long',
  { tag: '@desktop' },
  async ({ page, consoleErrors }) => {
    await page.goto('/ops');
    await fillIn(page, { email: ADMIN.email, password: 'not-the-password' });
    await login(page).click();
    await expect(notice(page)).toContainText('error logging in');
    await expect(notice(page)).toContainText('Invalid login credentials');
    await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email);
    await expect(page.getByLabel('Password')).toHaveValue('not-the-password');
    await page.route('**/auth/v1/token*', (route) => route.abort());
    await login(page).click();
    await expect(notice(page)).toContainText(NO_ANSWER);
    await expect(notice(page)).not.toContainText('credentials');
    await expect(login(page)).toBeVisible();
    // The browser logs every response of 400 and above.
    consoleErrors.length = 0;
  },
);

test(
  'too many wrong passwords show how long to wait @long',
  { tag: '@desktop' },
  async ({ page, request, consoleErrors }) => {
    const account = { email: `nobody.${randomUUID()}@example.com`, password: 'a-wrong-password' };
    await page.goto('/ops');
    await fillIn(page, account);
    const first = page.waitForRequest('**/auth/v1/token*');
    await login(page).click();
    const { apikey = '' } = (await first).headers();
    await expect(notice(page)).toContainText('Invalid login credentials');
    for (let n = 1; n < 10; n += 1) {
      const answer = await request.post('/auth/v1/token?grant_type=password', {
        headers: { apikey },
        data: account,
      });
      expect(answer.status()).toBe(400);
    }
    await login(page).click();
    await expect(notice(page)).toContainText(/Too many attempts\. Try again in 1[45] minutes\./);
    consoleErrors.length = 0;
  },
);

test(
  'an expired session waits for the server to renew it, explains the wait, and continues',
  { tag: ['@long', '@desktop'] },
  async ({ page, signIn, consoleErrors, expectAccessible }) => {
    await signIn();
    await page.goto('/ops/dashboard');
    // why first: with a connection the page would renew its session at once.
    await cutConnection(page);
    await page.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage)) {
        if (!key.startsWith('sb-')) continue;
        const session = JSON.parse(String(text)) as { expires_at: number };
        localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
      }
    });
    await page.goto('/ops/crm');
    await expect(page.getByRole('heading', { name: 'No connection to the server' })).toBeVisible();
    await expectAccessible();
    await expectLegibleInDark(page);
    await restoreConnection(page);
    await expect(page.getByRole('heading', { name: 'CRM-Rental' })).toBeVisible();
    consoleErrors.length = 0;
  },
);

test(
  'disabling an account closes its open page; a lost connection does not',
  { tag: ['@desktop', '@long'] },
  async ({ page, browser, sql, signIn, consoleErrors }) => {
    const gone = await makeStaff(sql, 'crm_user', 'Gone Soon');
    const lead = await makeCustomer(sql);
    await sql`update customers set assigned_to = ${gone.id} where id = ${lead.id}`;
    const context = await browser.newContext({ baseURL: process.env['SITE'] ?? '' });
    const theirs = await context.newPage();
    await startSession(theirs, gone);
    await theirs.clock.install();
    await theirs.goto('/ops/crm');
    const title = theirs.getByRole('heading', { name: 'CRM-Rental' });
    await expect(title).toBeVisible();

    await cutConnection(theirs);
    await expect(banner(theirs)).toBeVisible();
    const poll = theirs.waitForRequest('**/rest/v1/user_profiles*');
    await restoreConnection(theirs);
    // A page polls its profile every 8 seconds.
    await theirs.clock.runFor(8_000);
    await poll;
    await expect(banner(theirs)).toHaveCount(0);
    await expect(title).toBeVisible();

    await updateUser(sql, gone.id, { ban_duration: '876000h' });
    await theirs.clock.runFor(8_000);
    await expect(theirs.getByText('Your session has ended.')).toBeVisible();
    await expect(title).toHaveCount(0);
    await context.close();

    await signIn();
    await page.goto(`/ops/crm?q=${lead.name.split(' ')[1]}`);
    const select = page.getByRole('combobox', { name: `Assigned to: ${lead.name}` });
    await expect(select.getByRole('option', { selected: true })).toHaveText('Gone Soon');
    await select.selectOption('');
    await expect(notice(page)).toContainText('Assignment updated successfully');
    await expect(select.getByRole('option', { name: 'Gone Soon' })).toHaveCount(0);
    consoleErrors.length = 0;
  },
);

test(
  'a changed or removed role takes effect on the open page',
  { tag: ['@long', '@desktop'] },
  async ({ page, sql, signIn, consoleErrors }) => {
    const me = await makeStaff(sql, 'crm_user');
    await signIn(me);
    await page.clock.install();
    await page.goto('/ops/crm');
    await expect(page.getByRole('heading', { name: 'CRM-Rental' })).toBeVisible();
    await sql`update user_profiles set role = 'inventory_user' where id = ${me.id}`;
    // A page polls its profile every 8 seconds.
    await page.clock.runFor(8_000);
    await expect(page.getByText('Your role is Inventory')).toBeVisible();
    await sql`delete from user_profiles where id = ${me.id}`;
    await page.clock.runFor(8_000);
    await expect(page.getByText('Your account has no role yet')).toBeVisible();
    // why: until its next poll the page reads with the old role, e.g. after a change by another test, and is refused.
    const others = consoleErrors.filter((error) => !error.includes('status of 403'));
    consoleErrors.splice(0, consoleErrors.length, ...others);
  },
);

test(
  'the crew list requires a session @long',
  { tag: '@desktop' },
  async ({ page, signIn, consoleErrors }) => {
    await signIn();
    await page.goto('/ops/crew-manager');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(26);
    await page.evaluate(() => localStorage.clear());
    await page.getByPlaceholder('search crew').fill('light');
    await expect(notice(page)).toContainText('Error loading crews');
    await expect(notice(page)).toContainText('Authentication required');
    // The page polls its profile, which is refused too.
    consoleErrors.length = 0;
  },
);

test('both fields are required', { tag: ['@long', '@desktop'] }, async ({ page }) => {
  await page.goto('/ops');
  await login(page).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('not an address');
  await page.getByLabel('Password').fill('secret');
  await login(page).click();
  expect(
    await page.getByLabel('Email').evaluate((input: HTMLInputElement) => input.validity.valid),
  ).toBe(false);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill('');
  await login(page).click();
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(notice(page)).toHaveText('');
});

test(
  'sign-in opens the dashboard, and /ops redirects a signed-in user there',
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    await page.goto('/ops');
    const seen = Promise.withResolvers<void>();
    await page.route('**/auth/v1/token*', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await fillIn(page);
    await login(page).click();
    await expect(page.getByRole('button', { name: 'logging in...' })).toBeVisible();
    seen.resolve();
    await expect(notice(page)).toContainText('logged in successfully');
    await expect(page).toHaveURL('/ops/dashboard');
    let answer = () => {};
    const checked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/rest/v1/user_profiles*', async (route) => {
      await checked;
      await route.continue();
    });
    await page.goto('/ops');
    await expect(page).toHaveURL('/ops/dashboard');
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'logout' })).toHaveCount(0);
    answer();
    await page.getByRole('link', { name: 'CRM-Rental' }).click();
    await expect(page).toHaveURL('/ops/crm?tab=leads');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page).toHaveURL('/ops/dashboard');
  },
);

test(
  'the guard renders nothing without a session and returns to the page after sign-in',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/ops/crm?tab=enquiries&q=nobody+has+this+name');
    await expect(page).toHaveURL('/ops');
    await expect(page.getByRole('heading', { name: 'CRM-Rental' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'logout' })).toHaveCount(0);
    await fillIn(page);
    await login(page).click();
    await expect(page).toHaveURL('/ops/crm?tab=enquiries&q=nobody+has+this+name');
    await expect(page.getByText('No enquiries found matching your criteria')).toBeVisible();
    // A reload that meets the end of the session.
    await expect(page.getByText('Your session has ended.')).toHaveCount(0);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await fillIn(page);
    await login(page).click();
    await expect(page).toHaveURL('/ops/crm?tab=enquiries&q=nobody+has+this+name');
  },
);

test(
  'logging out is confirmed, and the next sign-in opens the dashboard, or Today for who chose it',
  { tag: ['@long', '@desktop'] },
  async ({ page, sql, signIn }) => {
    const staff = await makeStaff(sql, 'crm_user');
    await signIn(staff);
    await page.goto('/ops/crm');
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(notice(page)).toContainText('logged out successfully');
    await expect(page).toHaveURL('/ops');
    await fillIn(page, staff);
    await login(page).click();
    await expect(page).toHaveURL('/ops/dashboard');
    await page.getByRole('button', { name: /^Your account/ }).click();
    const start = page.getByRole('dialog').getByLabel('Page after signing in');
    await expect(start).toHaveValue('dashboard');
    await start.selectOption('Today');
    await expect(notice(page)).toContainText('You start at Today from now on');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(page).toHaveURL('/ops');
    await fillIn(page, staff);
    await login(page).click();
    await expect(page).toHaveURL('/ops/today');
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(page).toHaveURL('/ops');
    await page.goto('/ops/dashboard');
    await expect(page).toHaveURL('/ops');
    await page.goto('/ops/crm');
    await expect(page).toHaveURL('/ops');
  },
);

test(
  'a refused or unanswered logout is notified and still signs this browser out',
  { tag: ['@long', '@desktop'] },
  async ({ page, signIn, consoleErrors }) => {
    await signIn();
    await page.goto('/ops/dashboard');
    await page.route('**/auth/v1/logout*', (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg: 'the database is asleep' } }),
    );
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(notice(page)).toContainText('error logging out');
    await expect(notice(page)).toContainText('the database is asleep');
    await expect(page).toHaveURL('/ops');
    await page.goto('/ops/crm');
    await expect(page).toHaveURL('/ops');
    await page.unroute('**/auth/v1/logout*');
    await fillIn(page);
    await login(page).click();
    await expect(page).toHaveURL('/ops/crm?tab=leads');
    await page.route('**/auth/v1/logout*', (route) => route.abort());
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(notice(page)).toContainText('error logging out');
    await expect(notice(page)).toContainText('something went wrong');
    await expect(page).toHaveURL('/ops');
    consoleErrors.length = 0;
  },
);

test(
  'signing out in one tab signs out the others @long',
  { tag: '@desktop' },
  async ({ page, context, signIn }) => {
    await signIn();
    await page.goto('/ops/crm');
    await expect(page.getByRole('heading', { name: 'CRM-Rental' })).toBeVisible();
    const other = await context.newPage();
    await other.goto('/ops/dashboard');
    await other.getByRole('button', { name: 'logout' }).click();
    await expect(other).toHaveURL('/ops');
    await expect(page).toHaveURL('/ops');
    await expect(page.getByRole('heading', { name: 'CRM-Rental' })).toHaveCount(0);
  },
);

test(
  'a role without CRM access gets an explanation instead of the page @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, expectAccessible }) => {
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto('/ops/dashboard');
    await expect(page.getByText('Inventory manager')).toHaveCount(6);
    await expect(page.getByRole('link', { name: 'CRM-Rental' })).toHaveCount(0);
    await page.goto('/ops/crm');
    await expect(page.getByRole('heading', { name: 'You cannot open this page' })).toBeVisible();
    await expect(page.getByText('Your role is Inventory')).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expectAccessible();
  },
);

test(
  'an account without a role is asked to request one @long',
  { tag: '@desktop' },
  async ({ page, sql }) => {
    const account = { email: `new.${randomUUID()}@example.com`, password: 'new-password-1' };
    await createUser(sql, account);
    await signInByForm(page, account);
    await expect(page.getByText('Your account has no role yet')).toBeVisible();
    await page.goto('/ops/crm');
    await expect(page.getByText('Your account has no role yet')).toBeVisible();
  },
);

test(
  'an unknown address under /ops has a not-found page, behind the guard @long',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/ops/no-such-page');
    await expect(page).toHaveURL('/ops');
    await fillIn(page);
    await login(page).click();
    await expect(page).toHaveURL('/ops/no-such-page');
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  },
);

test('sign-in and dashboard are accessible', async ({ page, expectAccessible }) => {
  await page.goto('/ops');
  await expect(login(page)).toBeVisible();
  await expectAccessible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await fillSignIn(page, ADMIN);
  await expect(page.getByText(/pending enquir/)).toBeVisible();
  await expectAccessible();
});
