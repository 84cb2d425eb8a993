import { putProp, somePictures } from './support/catalogue.ts';
import { expect, test } from './support/test.ts';

test('the first picture comes first, at the right size, and nothing moves', async ({
  page,
  sql,
}) => {
  const prop = await putProp(sql, { images: await somePictures(sql, 3) });
  await page.goto(`/props/${prop.slug}`);
  await page.waitForLoadState('networkidle');
  const main = page.getByRole('img', { name: `${prop.name}, picture 1 of 3` });
  const preloaded = page.locator('head link[rel=preload][as=image]');
  await expect(preloaded).toHaveCount(1);
  for (const [own, preloads] of [
    ['srcset', 'imagesrcset'],
    ['sizes', 'imagesizes'],
  ] as const) {
    expect(await preloaded.getAttribute(preloads)).toBe(await main.getAttribute(own));
  }
  const { shown, shift } = await page.evaluate(() => {
    const frame = document.querySelector('[role=tabpanel]')?.getBoundingClientRect();
    const shifts = new PerformanceObserver(() => {});
    shifts.observe({ type: 'layout-shift', buffered: true });
    const values = shifts.takeRecords().map((one) => (one as { value?: number }).value ?? 0);
    return {
      shown: { width: frame?.width ?? 0, height: frame?.height ?? 0 },
      shift: values.reduce((sum, one) => sum + one, 0),
    };
  });
  expect(Math.abs(shown.width - shown.height)).toBeLessThan(1);
  expect(shift).toBe(0);
});

test('pictures turn over by strip, keys and swipe', async ({ page, sql, hasTouch }) => {
  const prop = await putProp(sql, { images: await somePictures(sql, 3) });
  await page.goto(`/props/${prop.slug}`);
  await page.waitForLoadState('networkidle');
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

  const panel = page.getByRole('tabpanel');
  await panel.focus();
  await page.keyboard.press('ArrowRight');
  await expectShown(2);

  if (!hasTouch) return;
  const box = await panel.boundingBox();
  if (!box) throw new Error('The gallery has no place.');
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width * 0.8,
    y: box.y + box.height / 2,
    xDistance: -box.width * 0.6,
    gestureSourceType: 'touch',
  });
  await expectShown(3);
});

test('one picture stands alone', async ({ page, sql }) => {
  const prop = await putProp(sql, { images: await somePictures(sql, 1) });
  await page.goto(`/props/${prop.slug}`);
  await expect(page.getByRole('img', { name: prop.name, exact: true })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
});
