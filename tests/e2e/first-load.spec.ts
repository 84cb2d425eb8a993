import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './support/test.ts';

const CLIENT = join(import.meta.dirname, '../../dist/client');

/** What a page loads before anybody does anything: kB after gzip, and the number of scripts. */
const BUDGETS = {
  '/': { script: 158, html: 32, scripts: 18 },
  '/rent-props': { script: 158, html: 37, scripts: 18 },
  'item page': { script: 158, html: 32, scripts: 18 },
} as const;

/** Kilobytes of each font that a page asks for at once, all together. */
const FONTS = 60;

/** Words that only code of the back office has: its client, its forms and its managers. */
const BACK_OFFICE = /GoTrueClient|RealtimeClient|loading props|Convert to Order/;

const assets = (html: string, ending: string) =>
  [...new Set(html.match(new RegExp(`/assets/[\\w.-]+\\.${ending}`, 'g')))].map((path) =>
    join(CLIENT, path),
  );

async function read(request: APIRequestContext, path: string) {
  const answer = await request.get(path);
  expect(answer.ok()).toBe(true);
  return answer.text();
}

async function anItem(request: APIRequestContext) {
  const list = await read(request, '/rent-props');
  return /href="(\/props\/[^"]+)"/.exec(list)?.[1] ?? 'none';
}

for (const [path, budget] of Object.entries(BUDGETS)) {
  test(`first load of ${path} keeps its budget @desktop`, async ({ request }) => {
    const html = await read(request, path === 'item page' ? await anItem(request) : path);
    const scripts = assets(html, 'js');
    const kB = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0) / 1000;
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.length).toBeLessThanOrEqual(budget.scripts);
    expect(kB, 'kB of scripts').toBeLessThanOrEqual(budget.script);
    expect(gzipSync(html).length / 1000, 'kB of HTML').toBeLessThanOrEqual(budget.html);
    const fonts = assets(html, 'woff2').reduce((sum, file) => sum + statSync(file).size, 0) / 1000;
    expect(fonts, 'kB of fonts').toBeLessThanOrEqual(FONTS);
    for (const file of scripts)
      expect(BACK_OFFICE.test(readFileSync(file, 'utf8')), file).toBe(false);
  });
}
