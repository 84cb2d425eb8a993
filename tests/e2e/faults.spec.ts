import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test } from './support/test.ts';

/**
 * Presses a link, and makes prices fail to render from then on, but not in a page that is loaded. why at once: the
 * page of the link may show prices too, and be drawn again before the press.
 */
async function pressAndBreakPrices(link: Locator): Promise<void> {
  await link.evaluate((element: HTMLElement) => {
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get: () => () => {
        throw new RangeError('planted, with asha@example.in');
      },
    });
    element.click();
  });
}

/** Bodies of the reports that the page sends. */
function watchReports(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (one) => {
    if (new URL(one.url()).pathname === '/faults') sent.push(one.postData() ?? '');
  });
  return sent;
}

test('a page of ours that fails says so, with ways out, and is reported once @desktop @long', async ({
  page,
  consoleErrors,
  expectAccessible,
}) => {
  const reports = watchReports(page);
  await page.goto('/rent-props');
  await hydrated(page);
  const item = page.getByRole('article').first().getByRole('link').first();
  const name = await page.getByRole('article').first().getByRole('heading').innerText();
  const answered = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('"route":"/_site/props/$slug"') ?? false,
  );
  await pressAndBreakPrices(item);
  const sorry = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(sorry.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await expect(page.getByText('Prop Not Found')).toHaveCount(0);
  await expect(page.getByText('Show Error')).toHaveCount(0);
  await expectAccessible();
  expect((await answered).status()).toBe(204);
  // The list behind it, which has prices too, may have been drawn once more.
  const ofItem = reports.filter((text) => text.includes('$slug'));
  expect(ofItem).toHaveLength(1);
  expect(ofItem[0]).toContain('"name":"RangeError"');
  expect(reports.join('\n')).not.toMatch(/asha|planted/);
  await expect(sorry.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await sorry.getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  consoleErrors.length = 0;
});

test('a page of the back office that fails leads back into it @desktop @long', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  await signIn();
  await page.goto('/ops/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await pressAndBreakPrices(
    page.getByRole('navigation').getByRole('link', { name: 'Money' }).first(),
  );
  const sorry = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(sorry.getByRole('link', { name: 'Reload' })).toBeVisible();
  await sorry.getByRole('link', { name: 'Open the back office' }).click();
  await expect(page).toHaveURL(/\/ops\/\w+/);
  consoleErrors.length = 0;
});

test('an item whose script is lost is not said to be missing @desktop @long', async ({
  page,
  consoleErrors,
}) => {
  await page.route('**/assets/item-page-*.js', (route) => route.abort());
  await page.goto('/rent-props');
  await hydrated(page);
  const card = page.getByRole('article').first();
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Prop Not Found')).toHaveCount(0);
  consoleErrors.length = 0;
});
