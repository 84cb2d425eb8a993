import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { loseAnswer } from './support/connection.ts';
import { test } from './support/own-site.ts';
import { endSessions, endSessionsUnder, makeStaff } from './support/staff.ts';
import { expect, expectLegibleInDark, signInByForm } from './support/test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Set up your studio' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an empty studio is set up step by step, and its storefront can be shown @long', async ({
  page,
  site,
  expectAccessible,
}) => {
  const logo = await sharp({ create: { width: 96, height: 48, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();

  // Before: visitors find a finished site, and how to reach the studio.
  await page.goto('/rent-props');
  await expect(page.getByRole('heading', { name: 'No props available' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Frameyard Studio Rental');
  await expect(page.getByRole('main')).not.toContainText('0 items');
  await expect(page.getByRole('searchbox', { name: 'Search props' })).toBeVisible();
  await expectAccessible();
  await expectLegibleInDark(page);

  // Name and logo. What is typed survives a reload.
  await signInByForm(page);
  await expect(card(page)).toContainText('0 of 5 done. Next: Name and logo');
  await expectAccessible();
  await card(page).getByRole('link', { name: 'start set-up' }).click();
  await expect(page).toHaveURL('/ops/setup?step=name');
  await page.getByLabel('Name', { exact: true }).fill('Chitra Studios');
  await page.getByLabel('Short name').fill('Chitra');
  await expect(page.getByLabel('Chat: name')).toHaveValue('Chitra');
  await expect(page.getByLabel('Chat: message to start with')).toHaveValue(/^Hi Chitra!/);
  await page.reload();
  await expect(page.getByLabel('Short name')).toHaveValue('Chitra');
  await page
    .getByLabel('Choose a file: Logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await expect(page.getByAltText('The picture')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'save and continue' }).click();

  // The address is skipped; a wrong GSTIN is refused at its field, and Back loses nothing.
  await expect(heading(page, 'Address and hours')).toBeFocused();
  await page.getByRole('button', { name: 'skip for now' }).click();
  await expect(heading(page, 'GST')).toBeFocused();
  await page.getByRole('radio', { name: 'Registered for GST' }).check();
  await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZW');
  await page.getByRole('button', { name: 'save and continue' }).click();
  await expect(page.getByText('The last character of this GSTIN does not fit')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Address and hours')).toBeFocused();
  await page.goForward();
  await expect(page.getByLabel('GSTIN')).toHaveValue('27AAPFU0939F1ZW');
  await page.getByLabel('GSTIN').fill('27aapfu0939f1zv');
  await expect(page.getByLabel('PAN (optional)')).toHaveValue('AAPFU0939F');
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('Maharashtra');
  await expectAccessible();
  await page.getByRole('button', { name: 'save and continue' }).click();

  // Categories: suggestions and an own one.
  await expect(heading(page, 'Categories')).toBeFocused();
  const props = list(page, 'Props: categories');
  await props.getByRole('checkbox', { name: 'Seating' }).check();
  await props.getByRole('checkbox', { name: 'Tables' }).check();
  await props.getByLabel('Another one').fill('Gramophones');
  await props.getByLabel('Another one').press('Enter');
  await expect(props.getByRole('checkbox', { name: 'Gramophones' })).toBeChecked();
  await props.getByRole('checkbox', { name: 'Tables' }).uncheck();
  await expectAccessible();
  await page.getByRole('button', { name: 'add 2 values and continue' }).click();
  await expect(heading(page, 'First items')).toBeFocused();

  // Left half way: the dashboard says what is left.
  await page.goto('/ops/dashboard');
  await expect(card(page)).toContainText('3 of 5 done. Next: First items');
  await card(page).getByRole('link', { name: 'continue set-up' }).click();
  await expect(page).toHaveURL('/ops/setup?step=items');
  const kinds = page.getByRole('list', { name: 'Kinds of items' }).getByRole('listitem');
  const row = kinds.filter({ hasText: 'Props' });
  await expect(row).toContainText('none yet');
  await expectAccessible();
  await row.getByRole('button', { name: 'add new prop' }).click();
  const dialog = page.getByRole('dialog', { name: 'add prop' });
  await dialog.getByLabel('Name *').fill('Brass gramophone');
  await dialog.getByLabel('Description *').fill('It plays.');
  await dialog.getByLabel('Category *').selectOption('Gramophones');
  await dialog.getByLabel('Price (₹/day) *').fill('750');
  await dialog.getByLabel('Quantity *').fill('1');
  await dialog.getByRole('button', { name: 'create prop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done', exact: true }).click();
  await expect(row).toContainText('1 item');
  await page.getByRole('button', { name: 'continue' }).click();

  // The end: what is there, what is left, and the storefront.
  await expect(heading(page, 'Finish')).toBeFocused();
  await expect(page.getByText('The storefront shows 1 item.')).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps and their state' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'Address' })).toContainText('skipped');
  await expect(page.getByText('still shows example values for: Tagline, Address')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'finish set-up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await page.goto('/rent-props');
  await expect(page.getByRole('heading', { name: 'Brass gramophone' })).toBeVisible();
  await expect(page).toHaveTitle(/Chitra/);
  const [saved] = await site.query(
    (sql) => sql`select setup.value, (select count(*)::int from prop_categories) as categories
      from private.studio_settings as setup where key = 'setup.finished'`,
  );
  expect(saved).toEqual({ value: true, categories: 2 });
});

test('the set-up loses nothing to a second admin, a lost answer or an ended session @long @desktop', async ({
  page,
  site,
  consoleErrors,
}) => {
  const { colleague, other } = await site.query(async (sql) => ({
    colleague: await makeStaff(sql, 'admin', 'Meera'),
    other: await makeStaff(sql, 'crm_user'),
  }));

  // Other staff read who may open it, and see no card.
  await signInByForm(page, other);
  await expect(card(page)).toHaveCount(0);
  await page.goto('/ops/setup');
  await expect(page.getByText(/The set-up is open to the roles? Admin/)).toBeVisible();
  await page.evaluate(() => localStorage.clear());

  // Somebody else saves the same setting first: both values are shown.
  await signInByForm(page, colleague);
  await page.goto('/ops/setup?step=contact');
  await page.getByLabel('Phone', { exact: true }).fill('+919845012345');
  await site.query(
    (sql) =>
      sql`insert into private.studio_settings (key, value) values ('studio.phone', '"+918012345678"')`,
  );
  await page.getByRole('button', { name: 'save and continue' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Somebody else changed' });
  await expect(alert).toContainText('Yours: +919845012345');
  await alert.getByRole('button', { name: 'Keep mine: Phone' }).click();
  await page.getByRole('button', { name: 'save and continue' }).click();
  await expect(heading(page, 'GST')).toBeFocused();

  // A lost answer: the same values again are added once.
  await page.goto('/ops/setup?step=categories');
  const crew = list(page, 'Crew: roles');
  await crew.getByRole('checkbox', { name: 'Gaffer' }).check();
  await crew.getByRole('checkbox', { name: 'Photographer' }).check();
  await loseAnswer(page, 'crew_categories');
  await page.getByRole('button', { name: 'add 2 values and continue' }).click();
  await expect(page.getByText('Some values could not be added')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await site.query((sql) => sql`insert into crew_categories (name) values ('Photographer')`);
  await page.getByRole('button', { name: /^add \d values? and continue$/ }).click();
  await expect(heading(page, 'First items')).toBeFocused();
  const names = await site.query((sql) => sql`select name from crew_categories order by name`);
  expect([...names]).toEqual([{ name: 'Gaffer' }, { name: 'Photographer' }]);

  // The session ends: what is typed is there after signing in again.
  await page.goto('/ops/setup?step=name');
  await page.getByLabel('Tagline').fill('Made for pictures');
  await endSessionsUnder(
    page,
    () => site.query((sql) => endSessions(sql, colleague.id)),
    async () => {
      await page.getByLabel('Name', { exact: true }).fill('Meera’s Studio');
      await page.getByRole('button', { name: 'save and continue' }).click();
    },
  );
  await page.getByLabel('Email').fill(colleague.email);
  await page.getByLabel('Password').fill(colleague.password);
  await page.getByRole('button', { name: 'login' }).click();
  await expect(page).toHaveURL('/ops/setup?step=name');
  await expect(page.getByLabel('Tagline')).toHaveValue('Made for pictures');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Meera’s Studio');

  // Dismissed and taken back.
  await page.goto('/ops/dashboard');
  await card(page).getByRole('button', { name: 'dismiss' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page)).toBeVisible();
  consoleErrors.length = 0;
});
