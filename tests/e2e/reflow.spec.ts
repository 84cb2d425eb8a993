import type { Page } from '@playwright/test';
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

/** How far the page or an open dialog can scroll horizontally, in px. */
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

    test('no page scrolls horizontally, and the cart is visible', async ({
      page,
      sql,
      consoleErrors,
    }) => {
      test.slow();
      const lamp = await makeProp(sql, 1250.5);
      await storeCart(page, JSON.stringify([storedLine(lamp, { quantity: 12 })]));
      const items = Object.entries(ITEM_PATHS).map(async ([table, path]) => {
        const [item] = await sql<{ slug: string }[]>`
          select slug from ${sql(table)} where active order by id limit 1`;
        return `${path}${item?.slug}`;
      });
      for (const path of [...PAGES, '/nowhere', ...(await Promise.all(items))]) {
        await page.goto(path);
        await expect(page.getByRole('button', { name: 'Cart, 12 items' })).toBeInViewport({
          ratio: 1,
        });
        expect(await horizontalOverflow(page), path).toBe(0);
        const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
        expect(size).toBe(`${font}px`);
      }
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
      expect(await horizontalOverflow(page)).toBe(0);
      await drawer.getByRole('button', { name: 'Place Enquiry' }).click();
      await drawer.getByRole('button', { name: 'Submit Enquiry' }).click();
      await expect(drawer.getByText('First name is required')).toBeVisible();
      expect(await horizontalOverflow(page)).toBe(0);
      await drawer.getByRole('button', { name: 'Close' }).click();
      await expect(drawer).toBeHidden();
      await page.getByRole('button', { name: 'Filter' }).click();
      await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
      expect(await horizontalOverflow(page)).toBe(0);
      await page.goto('/about');
      await page.getByRole('button', { name: 'Chat with us' }).click();
      await expect(page.getByRole('dialog', { name: 'Frameyard' })).toBeInViewport({ ratio: 1 });
      expect(await horizontalOverflow(page)).toBe(0);
    });
  });
}
