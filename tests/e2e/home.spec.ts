import { expect, test } from './support/test.ts';

test('the front leads to props and categories', async ({ page, expectAccessible }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const hero = page.getByRole('img', { name: /^A living-room set/ });
  expect(await hero.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible();

  const tile = page.getByRole('region', { name: 'Start with what you need' }).getByRole('listitem');
  const count = (await tile.nth(1).innerText()).replaceAll(/\D/g, '');
  await tile.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/rent-props\?category=[a-z-]+$/);
  await expect(page.getByText(new RegExp(`^Showing 24 of ${count} items$`))).toBeVisible();

  await page.goBack();
  await page.getByRole('link', { name: /^Browse 2,\d{3} props$/ }).click();
  await expect(page).toHaveURL('/rent-props');
});

test('how an enquiry works is one press away', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'How it works' }).click();
  await expect(
    page.getByRole('heading', { name: 'From here to your set in three steps' }),
  ).toBeInViewport();
});

test('header and footer on a wide screen @desktop', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const header = page.getByRole('banner');
  const menu = header.getByRole('button', { name: 'Studio rental' });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await header.getByRole('link', { name: 'Rent Props' }).click();
  await expect(page).toHaveURL('/rent-props');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');

  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Bangalore');
  await expect(footer.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  await expect(footer.getByRole('link', { name: /^\+91/ })).toHaveAttribute('href', /^tel:\+91/);
});

test('the menu on a phone', async ({ page, expectAccessible }) => {
  test.skip((page.viewportSize()?.width ?? 0) > 700, 'the menu is for small screens');
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await open.click();
  await expect(menu).toBeVisible();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await menu.getByRole('link', { name: 'Rent Props' }).click();
  await expect(page).toHaveURL('/rent-props');
  await expect(menu).toBeHidden();
});
