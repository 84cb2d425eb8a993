import type { Browser } from '@playwright/test';
import { count, table } from '../support/figures.ts';
import { openSite } from '../support/site.ts';
import { launchBrowser } from './visit.ts';

/** `coverage`: what part of a page's scripts has run when it is idle, before any interaction, by Chromium's coverage. */
export async function benchCoverage(): Promise<string> {
  const site = await openSite();
  const browser = await launchBrowser();
  try {
    const [prop] = await site.sql`select slug from props where active order by id limit 1`;
    const pages = { home: '/', list: '/rent-props', 'item page': `/props/${prop?.['slug']}` };
    const rows: string[][] = [];
    for (const [name, path] of Object.entries(pages)) {
      const scripts = await scriptsOf(browser, site.address + path);
      const framework = scripts.filter(({ url }) => url.includes('/framework-'));
      const own = scripts.filter((script) => !framework.includes(script));
      rows.push([name, ...figuresOf(scripts), figuresOf(framework)[1], figuresOf(own)[1]]);
    }
    return `${ABOUT}\n\n${table([['page', 'bytes', 'run', 'of the framework', 'of the rest'], ...rows])}`;
  } finally {
    await browser.close();
    await site.stop();
  }
}

const ABOUT =
  'Bytes of all scripts, not compressed, that a page loads by itself until it is idle, and how much of them has run. The framework is React and the router, 73 % of the bytes: what of them runs sets what of all can.';

interface Script {
  url: string;
  bytes: number;
  run: number;
}

async function scriptsOf(browser: Browser, address: string): Promise<Script[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.coverage.startJSCoverage({ resetOnNavigation: false });
    // What the page requests last, once it is hydrated.
    const last = page.waitForResponse(/\/chat-panel-/);
    await page.goto(address);
    await last;
    await page.waitForLoadState('networkidle');
    const found = await page.coverage.stopJSCoverage();
    return found
      .filter(({ url }) => url.includes('/assets/'))
      .map(({ url, source = '', functions }) => {
        const runs = new Uint8Array(source.length);
        // Ranges come from the outer to the inner ones, which count.
        for (const { ranges } of functions) {
          for (const one of ranges)
            runs.fill(one.count > 0 ? 1 : 0, one.startOffset, one.endOffset);
        }
        return { url, bytes: source.length, run: runs.reduce((sum, one) => sum + one, 0) };
      });
  } finally {
    await context.close();
  }
}

/** Bytes, and the part that has run. */
function figuresOf(scripts: readonly Script[]): [bytes: string, run: string] {
  const sum = (key: 'bytes' | 'run') => scripts.reduce((total, one) => total + one[key], 0);
  return [count(sum('bytes')), `${((100 * sum('run')) / sum('bytes')).toFixed(0)} %`];
}
