import {
  chromium as playwright,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { chromium } from '#tests/support/chromium.ts';

/** Chromium's performance observer results since the page was opened, or since the last call. */
export interface Seen {
  /** Largest contentful paint (ms). */
  lcp: number;
  /** Cumulative layout shift. */
  cls: number;
  /** The longest time from an input to the next paint (ms): interaction to next paint. */
  inp: number;
}

/** Conditions of a visit. */
export interface Visit {
  screen: BrowserContextOptions;
  /** 1.6 Mbps with 150 ms. */
  slowNetwork: boolean;
  /** CPU slowdown factor. */
  slowdown: number;
}

const SLOW_MBPS = 1.6;
const BYTES_PER_MBPS = 1_000_000 / 8;

/** Starts the system's Chromium. */
export const launchBrowser = () =>
  playwright.launch({
    executablePath: chromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });

/** Opens a page in a browser with an empty cache, and closes it after `look`. */
export async function visit<T>(
  browser: Browser,
  address: string,
  { screen, slowNetwork, slowdown }: Visit,
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(screen);
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    if (slowNetwork) {
      // why: Chromium tells a page the machine's own connection, not the emulated one.
      await page.addInitScript(
        (downlink) =>
          Object.defineProperty(navigator, 'connection', { value: { downlink, saveData: false } }),
        SLOW_MBPS,
      );
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: SLOW_MBPS * BYTES_PER_MBPS,
        uploadThroughput: SLOW_MBPS * BYTES_PER_MBPS,
      });
    }
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    return await look(page);
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    bench: Seen;
  }
}

/** Runs in the page before its own scripts. */
function watch() {
  const seen: Seen = { lcp: 0, cls: 0, inp: 0 };
  window.bench = seen;
  type Entry = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    interactionId: number;
  };
  const observe = (type: string, note: (entry: Entry) => void) => {
    const options = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as Entry);
    }).observe(options);
  };
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value;
  });
  observe('event', (entry) => {
    if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration);
  });
}

/** Returns the results so far and resets them. */
export function seenOf(page: Page): Promise<Seen> {
  return page.evaluate(async () => {
    // why: observers are notified shortly after a paint.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const seen = { ...window.bench };
    Object.assign(window.bench, { lcp: 0, cls: 0, inp: 0 });
    return seen;
  });
}

/**
 * Milliseconds from a click to the first frame in which the text of `selector` has changed and
 * nothing in the page is busy.
 */
export async function clickToContent(
  page: Page,
  click: () => Promise<void>,
  selector: string,
): Promise<number> {
  const time = await page.evaluateHandle((watched) => {
    const text = () => document.querySelector(watched)?.textContent ?? '';
    const before = text();
    const done = new Promise<number>((resolve) => {
      const wait = (start: number) => {
        const isThere = text() !== before && !document.querySelector('main [aria-busy=true]');
        // why: a task queued in a frame callback runs after that frame is painted.
        if (isThere) setTimeout(() => resolve(performance.now() - start));
        else requestAnimationFrame(() => wait(start));
      };
      addEventListener('click', (event) => wait(event.timeStamp), { capture: true, once: true });
    });
    return { done };
  }, selector);
  await click();
  return time.evaluate(({ done }) => done);
}
