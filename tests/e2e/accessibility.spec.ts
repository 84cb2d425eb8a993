import { expect, test } from './support/test.ts';

/** Every public route, and where a kind has items the page of one of them. */
const ROUTES = [
  '/',
  '/rent-props',
  '/rent-clothes',
  '/rent-backdrops',
  '/rent-gear',
  '/rent-sets-packages',
  '/free-props',
  '/crew-rental',
  '/projects',
  '/about',
  '/pricing',
  '/studio-policy',
  '/my-order',
  '/thank-you-for-enquiry',
  '/search?q=red',
];
const KINDS: Record<string, string> = {
  props: '/props/',
  clothes: '/clothes/',
  backdrops: '/backdrops/',
  gear: '/gear/',
  crews: '/crew/',
  sets: '/rent-sets-packages/',
};

for (const path of ROUTES) {
  test(`${path} has nothing to object to`, async ({ page, expectAccessible }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible();
  });
}

for (const [table, path] of Object.entries(KINDS)) {
  test(`${path} has nothing to object to`, async ({ page, sql, expectAccessible }) => {
    const [item] = await sql<{ slug: string }[]>`
      select slug from ${sql(table)} where active order by id limit 1`;
    await page.goto(path + item?.slug);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible();
  });
}
