import { demoSlug } from './support/items.ts';
import { ITEM_PATHS, PAGES } from './support/pages.ts';
import { expect, expectLegibleInDark, test } from './support/test.ts';

// why: their pages have the components of others, of props or of /about; they run in test:all only.
const alike = (path: string) =>
  /clothes|backdrops|gear|sets-packages|crew|free-props|pricing|projects|policy/.test(path)
    ? ' @long'
    : '';

for (const path of PAGES) {
  test(`${path} has no accessibility violations${alike(path)}`, async ({
    page,
    expectAccessible,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible();
    await expectLegibleInDark(page);
  });
}

for (const [table, path] of ITEM_PATHS) {
  test(`${path} has no accessibility violations${alike(path)}`, async ({
    page,
    sql,
    expectAccessible,
  }) => {
    await page.goto(path + (await demoSlug(sql, table)));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible();
    await expectLegibleInDark(page);
  });
}

test('/enquire has no accessibility violations, empty, refused and without its item', async ({
  page,
  sql,
  consoleErrors,
  expectAccessible,
}) => {
  const [item] = await sql<{ id: string }[]>`
    select id from props where active order by prop_id limit 1`;
  const expectFine = async (title: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectAccessible();
    await expectLegibleInDark(page);
  };
  await page.goto(`/enquire?type=prop&item=${item?.id}`);
  await expectFine('Place Enquiry');
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  await expect(page.getByText('Your enquiry has not been sent yet.')).toBeVisible();
  await expectFine('Place Enquiry');
  await page.goto('/enquire');
  await expectFine('This item is not offered any more');
  consoleErrors.length = 0;
});
