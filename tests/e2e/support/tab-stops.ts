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
    const { hidden } = await page.evaluate(focusNow, { frames: FRAMES });
    if (hidden !== null) covered.push(hidden);
    if (await last.evaluate((field) => field === document.activeElement)) return covered;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab did not reach ${last.toString()} in ${most} steps.`);
}

/**
 * Walks with Tab through the page, at most so many stops, and back with Shift+Tab. Of a list it visits the first and
 * the last rows, as those between are like them. Returns the stops that something else covers, those of the way back
 * with an arrow before them.
 */
export async function coveredOnWalk(page: Page, most = 90): Promise<string[]> {
  const covered: string[] = [];
  for (const [key, mark] of [
    ['Tab', ''],
    ['Shift+Tab', '← '],
  ] as const) {
    for (let stop = 0; stop < most; stop += 1) {
      await page.keyboard.press(key);
      const { isOut, hidden } = await page.evaluate(focusNow, { frames: FRAMES, skips: key });
      if (hidden !== null) covered.push(mark + hidden);
      // Behind the last stop, and before the first, the browser's own controls follow.
      if (isOut) break;
    }
  }
  return covered;
}

/**
 * Runs in the page: whether the focus is nowhere in it, and the focused element where the middle of what could be seen
 * of it is covered, once the page has scrolled to it. With `skips` the focus then moves from the fourth row of a list to
 * the third from its end, with Shift+Tab the other way round.
 */
async function focusNow({
  frames,
  skips,
}: {
  frames: number;
  skips?: 'Tab' | 'Shift+Tab';
}): Promise<{ isOut: boolean; hidden: string | null }> {
  const covered = (field: Element): string | null => {
    // Of a link in several lines, the first one.
    let { left, right, top, bottom } = field.getClientRects()[0] ?? new DOMRect();
    const cut = (box: DOMRect) => {
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom);
    };
    cut(new DOMRect(0, 0, window.innerWidth, window.innerHeight));
    for (let part = field.parentElement; part; part = part.parentElement) {
      if (part === document.body) break;
      if (getComputedStyle(part).overflow !== 'visible') cut(part.getBoundingClientRect());
    }
    const middle = (top + bottom) / 2;
    const at = (y: number) =>
      right > left && bottom > top ? document.elementFromPoint((left + right) / 2, y) : null;
    const isSeen = (y: number) =>
      field.contains(at(y)) || field.closest('label')?.contains(at(y)) === true;
    // Of a text of several lines, the browser shows the one with the caret.
    const lines = field.matches('textarea') ? [top + 8, bottom - 8] : [];
    if ([middle, ...lines].some(isSeen)) return null;
    const tag = (element: Element | null) => element?.outerHTML.slice(0, 160) ?? 'an edge';
    return `${tag(field)} at ${left}, ${top}, behind ${tag(at(middle))}`;
  };
  const field = document.activeElement;
  if (!field || field === document.body) return { isOut: true, hidden: null };
  let hidden = covered(field);
  for (let frame = 0; hidden !== null && frame < frames; frame += 1) {
    await new Promise(requestAnimationFrame);
    hidden = covered(field);
  }
  const list = ':is(tr, li, article)';
  let row = skips ? field : null;
  for (; row; row = row.parentElement?.closest(list) ?? null) {
    const rows = row.matches(list) ? [...(row.parentElement?.children ?? [])] : [];
    if (skips === 'Shift+Tab') rows.reverse();
    const at = rows.indexOf(row);
    if (at < 3 || at >= rows.length - 3) continue;
    const stops = [
      ...(rows.at(-3)?.querySelectorAll<HTMLElement>('a, button, input, select') ?? []),
    ];
    stops.at(skips === 'Tab' ? 0 : -1)?.focus();
    break;
  }
  return { isOut: false, hidden };
}
