import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { endSessions, endSessionsUnder, makeStaff } from './support/staff.ts';
import { expect, startSession, test } from './support/test.ts';

/** Tests of this file change different pages of the site, so that they run side by side. */
const reset = async (sql: Sql, group: string) => {
  await sql`delete from private.setting_changes where key like ${`${group}.%`}`;
  await sql`delete from private.studio_settings where key like ${`${group}.%`}`;
  await sql`select pg_notify('catalogue_changed', '')`;
};
const formOf = (page: Page, title: string) =>
  page.getByRole('form', { name: `Texts and pictures: ${title}` });
const heading = (page: Page, title: string, section: string) =>
  formOf(page, title)
    .getByRole('group', { name: section, exact: true })
    .getByLabel('Heading', { exact: true });
const isSaved = (page: Page, changes: RegExp) =>
  expect(page.getByRole('status').filter({ hasText: changes })).toBeVisible();

test('an admin edits texts and a list, sees the preview, publishes and undoes it @desktop @long', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  await reset(sql, 'about');
  const title = `A <b>hangar</b> ${Date.now()}`;
  await signIn();
  await page.goto('/ops/settings/site?page=about');
  const preview = page.frameLocator('iframe[title="Preview of About"]');
  const usual = 'It began with one sofa we kept having to give back.';
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(usual);

  // Valid text is saved as a draft after a moment; an invalid value is not, and delays no other.
  const field = heading(page, 'About', 'Opening');
  await field.fill(title);
  await isSaved(page, /Saved as draft\. 1 change is not published yet\./);
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(title);
  const shows = async (text: string) =>
    (await (await page.request.get('/about')).text()).includes(text);
  expect(await shows('hangar')).toBe(false);
  const story = heading(page, 'About', 'Story');
  await story.fill('x'.repeat(81));
  await story.blur();
  await expect(formOf(page, 'About')).toContainText('At most 80 characters.');
  await expect(formOf(page, 'About')).toContainText('Not saved: 1 field needs a correction.');
  await story.fill('Our story');

  // A list: a row is added, moved by keys, removed and put back.
  const team = page.getByRole('group', { name: 'Team', exact: true }).first();
  await team.getByRole('button', { name: 'add row' }).click();
  const added = team.getByRole('group', { name: 'row 5' });
  await added.getByLabel('Title').fill('The night shift');
  await team.getByRole('button', { name: /^Move row 5/ }).press('ArrowUp');
  await expect(team.getByRole('button', { name: /^Move row 4/ })).toBeFocused();
  await team.getByRole('button', { name: 'Remove row 1' }).click();
  await expect(team.getByRole('status')).toContainText('Removed: Sets and props');
  await team.getByRole('button', { name: 'Put back row 1' }).click();
  await isSaved(page, /Saved as draft\. 2 changes are not published yet\./);
  await expect(preview.getByText('The night shift')).toBeVisible();
  await expectAccessible();

  // Publishing shows what changes first.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const changes = page.getByRole('list', { name: 'Changes to publish' });
  await expect(changes).toContainText(`Heading: ${usual} → ${title}`);
  await expect(changes).toContainText('row 4): none → none · The night shift');
  await expectAccessible();
  await page.getByRole('button', { name: 'publish 2 changes' }).click();
  await expect(page.getByText('About is published')).toBeVisible();
  const escaped = title.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  await expect.poll(() => shows(escaped)).toBe(true);
  expect(await shows('The night shift')).toBe(true);

  // The history has the way back; the default of one field is a draft first.
  await page
    .getByRole('button', { name: 'Use the default: Heading' })
    .filter({ visible: true })
    .click();
  await isSaved(page, /1 change is not published yet/);
  await page.getByRole('button', { name: 'discard drafts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'discard drafts' }).click();
  await expect(field).toHaveValue(title);
  await page.getByRole('button', { name: /^Undo the change of Team, Heading/ }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await expect(field).toHaveValue(usual);
  await expect.poll(() => shows('hangar')).toBe(false);
  await reset(sql, 'about');
});

test('two admins see both versions, and an ended session loses nothing @long @desktop', async ({
  page,
  sql,
  browser,
  signIn,
  consoleErrors,
}) => {
  await reset(sql, 'projects');
  const mira = await makeStaff(sql, 'admin', 'Mira');
  const ravi = await makeStaff(sql, 'admin', 'Ravi');
  await signIn(ravi);
  await page.goto('/ops/settings/site?page=projects');
  const mine = formOf(page, 'Projects').getByLabel('Heading').first();
  await expect(mine).toBeVisible();

  const other = await (await browser.newContext({ baseURL: process.env['SITE'] ?? '' })).newPage();
  await startSession(other, mira);
  await other.goto('/ops/settings/site?page=projects');
  await formOf(other, 'Projects').getByLabel('Heading').first().fill('Mira was here');
  await isSaved(other, /Saved as draft/);

  await mine.fill('Ravi was here');
  const alert = page.getByRole('alert').filter({ hasText: 'Somebody else changed' });
  await expect(alert).toContainText('Yours: Ravi was here');
  await expect(alert).toContainText('Mira: Mira was here');
  await page.reload();
  await expect(alert).toContainText('Yours: Ravi was here');
  await alert.getByRole('button', { name: /^Keep mine/ }).click();
  await isSaved(page, /Saved as draft/);

  // A draft that changes while the list of changes is open is not published unseen.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await other.reload();
  await formOf(other, 'Projects').getByLabel('Heading').first().fill('Mira again');
  // why not by what the page says: a draft was saved before.
  const draft = async () =>
    (await sql`select draft from private.studio_settings where key like 'projects.%'`)[0]?.[
      'draft'
    ];
  await expect.poll(draft).toBe('Mira again');
  await other.context().close();
  await page.getByRole('button', { name: 'publish 1 change' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'nothing was published' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Changes to publish' })).toContainText('Mira again');
  await page.getByRole('button', { name: 'cancel' }).click();

  // The session ends while something is typed: after signing in it is there, and saved.
  await endSessionsUnder(
    page,
    () => endSessions(sql, ravi.id),
    () => mine.fill('Typed at the end'),
  );
  await page.getByLabel('Email').fill(ravi.email);
  await page.getByLabel('Password').fill(ravi.password);
  await page.getByRole('button', { name: 'login' }).click();
  await expect(mine).toHaveValue('Typed at the end');
  await expect.poll(draft).toBe('Typed at the end');
  consoleErrors.length = 0;
  await reset(sql, 'projects');
});

// why not at a phone's width too: both would change the same drafts.
test('the editor works on a phone and by keys @long @desktop', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await reset(sql, 'pricing');
  await signIn();
  await page.goto('/ops/settings/site');
  await page.getByLabel('Page', { exact: true }).selectOption('pricing');
  await expect(page).toHaveURL(/page=pricing/);
  const field = formOf(page, 'Pricing').getByLabel('Heading').first();
  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Typed by keys');
  await isSaved(page, /Saved as draft/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'preview' }).press('Enter');
  await expect((await opened).getByText('Typed by keys').first()).toBeVisible();

  await page.getByRole('button', { name: 'discard drafts' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'discard drafts' }).press('Enter');
  await expect(page.getByText('Drafts discarded')).toBeVisible();
  await expect(field).not.toHaveValue('Typed by keys');
});

test('other staff cannot open the editor @long @desktop', async ({ page, sql, signIn }) => {
  await signIn(await makeStaff(sql, 'inventory_user'));
  await page.goto('/ops/settings/site');
  await expect(page.getByText(/This page is open to the roles? Admin/)).toBeVisible();
});

test('an upload keeps what is typed meanwhile, and a lost preview stops nothing @long @desktop', async ({
  page,
  sql,
  signIn,
  consoleErrors,
}) => {
  await reset(sql, 'home');
  await signIn();
  await page.goto('/ops/settings/site?page=home');
  const form = formOf(page, 'Home');
  const tiles = form.getByRole('group', { name: 'Tiles', exact: true });
  await tiles.getByRole('button', { name: /^row 1:/ }).click();
  const first = tiles.getByRole('group', { name: 'row 1', exact: true });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/storage/v1/object/catalogue/**', async (route) => {
    await released;
    await route.continue();
  });
  await first.getByLabel('Choose a file: Picture').setInputFiles('public/pictures/about-1200.webp');
  await expect(first.getByRole('button', { name: /^Uploading/ })).toBeVisible();
  await first.getByLabel('Title', { exact: true }).fill('Typed meanwhile');
  await tiles.getByRole('button', { name: /^row 1:/ }).click();
  release();
  const saved = async () => {
    const [row] = await sql`
      select draft -> 0 ->> 'title' as title, draft -> 0 -> 'picture' ->> 'url' as url
      from private.studio_settings where key = 'home.tiles'`;
    return row;
  };
  await expect
    .poll(saved)
    .toEqual({ title: 'Typed meanwhile', url: expect.stringMatching(/^\/storage\//) });

  // The preview fails to load; the next draft is saved, and the editor stays open.
  await page.route('**/?preview=*', (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
  const title = heading(page, 'Home', 'Opening');
  await title.fill('One');
  await lost;
  await title.fill('Two');
  const draft = async () =>
    (await sql`select draft from private.studio_settings where key = 'home.title'`)[0]?.['draft'];
  await expect.poll(draft).toBe('Two');
  await expect(title).toHaveValue('Two');

  // A row whose choice is still open: its problem is found from another page.
  await tiles.getByRole('button', { name: 'Remove row 7' }).click();
  await expect(tiles.getByRole('button', { name: 'Put back row 7' })).toBeFocused();
  await tiles.getByRole('button', { name: 'add row' }).click();
  const added = tiles.getByRole('group', { name: 'row 7', exact: true });
  await expect(added.getByLabel('Catalogue')).toHaveValue('');
  await page
    .getByRole('navigation', { name: 'Pages of the site' })
    .getByRole('link', { name: 'About' })
    .click();
  await expect(formOf(page, 'About')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(form.locator('[aria-invalid]:focus')).toHaveCount(1);
  consoleErrors.length = 0;
  await reset(sql, 'home');
});
