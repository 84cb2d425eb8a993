import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { devices, type Browser, type Page } from '@playwright/test';
import { percentile, table } from '../support/figures.ts';
import { openSite, STAFF, type BenchSite } from '../support/site.ts';
import { clickToContent, launchBrowser, seenOf, visit, type Seen, type Visit } from './visit.ts';

const ROUNDS = 5;
const CLIENT = join(import.meta.dirname, '../../dist/client');

const PHONE: Visit = {
  screen: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
  slowNetwork: true,
  slowdown: 4,
};
const DESK: Visit = { ...PHONE, screen: { viewport: { width: 1440, height: 900 } } };
const QUICK: Visit = { ...DESK, slowNetwork: false, slowdown: 1 };

/** Measures first loads and interactions in Chromium, slowed down over the DevTools protocol. */
export async function benchBrowser(): Promise<string> {
  const site = await openSite();
  const bare = join(CLIENT, `bare-${randomUUID()}.html`);
  writeFileSync(bare, BARE);
  const browser = await launchBrowser();
  try {
    const list = await (await fetch(`${site.address}/rent-props`)).text();
    const item = /href="(\/props\/[^"]+)"/.exec(list)?.[1] ?? '/props/none';
    const pages: [name: string, path: string][] = [
      ['bare page', `/${bare.slice(CLIENT.length + 1)}`],
      ['home', '/'],
      ['`/rent-props`', '/rent-props'],
      ['item page', item],
      ['a quote', await quotePage(site)],
    ];
    return [
      `First load, nothing cached, processor 4× slower, 1.6 Mbps with 150 ms; medians of ${ROUNDS} in ms,`,
      'pages by turns. The bare page is 24 cards of text without style, picture or script, from the same',
      'server: below it no page can come on this machine.\n',
      table(await firstLoads(browser, site, pages)),
      '\nFrom the input to the next paint (INP), slowed down as above, and to the new content without the',
      'slow network, with the processor 4× slower and as it is:\n',
      table(await interactions(browser, site)),
      `\n${readFileSync(join(import.meta.dirname, 'changes.md'), 'utf8')}`,
    ].join('\n');
  } finally {
    rmSync(bare, { force: true });
    await browser.close();
    await site.stop();
  }
}

/** The page of a link to the demo studio's quote with the most lines. */
async function quotePage({ address, anonKey, sql }: BenchSite): Promise<string> {
  const [quote] = await sql<{ id: string }[]>`
    select id from documents join document_lines on document_id = id
    where documents.kind = 'quote' and state = 'issued' and valid_until >= current_date
    group by id order by count(*) desc, id limit 1`;
  const headers = { apikey: anonKey, 'content-type': 'application/json' };
  const post = async (path: string, body: object, token = anonKey) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const { access_token } = await post('/auth/v1/token?grant_type=password', STAFF);
  const call = { document: quote?.id, preview: false, key: randomUUID() };
  const { secret } = await post('/rest/v1/rpc/make_document_link', call, access_token);
  return `/quote?k=${secret}`;
}

const CARD = '<li><h3>Cane chair, honey</h3><p>₹500/day</p><p>Seating</p></li>';
const BARE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title><h1>Rent Props</h1><ul>${CARD.repeat(24)}</ul></html>`;

async function firstLoads(browser: Browser, site: BenchSite, pages: [string, string][]) {
  const seen = pages.map((): { phone: Seen[]; desk: Seen[] } => ({ phone: [], desk: [] }));
  // why: the first round fills the server's caches of pages and pictures.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [at, [, path]] of pages.entries()) {
      const phone = await visit(browser, site.address + path, PHONE, seenOf);
      const desk = await visit(browser, site.address + path, DESK, seenOf);
      if (round < 0) continue;
      seen[at]?.phone.push(phone);
      seen[at]?.desk.push(desk);
    }
  }
  const bare = median(seen[0]?.phone.map(({ lcp }) => lcp));
  const rows: string[][] = [];
  for (const [at, [name, path]] of pages.entries()) {
    const { phone = [], desk = [] } = seen[at] ?? {};
    const lcp = median(phone.map((one) => one.lcp));
    const html = await (await fetch(site.address + path)).text();
    rows.push([
      name,
      lcp.toFixed(0),
      `${(lcp / bare).toFixed(1)}×`,
      median(desk.map((one) => one.lcp)).toFixed(0),
      String(Math.max(...[...phone, ...desk].map(({ cls }) => cls))),
      ...scriptsOf(html),
    ]);
  }
  const head = ['page', 'LCP, phone', 'against bare', 'LCP, 1440 px', 'worst CLS'];
  return [[...head, 'scripts', 'kB gzip'], ...rows];
}

/** Number of scripts that a page loads, and their kilobytes after gzip. */
function scriptsOf(html: string): [count: string, kB: string] {
  const files = [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))];
  const bytes = files.reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(CLIENT, path)), { level: 9 }).length,
    0,
  );
  return [String(files.length), (bytes / 1000).toFixed(1)];
}

interface Interaction {
  name: string;
  path: string;
  /** Prepares the page; not measured. */
  prepare: (page: Page) => Promise<void>;
  click: (page: Page) => Promise<void>;
  /** The element that shows the new content. */
  shows: string;
}

const INTERACTIONS: Interaction[] = [
  {
    name: 'filter click to new list',
    path: '/rent-props',
    prepare: (page) => page.getByText('Colour', { exact: true }).first().click(),
    click: (page) => page.getByRole('checkbox').first().click(),
    shows: 'section[aria-label=Results] p.text-sm.tabular-nums',
  },
  {
    name: 'add to order',
    path: '/rent-props',
    prepare: (page) => page.locator('article').first().hover(),
    click: (page) =>
      page
        .getByRole('button', { name: /^Add .* to order$/ })
        .first()
        .click(),
    shows: 'header',
  },
  {
    name: 'open drawer',
    path: '/rent-props',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Cart/ }).hover();
      await page.waitForLoadState('networkidle');
    },
    click: (page) => page.getByRole('button', { name: /^Cart/ }).click(),
    shows: 'dialog[open]',
  },
  {
    name: 'next page after hover',
    path: '/rent-props',
    prepare: async (page) => {
      const read = page.waitForResponse(/rpc\/item_page/);
      await page.locator('article a').first().hover();
      await read;
      await page.waitForLoadState('networkidle');
    },
    click: (page) => page.locator('article a').first().click(),
    shows: 'h1',
  },
];

async function interactions(browser: Browser, site: BenchSite) {
  const rows: string[][] = [];
  for (const { name, path, prepare, click, shows } of INTERACTIONS) {
    const measure = async (how: Visit) => {
      const runs: (Seen & { content: number })[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        runs.push(
          await visit(browser, site.address + path, how, async (page) => {
            await prepare(page);
            await seenOf(page);
            const content = await clickToContent(page, () => click(page), shows);
            return { ...(await seenOf(page)), content };
          }),
        );
      }
      return {
        inp: median(runs.map((one) => one.inp)),
        content: median(runs.map((one) => one.content)),
        cls: Math.max(...runs.map((one) => one.cls)),
      };
    };
    const slow = await measure(DESK);
    const processor = await measure({ ...QUICK, slowdown: 4 });
    const quick = await measure(QUICK);
    rows.push([
      name,
      ...[slow.inp, processor.content, quick.content].map((ms) => ms.toFixed(0)),
      String(Math.max(slow.cls, processor.cls, quick.cls)),
    ]);
  }
  return [['interaction', 'INP, slow', 'content, 4×', 'content', 'worst CLS'], ...rows];
}

const median = (times: readonly number[] = []) => percentile(times, 0.5);
