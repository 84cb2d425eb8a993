import { expect, test } from './support/test.ts';

test.use({ javaScriptEnabled: false });

/** Every page, by its heading. */
const PAGES = [
  ['/', /\w/],
  ['/rent-props', 'Rent Props'],
  ['/rent-clothes', 'Rent Clothes'],
  ['/rent-backdrops', 'Rent Backdrops'],
  ['/rent-gear', 'Rent Gear'],
  ['/rent-sets-packages', /Sets/],
  ['/free-props', 'Free Items'],
  ['/hire-crew', 'All Crew'],
  ['/search?q=red', 'Search'],
  ['/projects', /\w/],
  ['/about', /\w/],
  ['/pricing', /\w/],
  ['/studio-policy', /\w/],
  ['/my-order', 'My Order'],
] as const;

test('every page reads without JavaScript @desktop', async ({ page }) => {
  test.slow();
  for (const [path, heading] of PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('Bangalore');
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
    });
  }
});

test('from the list to an item and back without JavaScript @desktop', async ({ page }) => {
  await page.goto('/rent-props');
  await expect(page).toHaveTitle(/^Rent Props \| /);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(24);
  await expect(page.getByText(/^Showing 24 of 2,\d{3} items$/)).toBeVisible();
  const link = cards.first().getByRole('link');
  const name = await link.innerText();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Props' }).click();
  await expect(cards).toHaveCount(24);
});

test('a list that cannot be read says so without JavaScript @desktop', async ({
  page,
  consoleErrors,
}) => {
  // A cursor that the database refuses.
  const answer = await page.goto('/rent-props?after=abc');
  expect(answer?.status()).toBe(400);
  await expect(page.getByRole('heading', { name: 'No props available' })).toBeVisible();
  await expect(page.getByText('The list could not be loaded.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/rent-props?after=abc',
  );
  await expect(page.locator('[data-skeleton]').first()).toBeHidden();
  consoleErrors.length = 0;
});
