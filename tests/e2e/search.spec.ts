import { putProp, rareWord } from './support/catalogue.ts';
import { expect, test } from './support/test.ts';

test('everything that matches, by kind, from the header @desktop', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const word = rareWord();
  await putProp(sql, { name: `Chair ${word}` });
  await sql`insert into public.gear (name, price) values (${`Camera ${word}`}, 900)`;
  await page.goto('/my-order');
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('/');
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search everything' });
  await expect(field).toBeFocused();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?q=${word}`);
  await expect(page).toHaveTitle(new RegExp(`^Search “${word}” \\| `));
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('link', { name: `Camera ${word}` })).toHaveAttribute(
    'href',
    /^\/gear\//,
  );
  await expectAccessible();

  const kinds = page.getByRole('navigation', { name: 'Kinds' });
  await expect(kinds.getByRole('link', { name: 'Props 1' })).toBeVisible();
  await kinds.getByRole('link', { name: 'Gear 1' }).click();
  await expect(page).toHaveURL(`/search?q=${word}&category=gear`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(2);

  await page.getByRole('main').getByRole('searchbox').fill(`${word} none`);
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible();
});

test('from the header of a phone', async ({ page }) => {
  test.skip((page.viewportSize()?.width ?? 0) > 700, 'a field stands there on a wide screen');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await expect(page).toHaveURL('/search');
  const field = page.getByRole('main').getByRole('searchbox', { name: 'Search everything' });
  await expect(field).toBeFocused();
  await field.fill('sofa');
  await expect(page).toHaveURL('/search?q=sofa');
  await expect(page.getByText(/^Showing \d+ items$/)).toBeVisible();
});

test('without JavaScript: a form, results of every kind, pages @desktop', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/no-such-page');
  await page.getByRole('main').getByRole('searchbox', { name: 'Search everything' }).fill('red');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/search?q=red');
  await expect(page.getByRole('article')).toHaveCount(24);
  const robots = page.locator('meta[name="robots"]');
  await expect(robots).toHaveAttribute('content', 'noindex');
  await context.close();
});
