import type { Page } from '@playwright/test';
import { rareWord } from './support/catalogue.ts';
import { putItem } from './support/items.ts';
import { loseAnswer, NO_ANSWER } from './support/connection.ts';
import { MANAGERS, type ManagerFacts } from './support/managers.ts';
import { makeStaff } from './support/staff.ts';
import { expect, expectLegibleInDark, test } from './support/test.ts';

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const ledger = (page: Page, facts: ManagerFacts) =>
  page.getByRole('table', { name: facts.title, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** A field of the dialog by its label, with or without the required mark. */
const field = (page: Page, label: string) =>
  page
    .getByRole('dialog')
    .getByLabel(new RegExp(`^${label}( \\((₹/day|ft|cm)\\))?( \\*| \\(optional\\))?$`));

async function open(page: Page, facts: ManagerFacts) {
  await page.getByRole('button', { name: facts.add }).click();
  await expect(dialog(page, facts.dialog.add)).toBeVisible();
}

async function fill(page: Page, facts: ManagerFacts, name: string) {
  await field(page, 'Name').fill(name);
  await field(page, 'Description').fill('For the test.');
  for (const [label, option] of Object.entries(facts.fill.choose)) {
    await field(page, label).selectOption(option);
  }
  for (const [label, text] of Object.entries(facts.fill.type)) await field(page, label).fill(text);
  await field(page, 'Price').fill('1250.50');
  await field(page, 'Quantity').fill('3');
}

async function expectNotice(page: Page, texts: string[], name = '') {
  for (const text of texts) {
    await expect(notice(page)).toContainText(text.replace('{name}', name));
  }
}

for (const [who, facts] of Object.entries(MANAGERS)) {
  test.describe(`the ${who} manager`, () => {
    test(
      'lists, adds, edits and toggles items',
      { tag: '@desktop' },
      async ({ page, sql, signIn, consoleErrors }) => {
        await signIn(await makeStaff(sql, 'inventory_user'));
        await page.goto(facts.path);
        await expect(page.getByRole('heading', { name: facts.title })).toBeVisible();
        await expect(page.getByPlaceholder(facts.search, { exact: true })).toBeVisible();
        await expect(ledger(page, facts).getByRole('row')).toHaveCount(26);
        const heads = await ledger(page, facts).getByRole('columnheader').allInnerTexts();
        expect(heads.map((head) => head.trim())).toEqual(['', ...facts.columns]);
        const names = page.getByRole('columnheader', { name: 'name', exact: true });
        expect((await names.boundingBox())?.width).toBeGreaterThan(120);

        const name = `Test ${rareWord()}`;
        await page.getByPlaceholder(facts.search).fill(name);
        await expect(page.getByText(facts.empty)).toBeVisible();

        await open(page, facts);
        await expect(page.getByText('Fields marked * are required.')).toBeVisible();
        const isActive = page.getByRole('switch', { name: 'active', exact: true });
        await expect(isActive).toBeChecked();
        await page.emulateMedia({ forcedColors: 'active' });
        await expect(isActive, 'in forced colours').toHaveCSS('appearance', 'auto');
        await page.emulateMedia({ forcedColors: null });
        await expect(page.getByRole('switch', { name: 'in studio', exact: true })).toBeChecked({
          checked: facts.startsInStudio,
        });
        await expect(field(page, 'Price')).toHaveValue('0');
        await expect(field(page, 'Quantity')).toHaveValue('0');
        await expect(field(page, 'Price')).toHaveAttribute('step', '0.01');
        await page.getByRole('button', { name: facts.submit.create }).click();
        await expectNotice(page, facts.invalid);
        await expect(field(page, 'Name')).toBeFocused();
        for (const [label, message] of Object.entries(facts.required)) {
          await expect(field(page, label)).toHaveAccessibleDescription(message);
        }
        await fill(page, facts, name);
        await loseAnswer(page, facts.table);
        await page.getByRole('button', { name: facts.submit.create }).click();
        await expectNotice(page, [facts.failures.create, NO_ANSWER]);
        await expect(field(page, 'Name')).toHaveValue(name);
        await page.getByRole('button', { name: facts.submit.create }).click();
        await expectNotice(page, facts.created, name);
        // why: the browser logs the lost answer and the refusal of the second row.
        await expect.poll(() => consoleErrors).toHaveLength(2);
        consoleErrors.length = 0;
        const [row, ...others] = await sql`select * from ${sql(facts.table)} where name = ${name}`;
        expect(others).toEqual([]);
        expect(row).toMatchObject({ price: '1250.50', quantity: 3, active: true, images: [] });
        expect(row).toMatchObject({ in_studio: facts.startsInStudio });
        if (who === 'props') {
          expect(row).toMatchObject({ width_cm: '46.00', depth_cm: null, height_cm: '84.50' });
          await expect(dialog(page, 'prop created').getByLabel('prop ID')).toHaveValue(
            row?.['prop_id'],
          );
          await page.getByRole('button', { name: 'Done', exact: true }).click();
        }
        if (who === 'gear') {
          expect(row).toMatchObject({ width_cm: null, depth_cm: '20.50', height_cm: null });
        }
        if (who === 'backdrops') {
          const again = dialog(page, facts.dialog.add);
          await expect(again.getByLabel(facts.code)).toHaveValue(row?.['backdrop_id']);
          await expect(again).toContainText(`${name} is in the catalogue. Its code:`);
          for (const label of ['Name', 'Description', 'Material', 'Length']) {
            await expect(field(page, label)).toHaveValue('');
          }
          await expect(field(page, 'Name')).toBeFocused();
          await page.getByRole('button', { name: 'cancel' }).click();
        }
        await expect(page.getByRole('dialog')).toHaveCount(0);

        const listed = ledger(page, facts).getByRole('row').filter({ hasText: name });
        for (const text of [facts.prefix, ...facts.shows]) await expect(listed).toContainText(text);
        await listed.getByRole('link', { name: `edit ${name}` }).click();
        await expect(dialog(page, facts.dialog.edit)).toBeVisible();
        const code = field(page, facts.code);
        await expect(code).toHaveValue(new RegExp(`^${facts.prefix}\\d{5}$`));
        await expect(code).toHaveAttribute('readonly');
        await expect(page).toHaveURL(new RegExp(`[?&]edit=${await code.inputValue()}$`));
        await expect(field(page, 'Name')).toHaveValue(name);
        await expect(field(page, 'Price')).toHaveValue('1250.5');
        for (const [label, option] of Object.entries(facts.fill.choose)) {
          await expect(field(page, label).locator('option:checked')).toHaveText(option);
        }
        const other = `${name} again`;
        await field(page, 'Name').fill(other);
        await page.getByRole('button', { name: facts.submit.update }).click();
        await expectNotice(page, facts.updated, other);
        await expect(page.getByRole('dialog')).toHaveCount(0);

        await listed.getByRole('switch', { name: `active: ${other}` }).click();
        await expectNotice(page, [`${facts.toggled} deactivated`]);
        const studio = listed.getByRole('switch', { name: `in studio: ${other}` });
        await studio.click();
        const words = ['made general', 'made in-studio only'];
        if (!facts.startsInStudio) words.reverse();
        await expectNotice(page, [`${facts.toggled} ${words[0]}`]);
        await studio.click();
        await expectNotice(page, [`${facts.toggled} ${words[1]}`]);
        const saved = async () => {
          const [row] = await sql`
            select name, active, in_studio from ${sql(facts.table)} where name = ${other}`;
          return row;
        };
        await expect
          .poll(saved)
          .toEqual({ name: other, active: false, in_studio: facts.startsInStudio });
      },
    );

    test(
      'list and refused form are accessible, in dark too',
      // why: the managers share their parts, so this runs once in npm test.
      { tag: ['@desktop', ...(who === 'props' ? [] : ['@long'])] },
      async ({ page, sql, signIn, expectAccessible }) => {
        await signIn(await makeStaff(sql, 'inventory_user'));
        await page.goto(facts.path);
        await expect(ledger(page, facts).getByRole('row')).toHaveCount(26);
        await expectAccessible();
        await expectLegibleInDark(page);
        await open(page, facts);
        await page.getByRole('button', { name: facts.submit.create }).click();
        await expectNotice(page, facts.invalid);
        await expectAccessible();
      },
    );

    test(
      'shows failures, keeps drafts and rolls switches back',
      // why: the managers share their code, so this runs once in npm test.
      { tag: ['@desktop', '@long'] },
      async ({ page, sql, signIn, consoleErrors }) => {
        const item = await putItem(sql, facts.table);
        await signIn(await makeStaff(sql, 'crm_user'));
        const refuse = (message: string, status = 422) => ({
          status,
          json: { code: 'PT422', message, details: null, hint: null },
        });
        let waiting = true;
        await page.route(`**/rest/v1/rpc/search_inventory`, async (route) => {
          if (waiting) await expect(page.getByText(facts.loading)).toBeVisible();
          waiting = false;
          await route.fulfill(refuse('no list today'));
        });
        await page.goto(facts.path);
        await expect(page.getByText('The list could not be loaded')).toBeVisible();
        await expect(page.getByText('no list today').first()).toBeVisible();
        if (facts.listFailed) await expectNotice(page, [facts.listFailed]);
        await page.unroute('**/rest/v1/rpc/search_inventory');
        await page.getByRole('button', { name: 'Try again' }).click();
        const box = page.getByPlaceholder(facts.search);
        await box.fill(item.name);
        const row = ledger(page, facts).getByRole('row').filter({ hasText: item.name });

        await page.route(`**/rest/v1/${facts.table}?*`, (route) =>
          route.request().method() === 'GET'
            ? route.fallback()
            : route.fulfill(refuse('not today')),
        );
        for (const [word, title] of [
          ['active', facts.failures.active],
          ['in studio', facts.failures.studio],
        ] as const) {
          const toggle = row.getByRole('switch', { name: `${word}: ${item.name}` });
          const before = await toggle.isChecked();
          await toggle.click();
          await expectNotice(page, [title, 'not today']);
          await expect(toggle).toBeChecked({ checked: before });
          await page.getByRole('button', { name: 'Dismiss' }).click();
        }
        await row.getByRole('link', { name: item.name, exact: true }).click();
        await fill(page, facts, item.name);
        await field(page, 'Quantity').fill('7');
        await page.getByRole('button', { name: facts.submit.update }).click();
        await expectNotice(page, [facts.failures.update, 'not today']);
        await expect(field(page, 'Quantity')).toHaveValue('7');
        await page.getByRole('button', { name: 'cancel' }).click();
        await page.getByRole('button', { name: 'discard changes' }).click();
        await open(page, facts);
        await fill(page, facts, 'Unlucky');
        await page.getByRole('button', { name: facts.submit.create }).click();
        await expectNotice(page, [facts.failures.create, 'not today']);
        await expect(field(page, 'Name')).toHaveValue('Unlucky');
        await page.getByRole('button', { name: 'cancel' }).click();
        await page.getByRole('button', { name: 'discard changes' }).click();
        await box.fill('no such thing');
        await expect(page.getByText(facts.empty)).toBeVisible();
        consoleErrors.length = 0;
      },
    );
  });
}

test('on a phone: cards in both views, and the dialog, of each manager', async ({
  page,
  sql,
  signIn,
  expectAccessible,
  isMobile,
}) => {
  test.skip(!isMobile, 'cards are for narrow screens');
  await signIn(await makeStaff(sql, 'inventory_user'));
  for (const [who, facts] of Object.entries(MANAGERS)) {
    await test.step(who, async () => {
      const item = await putItem(sql, facts.table);
      await page.goto(`${facts.path}?q=${item.name.replaceAll(' ', '+')}`);
      const card = page.getByRole('listitem').filter({ hasText: item.name });
      await expect(card).toContainText(item.code);
      await page.getByRole('button', { name: 'grid view' }).click();
      await expect(page).toHaveURL(/view=grid/);
      await expect(card).toContainText('₹500/day');
      await expect(card.getByRole('switch', { name: `in studio: ${item.name}` })).toBeVisible();
      await expectAccessible();
      await page.goto(`${facts.path}?edit=${item.code}`);
      await expect(field(page, 'Name')).toHaveValue(item.name);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      // The page behind the dialog opens in the view that the browser has stored.
      await expect(page.locator('button[aria-label="grid view"]')).toHaveAttribute(
        'aria-pressed',
        'true',
      );
    });
  }
});

test(
  'a pending search is applied before a dialog opens, and does not close it',
  { tag: ['@long', '@desktop'] },
  async ({ page, sql, signIn }) => {
    const item = await putItem(sql, 'props');
    const facts = MANAGERS['props']!;
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(facts.path);
    const box = page.getByPlaceholder(facts.search, { exact: true });
    await expect(ledger(page, facts).getByRole('row')).toHaveCount(26);
    const needle = item.name.replaceAll(' ', '+');
    await box.pressSequentially(item.name);
    await page.getByRole('button', { name: facts.add }).click();
    await expect(page).toHaveURL(`${facts.path}?q=${needle}&edit=new`);
    await expect(dialog(page, facts.dialog.add)).toBeVisible();
    await expect(box).toHaveValue(item.name);
    await page.keyboard.press('Escape');
    await expect(dialog(page, facts.dialog.add)).toHaveCount(0);
    await expect(ledger(page, facts).getByRole('row')).toHaveCount(2);

    await box.press('ControlOrMeta+a');
    await box.pressSequentially(item.code);
    await page.getByRole('link', { name: item.name }).first().click();
    await expect(page).toHaveURL(`${facts.path}?q=${item.code}&edit=${item.code}`);
    await expect(field(page, 'Name')).toHaveValue(item.name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await box.press('ControlOrMeta+a');
    await box.pressSequentially(item.name);
    await page.getByRole('button', { name: 'grid' }).click();
    await expect(page).toHaveURL(`${facts.path}?q=${needle}&view=grid`);
  },
);
