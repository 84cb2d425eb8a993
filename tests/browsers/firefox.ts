import { type ElementHandle, launch } from 'puppeteer-core';
import type { Driver } from './hands.ts';
import { FIREFOX } from './installed.ts';

/** Starts Firefox without a window. */
export async function startFirefox(): Promise<Driver> {
  const browser = await launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
  const page = await browser.newPage();
  // why as text: the page's policy forbids to make functions of text.
  const call = (code: unknown, args: unknown[]) => `(${String(code)})(...${JSON.stringify(args)})`;
  const found = async (find: unknown, args: unknown[]) => {
    const handle = await page.evaluateHandle(call(find, args));
    const element = handle.asElement() as ElementHandle<HTMLInputElement> | null;
    if (!element) throw new Error(`Not there: ${args.join(' ')}`);
    return element;
  };
  return {
    goto: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    // why not goBack: it waits for a page to load, which a step within the app does not.
    back: () => page.evaluate('history.back()') as Promise<void>,
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: <Result>(code: unknown, ...args: unknown[]) =>
      page.evaluate(call(code, args)) as Promise<Result>,
    find: async (find, ...args) => void (await found(find, args)),
    press: async (find, ...args) => (await found(find, args)).click(),
    async type(text, find, ...args) {
      const field = await found(find, args);
      await field.evaluate((input) => input.select());
      await field.focus();
      await page.keyboard.type(text);
    },
    close: () => browser.close(),
  };
}
