import { randomUUID } from 'node:crypto';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test(
  'a lookup value is added, renamed and removed; one in use is kept and shows its uses',
  { tag: ['@long', '@desktop'] },
  async ({ page, sql, signIn, expectAccessible, consoleErrors }) => {
    const tag = randomUUID().slice(0, 8);
    const [used] = await sql<{ id: string }[]>`
      insert into gear_brands (name) values (${`Used ${tag}`}) returning id`;
    await sql`insert into gear (name, gear_brand_id) values (${`Flash ${tag}`}, ${used?.id ?? ''})`;
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto('/ops/gear-manager');
    await page.getByRole('button', { name: 'Lists', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Lists of the gear manager' });
    await dialog.getByLabel('List').selectOption('Brand');

    await dialog.getByLabel('New brand').fill(`USED ${tag}`);
    await dialog.getByLabel('New brand').press('Enter');
    await expect(dialog.getByText(`Used ${tag} is in the list already`)).toBeVisible();
    await dialog.getByLabel('New brand').fill(`Fresh ${tag}`);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: `Fresh ${tag}` })).toContainText(
      'not used',
    );
    await expect(dialog.getByLabel('New brand')).toHaveValue('');

    await dialog.getByRole('button', { name: `change Fresh ${tag}` }).click();
    await expect(dialog.getByLabel('New name')).toBeFocused();
    await dialog.getByLabel('New name').fill(`Newer ${tag}`);
    await dialog.getByLabel('New name').press('Enter');
    await expect(dialog.getByRole('button', { name: `change Newer ${tag}` })).toBeVisible();

    await dialog.getByRole('button', { name: `remove Used ${tag}` }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'in use' })).toHaveText(
      `Used ${tag} is in use and cannot be removed: 1 Gear (Flash ${tag})`,
    );
    await expectAccessible();
    await dialog.getByRole('button', { name: `remove Newer ${tag}` }).click();
    await expect(dialog.getByRole('button', { name: `change Newer ${tag}` })).toBeHidden();
    const left = await sql`select name from gear_brands where name like ${`% ${tag}`}`;
    expect([...left]).toEqual([{ name: `Used ${tag}` }]);
    // why: the browser logs the refusal.
    await expect.poll(() => consoleErrors).toHaveLength(1);
    consoleErrors.length = 0;
  },
);

test(
  'a colour has a swatch, or is marked as many colours',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn, expectAccessible }) => {
    const name = `Color ${randomUUID().slice(0, 8)}`;
    const hex = async () => (await sql`select hex from colors where name = ${name}`)[0]?.['hex'];
    await signIn();
    await page.goto('/ops/props-manager');
    await page.getByRole('button', { name: 'Lists', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('List').selectOption('Color');
    await dialog.getByLabel('New color').fill(name);
    await dialog.getByLabel('swatch').fill('#12ab34');
    await expectAccessible();
    await dialog.getByLabel('New color').press('Enter');
    await dialog.getByRole('button', { name: `change ${name}` }).click();
    expect(await hex()).toBe('#12ab34');
    const row = dialog.getByRole('listitem').filter({ has: page.getByLabel('New name') });
    await expect(row.getByLabel('swatch')).toHaveValue('#12ab34');
    await row.getByLabel('many colors').check();
    await row.getByRole('button', { name: 'save' }).click();
    await expect(page.getByText(`${name} saved`)).toBeVisible();
    expect(await hex()).toBeNull();
    await sql`delete from colors where name = ${name}`;
  },
);
