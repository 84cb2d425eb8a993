import type { Locator } from '@playwright/test';
import { putProp } from './support/catalogue.ts';
import { expect, hydrated, test } from './support/test.ts';

const ENTRIES = [
  ['rent props', '/rent-props'],
  ['rent clothes', '/rent-clothes'],
  ['rent backdrops', '/rent-backdrops'],
  ['rent gear', '/rent-gear'],
  ['hire crew', '/crew-rental'],
  ['rent sets and packages', '/rent-sets-packages'],
  ['free items', '/free-props'],
] as const;

const LINKS = [
  ['projects', '/projects'],
  ['about', '/about'],
  ['studio policy', '/studio-policy'],
  ['my order', '/my-order'],
] as const;

/** Text and address of each link, in order. */
const linksOf = (within: Locator) =>
  within
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
    );

test.describe('the header on a wide screen @desktop', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/about');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
  });

  test('has the brand, the dropdown’s seven entries and the links, and is sticky', async ({
    page,
  }) => {
    const header = page.getByRole('banner');
    await header.getByText('studio rental', { exact: true }).click();
    expect(await linksOf(header.getByRole('navigation', { name: 'Main' }))).toEqual([
      ...ENTRIES,
      ...LINKS,
    ]);
    await page.mouse.wheel(0, 2000);
    await expect(header.getByRole('link', { name: /, home$/ })).toBeInViewport();
    await header.getByRole('link', { name: 'rent props', exact: true }).click();
    await expect(page).toHaveURL('/rent-props');
    await expect(header.getByRole('link', { name: 'rent props', exact: true })).toBeHidden();
    await header.getByRole('link', { name: /, home$/ }).click();
    await expect(page).toHaveURL('/');
  });

  test('opens on hover after 200 ms, closes after 150 ms, and reopens without delay @long', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/about');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await page.clock.pauseAt(Date.now() + 60_000);
    const button = page.getByRole('banner').getByText('studio rental', { exact: true });
    const entry = page.getByRole('banner').getByRole('link', { name: 'free items', exact: true });
    const moveAway = () => page.mouse.move(300, 600);

    await button.hover();
    await page.clock.runFor(190);
    await expect(entry).toBeHidden();
    await page.clock.runFor(20);
    await expect(entry).toBeVisible();

    await moveAway();
    await page.clock.runFor(140);
    await expect(entry).toBeVisible();
    await page.clock.runFor(20);
    await expect(entry).toBeHidden();

    await button.hover();
    await page.clock.runFor(1);
    await expect(entry).toBeVisible();
    await moveAway();
    await page.clock.runFor(1000);
    await expect(entry).toBeHidden();
    await button.hover();
    await page.clock.runFor(150);
    await expect(entry).toBeHidden();
  });

  test('shows a tooltip after 700 ms of hover, the next one at once within 300 ms @long', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.clock.install();
    await page.goto('/about');
    await hydrated(page);
    // The tooltips' script comes with the first use of the page.
    await page.mouse.move(300, 600);
    await page.mouse.move(320, 620);
    await expect(page.locator('[popover=manual][aria-hidden]')).toBeAttached();
    await page.waitForLoadState('networkidle');
    await page.clock.pauseAt(Date.now() + 60_000);
    const header = page.getByRole('banner');
    const cart = header.getByRole('button', { name: 'Cart, empty' });
    const search = header.getByRole('link', { name: 'Search' });
    const tip = (text: string) => page.locator('[popover=manual]').getByText(text, { exact: true });

    await cart.hover();
    await page.clock.runFor(690);
    await expect(tip('My Order')).toBeHidden();
    await page.clock.runFor(20);
    await expect(tip('My Order')).toBeVisible();
    await search.hover();
    await page.clock.runFor(1);
    await expect(tip('Search')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tip('Search')).toBeHidden();
    await page.clock.runFor(310);
    await cart.hover();
    await page.clock.runFor(690);
    await expect(tip('My Order')).toBeHidden();
    await page.mouse.move(300, 600);
    await page.clock.runFor(1000);
    await expect(tip('My Order')).toBeHidden();
    await page.keyboard.press('Tab');
    await search.focus();
    await page.clock.runFor(1);
    await expect(tip('Search')).toBeVisible();
  });

  test('the cart badge pulses for 300 ms when the count rises @long', async ({ page, sql }) => {
    const prop = await putProp(sql);
    await page.clock.install();
    await page.goto(`/props/${prop.slug}`);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await page.clock.pauseAt(Date.now() + 60_000);
    const badge = page.getByRole('banner').locator('[data-pulsing]');
    await page.getByRole('button', { name: 'Add to Order' }).click();
    await expect(badge).toHaveText('1');
    await page.clock.runFor(290);
    await expect(badge).toBeVisible();
    await page.clock.runFor(20);
    await expect(badge).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  });

  test('a click pins a menu that hover opened; the next one closes it @long', async ({ page }) => {
    const button = page.getByRole('banner').getByText('studio rental', { exact: true });
    const entry = page.getByRole('banner').getByRole('link', { name: 'free items', exact: true });
    await button.hover();
    await expect(entry).toBeVisible();
    await button.click();
    await page.mouse.move(300, 600);
    await page.waitForFunction(() => document.querySelector('header details[open]'));
    await expect(entry).toBeVisible();
    await button.click();
    await expect(entry).toBeHidden();
    await button.click();
    await expect(entry).toBeVisible();
    await page.mouse.click(300, 600);
    await expect(entry).toBeHidden();
  });

  test('works by keyboard @long', async ({ page }) => {
    const header = page.getByRole('banner');
    const button = header.locator('summary');
    const entry = (name: string) => header.getByRole('link', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(entry('rent props')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(entry('rent props')).toBeHidden();
    await page.keyboard.press('ArrowDown');
    await expect(entry('rent props')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(entry('rent clothes')).toBeFocused();
    await page.keyboard.press('End');
    await expect(entry('free items')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(entry('rent props')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(entry('free items')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(entry('rent props')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(entry('rent props')).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(entry('free items')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(entry('projects')).toBeFocused();
    await expect(entry('free items')).toBeHidden();
  });

  test('has a skip link to the content @long', async ({ page, expectAccessible }) => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('banner').locator('summary').click();
    await expectAccessible();
  });
});

test.describe('the menu on a phone', () => {
  test.beforeEach(async ({ page, isMobile }) => {
    test.skip(!isMobile, 'the menu is for small screens');
    await page.goto('/about');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
  });

  test('has all entries, traps focus, and closes on Escape and on navigation', async ({
    page,
    expectAccessible,
  }) => {
    const open = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await open.tap();
    await expect(menu).toBeVisible();
    expect(await linksOf(menu)).toEqual([...ENTRIES, ...LINKS]);
    await expectAccessible();
    for (let press = 0; press < 14; press += 1) {
      await page.keyboard.press('Tab');
      // why: between the last and the first element the focus is in the browser's controls, reported as body.
      const escaped = await page.evaluate(
        () =>
          document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      );
      expect(escaped).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();
    await open.tap();
    await menu.getByRole('link', { name: 'studio policy' }).tap();
    await expect(page).toHaveURL('/studio-policy');
    await expect(menu).toBeHidden();
  });
});

test('the footer has the studio’s address, contact details and links @desktop @long', async ({
  page,
}) => {
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Bangalore');
  await expect(footer.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  await expect(footer.getByRole('link', { name: /^\+91/ })).toHaveAttribute('href', /^tel:\+91/);
  expect(await linksOf(footer.getByRole('navigation', { name: 'studio rental' }))).toEqual(ENTRIES);
  expect(await linksOf(footer.getByRole('navigation', { name: 'the studio' }))).toEqual([
    ...LINKS,
    ['pricing', '/pricing'],
  ]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the header’s links work @long', async ({ page, isMobile }) => {
    await page.goto('/about');
    const header = page.getByRole('banner');
    if (isMobile) {
      await header.getByRole('link', { name: 'Menu' }).click();
      const links = page.getByRole('contentinfo').getByRole('link', { name: 'rent gear' });
      await expect(links).toBeInViewport();
      await links.click();
    } else {
      await header.getByText('studio rental', { exact: true }).click();
      await header.getByRole('link', { name: 'rent gear' }).click();
    }
    await expect(page).toHaveURL('/rent-gear');
  });
});

test('the chosen colours hold, are there before the scripts, and not on paper @desktop @long', async ({
  page,
  consoleErrors,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about');
  const root = page.locator('html');
  const bars = page.locator('meta[name="theme-color"]').first();
  await expect(root).toHaveCSS('color-scheme', 'light dark');
  await expect(bars).toHaveAttribute('media', '(prefers-color-scheme:dark)');
  const light = await root.evaluate((html) => getComputedStyle(html).backgroundColor);
  const choice = page.getByRole('contentinfo').getByLabel('Colours');
  await choice.selectOption('Dark');
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await expect(root).not.toHaveCSS('background-color', light);
  await expect(bars).toHaveAttribute('media', 'all');
  await expect(bars).toHaveAttribute('content', '#15110e');
  await page.emulateMedia({ media: 'print' });
  await expect(root).toHaveCSS('color-scheme', 'light');
  await expect(root).toHaveCSS('background-color', light);
  await page.emulateMedia({ media: null });

  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await page.unroute('**/assets/*.js');
  await page.reload();
  await expect(choice).toHaveValue('dark');
  await choice.selectOption('System');
  await expect(root).toHaveCSS('color-scheme', 'light dark');
  consoleErrors.length = 0;
});
