import type { Page } from '@playwright/test';
import { rareWord, somePictures } from './support/catalogue.ts';
import { putItem } from './support/items.ts';
import { endSessions, makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const ledger = (page: Page) => page.getByRole('table', { name: 'props manager' });
const row = (page: Page, name: string) => ledger(page).getByRole('row').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'edit prop' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const WHOLE = {
  description: 'For the test.',
  own: {
    brand_id: { lookup: 'prop_brands', name: 'Old Monsoon' },
    color_id: { lookup: 'colors', name: 'Teal' },
    category_id: { lookup: 'prop_categories', name: 'Office' },
  },
};

test(
  'leaving with unsaved changes asks for confirmation; a reload restores the draft @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, expectAccessible }) => {
    const item = await putItem(sql, 'props', WHOLE);
    await signIn();
    await page.goto(`/ops/props-manager?q=${item.name.replaceAll(' ', '+')}`);
    await row(page, item.name).getByRole('cell').nth(3).click();
    const name = dialog(page).getByLabel('Name *');
    await name.fill('Half typed');
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'keep editing' }).click();
    await expect(name).toHaveValue('Half typed');
    await dialog(page).getByRole('button', { name: 'cancel' }).click();
    await expect(question(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await page.goBack();
    await page.getByRole('button', { name: 'keep editing' }).click();
    page.once('dialog', (ask) => void ask.accept());
    await page.reload();
    await expect(name).toHaveValue('Half typed');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'discard changes' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).not.toHaveURL(/edit=/);
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    await expect(name).toHaveValue(item.name);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  },
);

test(
  'a concurrent edit of an item is shown before it can be overwritten @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    const item = await putItem(sql, 'props', WHOLE);
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    await dialog(page).getByLabel('Name *').fill(`${item.name} mine`);
    await expect(dialog(page).getByLabel('Color *').locator('option:checked')).toHaveText('Teal');
    await sql`
      update props set name = 'Theirs', price = 700, active = false,
        color_id = (select id from colors where name = 'Red') where id = ${item.id}`;
    await dialog(page).getByRole('button', { name: 'save prop' }).click();
    const told = dialog(page).getByRole('alert').filter({ hasText: 'Somebody else changed' });
    await expect(told).toContainText('Somebody else changed this prop meanwhile.');
    await expect(told).toContainText(`Name: ${item.name} → Theirs. Saving again puts yours`);
    await expect(told).toContainText('Price: 500 → 700, taken over below.');
    await expect(told).toContainText('Color: Teal → Red, taken over below.');
    await expect(told).toContainText('Active: yes → no, taken over below.');
    await expect(told).toBeInViewport();
    await expect(dialog(page).getByLabel(/^Price/)).toHaveValue('700');
    const [untouched] = await sql`select name from props where id = ${item.id}`;
    expect(untouched).toEqual({ name: 'Theirs' });
    await dialog(page).getByRole('button', { name: 'save prop' }).click();
    await expect(notice(page)).toContainText('prop updated');
    const [saved] = await sql`select name, price, active from props where id = ${item.id}`;
    expect(saved).toEqual({ name: `${item.name} mine`, price: '700.00', active: false });
  },
);

test(
  'an item that is archived, then deleted, while it is edited: both are said, and what was typed stays @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, consoleErrors }) => {
    const item = await putItem(sql, 'props', WHOLE);
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    await dialog(page).getByLabel('Name *').fill(`${item.name} mine`);
    const save = dialog(page).getByRole('button', { name: 'save prop' });
    await sql`update props set active = false where id = ${item.id}`;
    await sql`update items set archived_at = now() where id = ${item.id}`;
    await save.click();
    const told = dialog(page).getByRole('alert').filter({ hasText: 'Somebody else archived' });
    await expect(told).toContainText('Somebody else archived this prop meanwhile.');
    await expect(told).toContainText('it is in no catalogue and cannot be active.');
    await expect(told).toContainText('Active: yes → no, taken over below.');
    await expect(told).toBeInViewport();
    await sql`delete from props where id = ${item.id}`;
    await save.click();
    await expect(notice(page)).toContainText(
      'The item was deleted meanwhile, or your role may no longer change it.',
    );
    await expect(dialog(page).getByLabel('Name *')).toHaveValue(`${item.name} mine`);
    consoleErrors.length = 0;
  },
);

