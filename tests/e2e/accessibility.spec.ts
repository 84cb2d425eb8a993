import { ITEM_PATHS, PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

// why: their pages have the components of props and crew; they run in test:all only.
const alike = (path: string) => (/clothes|backdrops|gear|sets-packages/.test(path) ? ' @long' : '');

for (const path of PAGES) {
  test(`${path} has no accessibility violations${alike(path)}`, async ({
    page,
    expectAccessible,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible();
  });
}

for (const [table, path] of Object.entries(ITEM_PATHS)) {
  test(`${path} has no accessibility violations${alike(path)}`, async ({
    page,
    sql,
    expectAccessible,
  }) => {
    const [item] = await sql<{ slug: string }[]>`
      select slug from ${sql(table)} where active order by id limit 1`;
    await page.goto(path + item?.slug);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible();
  });
}
