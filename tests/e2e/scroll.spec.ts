import type { Page } from '@playwright/test';
import { openWithoutScripts } from './support/delayed-scripts.ts';
import { withoutFonts } from './support/shifts.ts';
import { expect, hydrated, test } from './support/test.ts';

const top = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const scrollTo = async (page: Page, y: number) => {
  await page.evaluate((to) => window.scrollTo(0, to), y);
  await expect.poll(() => top(page)).toBeGreaterThan(y - 60);
};

test('a route change starts at the top, Back restores the scroll position @long', async ({
  page,
}) => {
  await page.goto('/rent-props');
  await hydrated(page);
  const cards = page.getByRole('article');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(48);
  const card = cards.nth(40);
  await card.scrollIntoViewIfNeeded();
  const before = await top(page);
  expect(before).toBeGreaterThan(1500);

  await card.getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Add to Order' }).first()).toBeAttached();
  await expect.poll(() => top(page)).toBe(0);

  await page.goBack();
  await expect(card).toBeVisible();
  await expect.poll(async () => Math.abs((await top(page)) - before)).toBeLessThan(200);
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Add to Order' }).first()).toBeAttached();
  await expect.poll(() => top(page)).toBe(0);
});

test('a list does not grow while the focus is on its button or below it, and goes on afterwards @desktop @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/rent-props');
  await hydrated(page);
  const links = page.getByRole('contentinfo').getByRole('link');
  const count = page.getByText(/^Showing \d+ of 2,\d{3} items$/);
  await links.last().focus();
  await expect(links.last()).toBeInViewport();
  const shown = await count.innerText();
  for (const link of (await links.all()).reverse()) {
    await link.focus();
    await expect(link).toBeInViewport();
  }
  const more = page.getByRole('button', { name: 'Load more' });
  await more.focus();
  await expect(more).toBeInViewport();
  await page.waitForLoadState('networkidle');
  await expect(count).toHaveText(shown);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('article').last().locator(':focus')).toBeVisible();
  await expect(count).not.toHaveText(shown);
});

test('what has the focus stays in sight when the page grows above it, and can be scrolled away from @desktop @long', async ({
  page,
}) => {
  await page.goto('/about');
  await hydrated(page);
  const main = page.getByRole('main');
  const link = page.getByRole('contentinfo').getByRole('link').first();
  await page.keyboard.press('Tab');
  await link.focus();
  await expect(link).toBeInViewport();
  // As where a browser does not hold the place itself: WebKit, and after what it took as its mark is gone.
  const grow = () =>
    main.evaluate((element) => {
      document.documentElement.style.overflowAnchor = 'none';
      element.style.paddingBottom = `${Number.parseFloat(getComputedStyle(element).paddingBottom) + 3000}px`;
    });
  await grow();
  await expect(link).toBeInViewport();
  await page.mouse.wheel(0, -2000);
  await expect(link).not.toBeInViewport();
  await grow();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await expect(link).not.toBeInViewport();
});

test('search and sorting keep the scroll position @desktop @long', async ({ page }) => {
  await page.goto('/rent-props');
  await hydrated(page);
  await scrollTo(page, 120);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price: low to high');
  await expect(page).toHaveURL(/sort=price_asc/);
  await page.waitForLoadState('networkidle');
  expect(await top(page)).toBeGreaterThan(60);
  await page.getByRole('searchbox', { name: 'Search props' }).fill('chair');
  await expect(page).toHaveURL(/q=chair/);
  await page.waitForLoadState('networkidle');
  expect(await top(page)).toBeGreaterThan(60);
});

test('a page scrolled before hydration keeps its position, and Back restores it @desktop @long', async ({
  page,
}) => {
  await withoutFonts(page);
  const { release } = await openWithoutScripts(page, '/rent-props');
  await scrollTo(page, 900);
  release();
  // The cart is a link until hydration.
  await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeVisible();
  expect(await top(page)).toBe(900);
  await page.getByRole('article').nth(9).getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Add to Order' })).toBeVisible();
  await expect.poll(() => top(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => top(page)).toBeGreaterThan(600);
});

test('a reload deep in a list restores cards and scroll position in few requests @long', async ({
  page,
}) => {
  await withoutFonts(page);
  await page.goto('/rent-props');
  await hydrated(page);
  const cards = page.getByRole('article');
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rpc/search_catalogue')) reads.push(request.url());
  });
  // After five pages scrolling alone loads no more.
  for (const count of [48, 72, 96, 120]) {
    if ((await cards.count()) < count)
      await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(count);
  }
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  const card = cards.nth(100);
  await card.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const count = await cards.count();
  const [name, place, before] = await Promise.all([
    card.getByRole('link').innerText(),
    card.boundingBox(),
    top(page),
  ]);
  reads.length = 0;

  const expectRestored = async () => {
    await expect(cards).toHaveCount(count);
    await expect(card.getByRole('link')).toHaveText(name);
    await expect.poll(async () => Math.abs((await top(page)) - before)).toBeLessThan(3);
    const now = await card.boundingBox();
    expect(Math.abs((now?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(3);
  };
  await page.reload();
  await expectRestored();
  await page.waitForLoadState('networkidle');
  await expectRestored();
  // The HTML has 24 cards; a request returns at most 100.
  expect(reads).toHaveLength(Math.ceil((count - 24) / 100));

  // Back from another document: the list is loaded and restored again.
  await page.goto('/robots.txt');
  await page.goBack();
  await expectRestored();
  // A new visit starts at the top.
  await page.goto('/about');
  await page.goto('/rent-props');
  await hydrated(page);
  expect(await top(page)).toBe(0);
  await expect(cards).toHaveCount(24);
});