test(
  'database refusals and invalid numbers appear at their fields @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, consoleErrors }) => {
    const brand = `Brand ${rareWord()}`;
    const item = await putItem(sql, 'props', WHOLE);
    await sql`insert into prop_brands (name) values (${brand})`;
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    await dialog(page).getByLabel('Brand *').selectOption(brand);
    await sql`delete from prop_brands where name = ${brand}`;
    const save = dialog(page).getByRole('button', { name: 'save prop' });
    await save.click();
    await expect(notice(page)).toContainText('error updating prop');
    await expect(dialog(page).getByLabel('Brand *')).toHaveAccessibleDescription(
      'This brand is no longer there. Choose another.',
    );
    await dialog(page).getByLabel('Brand *').selectOption('Old Monsoon');
    const price = dialog(page).getByLabel(/^Price/);
    await price.fill('');
    await price.pressSequentially('1e');
    await save.click();
    await expect(price).toHaveAccessibleDescription(
      'Price must be a number in plain digits, like 1200',
    );
    await price.fill('0.001');
    await dialog(page).getByLabel('Quantity *').fill('1.5');
    await dialog(page).getByLabel('Name *').fill('x'.repeat(10_000));
    await dialog(page).getByLabel('Image URL 1').fill('javascript:alert(1)');
    await save.click();
    for (const message of [
      'Name can have at most 120 characters',
      'Price can have at most 2 decimals',
      'Quantity must be a whole number',
      'Enter a direct link that starts with https://',
    ]) {
      await expect(dialog(page).getByText(message)).toBeVisible();
    }
    const [kept] = await sql`select name, price from props where id = ${item.id}`;
    expect(kept).toEqual({ name: item.name, price: '500.00' });
    consoleErrors.length = 0;
  },
);

test(
  'three picture URLs with optional previews; blank ones are dropped',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn, consoleErrors }) => {
    const [url] = await somePictures(sql, 1);
    const item = await putItem(sql, 'props', WHOLE);
    await signIn();
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    await expect(dialog(page).getByText('Enter direct CDN links')).toBeVisible();
    await dialog(page)
      .getByLabel('Image URL 2')
      .fill(url ?? '');
    await dialog(page).getByLabel('Image URL 3').fill('https://localhost:1/gone.webp');
    await dialog(page).getByRole('button', { name: 'Show Previews' }).click();
    await expect(dialog(page).getByText('No image')).toBeVisible();
    await expect(dialog(page).getByText('Invalid URL')).toBeVisible();
    await expect(dialog(page).getByRole('img', { name: 'Preview' })).toHaveJSProperty(
      'complete',
      true,
    );
    await dialog(page).getByRole('button', { name: 'Hide Previews' }).click();
    await expect(dialog(page).getByText('No image')).toHaveCount(0);
    await dialog(page).getByLabel('Image URL 3').fill('');
    await dialog(page).getByRole('button', { name: 'save prop' }).click();
    await expect(notice(page)).toContainText('prop updated');
    const [saved] = await sql`select images from props where id = ${item.id}`;
    expect(saved).toEqual({ images: [url] });
    consoleErrors.length = 0;
  },
);

test(
  'filters, sort and page are in the address; columns and view are stored in the browser',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn }) => {
    const word = rareWord();
    await putItem(sql, 'props', { ...WHOLE, name: `${word} one`, price: 10, active: false });
    await putItem(sql, 'props', { ...WHOLE, name: `${word} two`, price: 30, inStudio: true });
    await putItem(sql, 'props', { name: `${word} three`, price: 20, description: 'x' });
    await signIn();
    await page.goto('/ops/props-manager');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages).toContainText(/1–25 of [\d,]+/);
    await pages.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL('/ops/props-manager?page=2');
    await page.getByPlaceholder('search props').fill(word);
    await expect(ledger(page).getByRole('row')).toHaveCount(4);
    await page.getByRole('button', { name: 'price (₹)' }).click();
    await expect(ledger(page).getByRole('row').nth(1)).toContainText(`${word} two`);
    await page.getByLabel('Active', { exact: true }).selectOption('No');
    await expect(ledger(page).getByRole('row')).toHaveCount(2);
    await expect(row(page, `${word} one`)).toBeVisible();
    await page.getByLabel('Active', { exact: true }).selectOption('Any');
    await page.getByLabel('In studio', { exact: true }).selectOption('Yes');
    await expect(row(page, `${word} two`)).toBeVisible();
    await page.getByLabel('Category', { exact: true }).selectOption('Office');
    await page.getByLabel('Brand', { exact: true }).selectOption('Old Monsoon');
    await expect(page).toHaveURL(/sort=-price.*in_studio=yes.*brand=old-monsoon.*category=office/);
    await page.reload();
    await expect(ledger(page).getByRole('row')).toHaveCount(2);
    await page.locator('summary').filter({ hasText: 'columns' }).click();
    await page.getByRole('checkbox', { name: 'brand' }).uncheck();
    await expect(ledger(page).getByRole('columnheader', { name: 'brand' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'grid view' }).click();
    await expect(page.getByRole('list', { name: 'props manager' })).toContainText(`${word} two`);
    await page.goto('/ops/props-manager');
    await expect(page.getByRole('list', { name: 'props manager' })).toBeVisible();
    await page.getByRole('button', { name: 'table view' }).click();
    await expect(ledger(page).getByRole('columnheader', { name: 'brand' })).toHaveCount(0);
    await page.goto('/ops/props-manager?edit=PRP-99999');
    await expect(page.getByText('There is no prop PRP-99999')).toBeVisible();
  },
);

