import type { Page } from '@playwright/test';
import { demoSlug } from './support/items.ts';
import { makeProp, storeCart, storedLine } from './support/order.ts';
import { ITEM_PATHS, PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** Screen widths and the browser's font size, in px; 16 is the default. */
const SCREENS = [
  { width: 320, font: 16 },
  { width: 390, font: 24 },
  { width: 390, font: 32 },
];

/** Sets the browser's default font size, which also affects rem in media queries. */
async function setFont(page: Page, standard: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
}

/** Distance by which the page or an open dialog can scroll horizontally, in px. */
const horizontalOverflow = (page: Page) =>
  page.evaluate(() => {
    const parts = document.querySelectorAll('html, body, dialog[open], dialog[open] *');
    return Math.max(
      ...[...parts]
        .filter(
          (part) => part.tagName === 'HTML' || /auto|scroll/.test(getComputedStyle(part).overflowX),
        )
        .map((part) => part.scrollWidth - part.clientWidth),
    );
  });

// why: the larger fonts only run in test:all.
for (const [place, { width, font }] of SCREENS.entries()) {
  test.describe(`at ${width} px with a font of ${font} px @desktop${place === 0 ? '' : ' @long'}`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true, isMobile: true });
    test.beforeEach(async ({ page }) => setFont(page, font));

    test('no page scrolls horizontally, and the cart is visible @long', async ({
      page,
      sql,
      signIn,
      consoleErrors,
    }) => {
      const lamp = await makeProp(sql, 1250.5);
      await storeCart(page, JSON.stringify([storedLine(lamp, { quantity: 12 })]));
      const items = ITEM_PATHS.map(async ([table, path]) => path + (await demoSlug(sql, table)));
      for (const path of [...PAGES, '/nowhere', ...(await Promise.all(items))]) {
        await page.goto(path);
        await expect(page.getByRole('button', { name: 'Cart, 12 items' })).toBeInViewport({
          ratio: 1,
        });
        await expect.poll(() => horizontalOverflow(page), path).toBe(0);
        const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
        expect(size).toBe(`${font}px`);
      }
      await signIn();
      await page.goto('/ops/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Demo studio' })).toBeVisible();
      await expect.poll(() => horizontalOverflow(page), 'the back office').toBe(0);
      consoleErrors.length = 0;
    });

    test('order drawer, its form, filters and chat do not scroll horizontally @long', async ({
      page,
      sql,
    }) => {
      const lamp = await makeProp(sql, 1250.5);
      await storeCart(page, JSON.stringify([storedLine(lamp)]));
      await page.goto('/rent-props');
      await page.getByRole('button', { name: /^Cart/ }).click();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByText(lamp.name)).toBeVisible();
      await expect.poll(() => horizontalOverflow(page)).toBe(0);
      await drawer.getByRole('button', { name: 'Place Enquiry' }).click();
      await drawer.getByRole('button', { name: 'Submit Enquiry' }).click();
      await expect(drawer.getByText('First name is required')).toBeVisible();
      await expect.poll(() => horizontalOverflow(page)).toBe(0);
      await drawer.getByRole('button', { name: 'Close' }).click();
      await expect(drawer).toBeHidden();
      await page.getByRole('button', { name: 'Filter' }).click();
      await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
      await expect.poll(() => horizontalOverflow(page)).toBe(0);
      await page.goto('/about');
      await page.getByRole('button', { name: 'Chat with us' }).click();
      await expect(page.getByRole('dialog', { name: 'Frameyard' })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => horizontalOverflow(page)).toBe(0);
    });
  });
}

test.describe('at 320 px @desktop @long', () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });

  test('no page of the back office scrolls horizontally', async ({ page, signIn }) => {
    await signIn();
    for (const path of ['today', 'crm', 'calendar', 'documents', 'props-manager']) {
      await page.goto(`/ops/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expect.poll(() => horizontalOverflow(page), path).toBe(0);
    }
  });
});
