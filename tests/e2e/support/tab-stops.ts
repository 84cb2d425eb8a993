import type { Locator, Page } from '@playwright/test';

/** Frames in which a page has scrolled to what has the focus. */
const FRAMES = 120;

/**
 * Presses Tab until `last` has the focus, and returns the stops on the way that something else covers
 * (WCAG 2.4.11). @throws when `last` is not reached
 */
export async function coveredStops(page: Page, last: Locator, most = 150): Promise<string[]> {
  const covered: string[] = [];
  for (let stop = 0; stop < most; stop += 1) {
    let hidden = await page.evaluate(coveredFocus);
    // The page may still scroll to it.
    for (let frame = 0; hidden !== null && frame < FRAMES; frame += 1) {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      hidden = await page.evaluate(coveredFocus);
    }
    if (hidden !== null) covered.push(hidden);
    if (await last.evaluate((field) => field === document.activeElement)) return covered;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab did not reach ${last.toString()} in ${most} steps.`);
}

/** Runs in the page: the focused element where its middle is not to be seen, else null. */
function coveredFocus(): string | null {
  const field = document.activeElement;
  if (!field || field === document.body) return null;
  const { x, y, width, height } = field.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const isSeen = top !== null && (field.contains(top) || field.closest('label')?.contains(top));
  return isSeen ? null : field.outerHTML.slice(0, 300);
}
