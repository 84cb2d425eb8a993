import { expect, test } from './support/test.ts';

test('an unknown address shows the 404 page', async ({ page, consoleErrors, expectAccessible }) => {
  const answer = await page.goto('/no/such-page?x=1');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle(/^Page not found \| /);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect.poll(() => consoleErrors.join('\n')).toContain('/no/such-page');
  await expectAccessible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  consoleErrors.length = 0;
});

test('the 404 page has a search @desktop @long', async ({ page, consoleErrors }) => {
  await page.goto('/rent-propz');
  const main = page.getByRole('main');
  await main.getByRole('searchbox', { name: 'Search everything' }).fill('chair');
  await main.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/search?q=chair');
  await expect(page.getByRole('article').first()).toBeVisible();
  consoleErrors.length = 0;
});

test('unknown addresses below existing pages @desktop @long', async ({ page, consoleErrors }) => {
  for (const path of ['/rent-props/extra', '/props', '/props/a/b']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    await expect(page).toHaveTitle(/^Page not found \| /);
  }
  consoleErrors.length = 0;
});
