import { focusKept } from './support/focus-kept.ts';
import { expect, hydrated, test } from './support/test.ts';

test('a new page takes the focus to its heading, Back gives it back @long', async ({ page }) => {
  await page.goto('/rent-props');
  await hydrated(page);
  const card = page.getByRole('article').nth(3).getByRole('link');
  await card.focus();
  await focusKept(page);
  const name = await card.innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await page.goBack();
  await expect(card).toBeFocused();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();

  // From a link far below that stays where it is.
  const about = page.getByRole('contentinfo').getByRole('link', { name: 'About' });
  await about.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/about$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(about).toBeFocused();
});

test('Back from another document and a reload give the focus back @long', async ({ page }) => {
  await page.goto('/rent-props');
  await hydrated(page);
  const card = page.getByRole('article').nth(3).getByRole('link');
  await card.focus();
  await focusKept(page);
  const name = await card.innerText();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name });
  await expect(heading).toBeFocused();
  const policy = page.getByRole('contentinfo').getByRole('link', { name: 'Studio Policy' });
  await policy.focus();
  await page.goto('/robots.txt');
  await page.goBack();
  await expect(policy).toBeFocused();
  // One more Back in the new document, to a page that the one before has left.
  await page.goBack();
  await expect(card).toBeFocused();
  await page.reload();
  await expect(card).toBeFocused();
  const stored = await page.evaluate(() => sessionStorage.getItem('focus'));
  expect(stored).not.toContain(name);
});

test('where the browser stores nothing, Back within the site still gives the focus back @desktop @long', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto('/rent-props');
  await hydrated(page);
  const card = page.getByRole('article').nth(3).getByRole('link');
  await card.focus();
  await focusKept(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(card).toBeFocused();
  await page.goto('/robots.txt');
  await page.goBack();
  await expect(card).toBeVisible();
});

test('in the back office a new page takes the focus to its heading @desktop @long', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/ops/dashboard');
  const dashboard = page.getByRole('heading', { level: 1, name: 'Dashboard' });
  await expect(dashboard).toBeVisible();
  const calendar = page
    .getByRole('navigation')
    .getByRole('link', { name: 'Calendar' })
    .filter({ visible: true });
  await calendar.focus();
  await focusKept(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/calendar/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(dashboard).toBeVisible();
  await expect(calendar).toBeFocused();
  await page.reload();
  await expect(calendar).toBeFocused();
});

test('a field that a page gave the focus keeps it, however late the script that follows pages comes @phone @long', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/once-used-[\w-]+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  const field = page.getByRole('main').getByRole('searchbox', { name: 'Search everything' });
  await expect(field).toBeFocused();
  const late = page.waitForResponse(/\/once-used-[\w-]+\.js/);
  release();
  // The page asked for it first, and has called it when this import is done.
  await page.evaluate((url) => import(url), (await late).url());
  await expect(field).toBeFocused();
});
