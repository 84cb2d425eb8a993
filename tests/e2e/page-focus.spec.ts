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
});
