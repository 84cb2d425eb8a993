import type { Browser, BrowserContext } from '@playwright/test';

/**
 * Gives the pages of a browser the clock of this run (`scripts/clock.ts`): what `Date` says, and no
 * timer. why not libfaketime: with it, Chromium's timers come late by seconds.
 */
export function shiftDates(browser: Browser): void {
  const seconds = Number(process.env['FAKETIME'] ?? 0);
  if (seconds === 0) return;
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options): Promise<BrowserContext> => {
    const context = await open(options);
    await context.addInitScript(shiftDate, seconds * 1000);
    return context;
  };
}

/** Runs in a page. */
function shiftDate(milliseconds: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + milliseconds;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => String(new RealDate(now())),
    construct: (target, given: [], called) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, called) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