test(
  'fields show that lookups failed to load, and do not require a value',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn, consoleErrors }) => {
    await signIn(await makeStaff(sql, 'inventory_user'));
    for (const lookup of ['prop_brands', 'colors', 'prop_categories']) {
      await page.route(`**/rest/v1/${lookup}?*`, (route) =>
        route.fulfill({ status: 422, json: { code: 'PT422', message: 'no lists' } }),
      );
    }
    await page.goto('/ops/props-manager?edit=new');
    await expect(notice(page)).toContainText('Error loading data');
    await expect(notice(page)).toContainText('no lists');
    for (const [label, text] of [
      ['Brand (optional)', 'No brands could be loaded'],
      ['Color (optional)', 'No colors could be loaded'],
      ['Category (optional)', 'No categories could be loaded'],
    ] as const) {
      await expect(page.getByLabel(label).locator('option:checked')).toHaveText(text);
    }
    const name = `Test ${rareWord()}`;
    await page.getByLabel('Name *').fill(name);
    await page.getByLabel('Description *').fill('Without lists.');
    await page.getByLabel('Price (₹/day) *').fill('10');
    await page.getByLabel('Quantity *').fill('1');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/rest/v1/props?*', async (route) => {
      await held;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'create prop' }).click();
    await expect(page.getByRole('button', { name: 'saving...' })).toBeVisible();
    release();
    await expect(page.getByRole('dialog', { name: 'prop created' })).toBeVisible();
    const rows = await sql`select brand_id from props where name = ${name}`;
    expect(rows).toEqual([{ brand_id: null }]);
    consoleErrors.length = 0;
  },
);

test(
  'an account without a role gets an explanation; switches of crew require a session',
  { tag: ['@long', '@desktop'] },
  async ({ page, sql, signIn, consoleErrors }) => {
    const me = await makeStaff(sql, 'inventory_user');
    const item = await putItem(sql, 'crews');
    await signIn(me);
    // why: the switch is to be the first to notice that the session has ended.
    await page.routeWebSocket('**/realtime/**', () => {});
    await page.goto(`/ops/crew-manager?q=${item.name}`);
    const toggle = page.getByRole('switch', { name: `active: ${item.name}` });
    await expect(toggle).toBeChecked();
    let switched = () => {};
    const isSwitched = new Promise<void>((resolve) => {
      switched = resolve;
    });
    await page.route(/\/(?:rest|auth)\/v1\//, async (route) => {
      if (route.request().method() !== 'PATCH') await isSwitched;
      await route.continue();
    });
    await endSessions(sql, me.id);
    await toggle.click();
    switched();
    await expect(notice(page)).toContainText('Authentication Error');
    await expect(notice(page)).toContainText('You must be logged in to perform this action');
    await expect(page).toHaveURL('/ops');
    await sql`delete from user_profiles where id = ${me.id}`;
    await page.getByLabel('Email').fill(me.email);
    await page.getByLabel('Password').fill(me.password);
    await page.getByRole('button', { name: 'login' }).click();
    await expect(page.getByText('You cannot open this page')).toBeVisible();
    await expect(
      page.getByText(/crew manager is open to the roles Admin and CRM and Inv/),
    ).toBeVisible();
    consoleErrors.length = 0;
  },
);

test(
  'switches toggled in quick succession each keep their value',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn }) => {
    const word = rareWord();
    const [slow, quick] = [`Slow ${word}`, `Quick ${word}`];
    await putItem(sql, 'props', { name: slow });
    await putItem(sql, 'props', { name: quick });
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/props-manager?q=${word}`);
    const toggle = (name: string) =>
      row(page, name).getByRole('switch', { name: `active: ${name}` });
    await expect(toggle(quick)).toBeVisible();

    let reads = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/rpc/search_inventory')) reads += 1;
    });
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let writes = 0;
    await page.route('**/rest/v1/props?*', async (route) => {
      writes += 1;
      if (writes === 1) await held;
      await route.continue();
    });
    await toggle(slow).click();
    await expect.poll(() => writes).toBe(1);
    await toggle(quick).click();
    await expect(notice(page)).toContainText('prop deactivated');
    await expect(toggle(slow)).not.toBeChecked();
    await expect(toggle(quick)).not.toBeChecked();
    expect(reads, 'reads of the list while a switch is being written').toBe(0);

    letGo();
    await expect.poll(() => reads).toBeGreaterThan(0);
    await expect(toggle(slow)).not.toBeChecked();
    const rows = await sql<{ active: boolean }[]>`
      select active from props where name in ${sql([slow, quick])}`;
    expect(rows.map(({ active }) => active)).toEqual([false, false]);
  },
);
