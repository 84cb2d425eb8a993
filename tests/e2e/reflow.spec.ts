import type { Page } from '@playwright/test';
import { makeProp, storedLine } from './support/order.ts';
import { expect, test } from './support/test.ts';

const PAGES = [
  '/',
  '/rent-props',
  '/rent-clothes',
  '/rent-backdrops',
  '/rent-gear',
  '/rent-sets-packages',
  '/free-props',
  '/crew-rental',
  '/search?q=red',
  '/projects',
  '/about',
  '/pricing',
  '/studio-policy',
  '/my-order',
  '/thank-you-for-enquiry',
  '/nowhere',
];

const TABLES = {
  props: '/props/',
  clothes: '/clothes/',
  backdrops: '/backdrops/',
  gear: '/gear/',
  crews: '/crew/',
  sets: '/rent-sets-packages/',
};

/** A phone, and the font size set in its browser, in px; 16 is a browser's own. */
const SCREENS = [
  { width: 320, font: 16 },
  { width: 390, font: 24 },
  { width: 390, font: 32 },
];

/** Sets the font size in the browser's own settings, by which it measures rem in media queries too. */
async function setFont(page: Page, standard: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
}

/** How far the page, or an open dialog's content, can be scrolled sideways, in px. */
const sideways = (page: Page) =>
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

for (const { width, font } of SCREENS) {
  test.describe(`at ${width} px with a font of ${font} px @desktop`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true, isMobile: true });
    test.beforeEach(async ({ page }) => setFont(page, font));

    test('no page scrolls sideways, and the cart is in view', async ({
      page,
      sql,
      consoleErrors,
    }) => {
      test.slow();
      const lamp = await makeProp(sql, 1250.5);
      await page.goto('/my-order');
      await page.evaluate(
        (lines) => localStorage.setItem('myOrder', JSON.stringify(lines)),
        [storedLine(lamp, { quantity: 12 })],
      );
      const items = Object.entries(TABLES).map(async ([table, path]) => {
        const [item] = await sql<{ slug: string }[]>`
          select slug from ${sql(table)} where active order by id limit 1`;
        return `${path}${item?.slug}`;
      });
      for (const path of [...PAGES, ...(await Promise.all(items))]) {
        await page.goto(path);
        await expect(page.getByRole('button', { name: 'Cart, 12 items' })).toBeInViewport({
          ratio: 1,
        });
        expect(await sideways(page), path).toBe(0);
        const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
        expect(size).toBe(`${font}px`);
      }
      consoleErrors.length = 0;
    });

    test('nor does the order drawer, its form, the filters or the chat', async ({ page, sql }) => {
      const lamp = await makeProp(sql, 1250.5);
      await page.goto('/my-order');
      await page.evaluate(
        (lines) => localStorage.setItem('myOrder', JSON.stringify(lines)),
        [storedLine(lamp)],
      );
      await page.goto('/rent-props');
      await page.getByRole('button', { name: /^Cart/ }).click();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByText(lamp.name)).toBeVisible();
      expect(await sideways(page)).toBe(0);
      await drawer.getByRole('button', { name: 'Place Enquiry' }).click();
      await drawer.getByRole('button', { name: 'Submit Enquiry' }).click();
      await expect(drawer.getByText('First name is required')).toBeVisible();
      expect(await sideways(page)).toBe(0);
      await drawer.getByRole('button', { name: 'Close' }).click();
      await expect(drawer).toBeHidden();
      await page.getByRole('button', { name: 'Filter' }).click();
      await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
      expect(await sideways(page)).toBe(0);
      await page.goto('/about');
      await page.getByRole('button', { name: 'Chat with us' }).click();
      await expect(page.getByRole('dialog', { name: 'Frameyard' })).toBeInViewport({ ratio: 1 });
      expect(await sideways(page)).toBe(0);
    });
  });
}
