import type { Page } from '@playwright/test';

/** The layout shifts of a page while it loaded. */
export interface Shifts {
  /** The sum of all layout shifts (https://web.dev/cls). */
  sum: number;
  /** The elements that moved, for the message of a failed test. */
  moved: string[];
}

/**
 * Keeps the studio's fonts from the page, so that its text has the fallback's widths on every machine.
 *
 * why: on a busy machine a font arrives after the first layout, in one load and not in the next. An empty file is a
 * warning on the console; a request that fails would be an error.
 */
export async function withoutFonts(page: Page): Promise<void> {
  await page.route('**/*.woff2', (route) => route.fulfill({ contentType: 'font/woff2', body: '' }));
}

/** Adds up the page's layout shifts from its next load on; fonts are left out, as `withoutFonts` says. */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await withoutFonts(page);
  // why: a busy machine may answer too late, and the back office then says above the page that the server is away.
  await page.route('**/healthz', (route) => route.fulfill({ body: '' }));
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const shifts: Shifts = { sum: 0, moved: [] };
    Object.assign(window, { shifts });
    const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join();
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        shifts.sum += value;
        for (const { node, previousRect, currentRect } of sources) {
          const what = node instanceof Element ? node.outerHTML : (node?.textContent ?? 'removed');
          shifts.moved.push(`${at(previousRect)} → ${at(currentRect)}: ${what.slice(0, 120)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'shifts') as Shifts);
}
