import type { Locator, Page } from '@playwright/test';
import { putProp, somePictures } from './support/catalogue.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, hydrated, test } from './support/test.ts';

test('the first picture is preloaded at the right size, without layout shift @long', async ({
  page,
  sql,
  isMobile,
}) => {
  const prop = await putProp(sql, {
    images: await somePictures(sql, 3),
    description: 'It has a long story. '.repeat(180),
  });
  const shifts = await watchShifts(page);
  await page.goto(`/props/${prop.slug}`);
  await hydrated(page);
  const main = page.getByRole('img', { name: `${prop.name}, picture 1 of 3` });
  const preloaded = page.locator('head link[rel=preload][as=image]');
  await expect(preloaded).toHaveCount(1);
  for (const [own, preloads] of [
    ['srcset', 'imagesrcset'],
    ['sizes', 'imagesizes'],
  ] as const) {
    expect(await preloaded.getAttribute(preloads)).toBe(await main.getAttribute(own));
  }
  const shown = await page.getByRole('tabpanel').boundingBox();
  expect(Math.abs((shown?.width ?? 0) - (shown?.height ?? 1))).toBeLessThan(1);
  // As wide as the phone's screen, or as the column beside the words.
  expect(shown?.width).toBeGreaterThan(isMobile ? 389 : 640);
  expect(await shifts()).toEqual({ sum: 0, moved: [] });
});

test('thumbnails, keys and swipes change the picture @long', async ({ page, sql, hasTouch }) => {
  const prop = await putProp(sql, { images: await somePictures(sql, 3) });
  await page.goto(`/props/${prop.slug}`);
  await hydrated(page);
  const tab = (number: number) => page.getByRole('tab', { name: `Picture ${number}` });
  const picture = (number: number) =>
    page.getByRole('img', { name: `${prop.name}, picture ${number} of 3` });
  const expectShown = async (number: number) => {
    await expect(tab(number)).toHaveAttribute('aria-selected', 'true');
    await expect(picture(number)).toBeInViewport({ ratio: 0.9 });
  };
  await expectShown(1);

  await tab(3).click();
  await expectShown(3);
  await expect(picture(1)).not.toBeInViewport();

  await page.keyboard.press('ArrowLeft');
  await expectShown(2);
  await expect(tab(2)).toBeFocused();
  await page.keyboard.press('Home');
  await expectShown(1);
  await page.keyboard.press('ArrowLeft');
  await expectShown(1);
  await page.keyboard.press('End');
  await expectShown(3);
  await page.keyboard.press('Home');
  await expectShown(1);

  const panel = page.getByRole('tabpanel');
  await panel.focus();
  await page.keyboard.press('ArrowRight');
  await expectShown(2);

  if (!hasTouch) return;
  await swipeLeft(page, panel);
  await expectShown(3);
});

/** Swipes over an element with native touch events, so that the browser scrolls. */
async function swipeLeft(page: Page, over: Locator): Promise<void> {
  const box = await over.boundingBox();
  if (!box) throw new Error('There is nothing to swipe over.');
  const protocol = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', share: number) =>
    protocol.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: box.x + box.width * share, y: box.y + box.height / 2 }],
    });
  await touch('touchStart', 0.85);
  for (const share of [0.75, 0.65, 0.55, 0.45, 0.35, 0.25, 0.15]) await touch('touchMove', share);
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('a single picture has no thumbnails @desktop @long', async ({ page, sql }) => {
  const prop = await putProp(sql, { images: await somePictures(sql, 1) });
  await page.goto(`/props/${prop.slug}`);
  await expect(page.getByRole('img', { name: prop.name, exact: true })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
});
