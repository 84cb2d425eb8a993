import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { MODULE_SIZES, type ModuleSizes } from '../../scripts/module-sizes.ts';
import { openWithoutScripts } from './support/delayed-scripts.ts';
import { expect, hydrated, test } from './support/test.ts';

const CLIENT = join(import.meta.dirname, '../../dist/client');

/**
 * Budgets of a page's first load, before any interaction: number of scripts, and sizes in kB: scripts,
 * style and HTML (with inline style and data) gzipped, fonts, and the eager pictures at their largest.
 */
const BUDGETS = {
  '/': { scripts: 9, script: 133.5, style: 8, html: 19, fonts: 39, pictures: 44 },
  '/rent-props': { scripts: 6, script: 133.5, style: 8, html: 22.5, fonts: 39, pictures: 34 },
  'item page': { scripts: 6, script: 133.5, style: 8, html: 19, fonts: 39, pictures: 24 },
} as const;

/** kB of all scripts, gzipped, that load by themselves until the page is idle, before any interaction. */
const UNTIL_IDLE = 135;

/**
 * Why a visitor needs it before any interaction: every package, and every file of the site, that has more than 1 kB
 * after gzip in what home, a list or an item page load by themselves.
 */
const REASONS: Readonly<Record<string, string>> = {
  react: 'elements and hooks of all components',
  'react-dom': 'hydrates the page, so that its controls work',
  scheduler: 'of react-dom',
  '@tanstack/router-core': 'matches the address, and follows the first link',
  '@tanstack/react-router': 'the router’s components: links, matches, head',
  '@tanstack/history': 'of the router',
  '@tanstack/store': 'of the router',
  '@tanstack/query-core': 'holds what the page was rendered from',
  '@tanstack/react-query': 'hands it to components',
  'lucide-react': 'icons of the page',
  'src/domain/settings/texts/home-texts.ts': 'texts of the home page',
  'src/storefront/catalogue/results.tsx': 'the list, its cards and its end',
  'src/storefront/item/gallery.tsx': 'pictures of the item',
  'src/storefront/item/item-page.tsx': 'the item page',
};

/** Strings that occur only in code of the back office: its client, its forms and its managers. */
const BACK_OFFICE = ['GoTrueClient', 'RealtimeClient', 'loading props', 'Convert to Order'];

const assets = (html: string, ending: string) =>
  [...new Set(html.match(new RegExp(`/assets/[\\w.-]+\\.${ending}`, 'g')))].map((path) =>
    join(CLIENT, path),
  );

const gzipped = (content: string | Buffer) => gzipSync(content, { level: 9 }).length / 1000;
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

async function read(request: APIRequestContext, path: string) {
  const answer = await request.get(path);
  expect(answer.ok(), path).toBe(true);
  return answer.body();
}

/** A demo item. why: items of other tests may have no picture. */
async function anItem(sql: Sql) {
  const [item] = await sql<{ slug: string }[]>`
    select slug from props where active and images <> '{}' order by prop_id limit 1`;
  return `/props/${item?.slug}`;
}

/** The largest version of each eagerly loaded picture. */
function firstPictures(html: string): string[] {
  const eager = [...html.matchAll(/<img [^>]*loading="eager"[^>]*>/g)];
  return eager.flatMap(([picture]) => {
    const versions = /srcSet="([^"]+)"/.exec(picture)?.[1]?.split(', ') ?? [];
    return versions.at(-1)?.split(' ')[0]?.replaceAll('&amp;', '&') ?? [];
  });
}

for (const [path, budget] of Object.entries(BUDGETS)) {
  test(`first load of ${path} stays within its budget @desktop`, async ({ request, sql }) => {
    const page = await read(request, path === 'item page' ? await anItem(sql) : path);
    const html = page.toString();
    const scripts = assets(html, 'js');
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.length).toBeLessThanOrEqual(budget.scripts);
    const script = sum(scripts.map((file) => gzipped(readFileSync(file))));
    expect(script, 'kB of scripts').toBeLessThanOrEqual(budget.script);
    const styles = [...html.matchAll(/<style[^>]*>([\s\S]+?)<\/style>/g)];
    const style = gzipped(styles.map(([, text]) => text).join(''));
    expect(style, 'kB of style').toBeGreaterThan(2);
    expect(style, 'kB of style').toBeLessThanOrEqual(budget.style);
    expect(gzipped(html), 'kB of HTML').toBeLessThanOrEqual(budget.html);
    const fonts = sum(assets(html, 'woff2').map((file) => statSync(file).size / 1000));
    expect(fonts, 'kB of fonts').toBeGreaterThan(10);
    expect(fonts, 'kB of fonts').toBeLessThanOrEqual(budget.fonts);
    let pictures = 0;
    for (const one of firstPictures(html)) pictures += (await read(request, one)).length / 1000;
    expect(pictures, 'kB of pictures').toBeGreaterThan(1);
    expect(pictures, 'kB of pictures').toBeLessThanOrEqual(budget.pictures);
    for (const file of scripts) {
      const code = readFileSync(file, 'utf8');
      for (const word of BACK_OFFICE) expect(code.includes(word), `${word}: ${file}`).toBe(false);
    }
  });
}

/** The scripts that a page requests until it is idle, without any interaction. */
async function scriptsUntilIdle(page: Page, path: string): Promise<string[]> {
  const loaded = new Set<string>();
  page.on('request', (one) => {
    const { pathname } = new URL(one.url());
    if (pathname.endsWith('.js')) loaded.add(pathname.slice(1));
  });
  // Requested last, once the page is hydrated.
  const last = page.waitForResponse(/\/chat-panel-/);
  await page.goto(path);
  await last;
  await page.waitForLoadState('networkidle');
  return [...loaded];
}

test.describe('before any interaction', () => {
  // why: a script that Playwright runs in the page, also to hold notices, counts as use of it.
  test.use({ noticesStay: false });
  for (const path of Object.keys(BUDGETS)) {
    test(`what ${path} loads until it is idle has a reason and a budget @desktop`, async ({
      page,
      sql,
    }) => {
      const scripts = await scriptsUntilIdle(page, path === 'item page' ? await anItem(sql) : path);
      expect(scripts.length).toBeGreaterThan(3);
      const sizes = scripts.map((file) => gzipped(readFileSync(join(CLIENT, file))));
      expect(sum(sizes), `kB of ${scripts.join(', ')}`).toBeLessThanOrEqual(UNTIL_IDLE);
      const modules = JSON.parse(readFileSync(MODULE_SIZES, 'utf8')) as ModuleSizes;
      const large = new Map<string, number>();
      for (const file of scripts) {
        for (const [name, bytes] of Object.entries(modules[file] ?? {})) {
          large.set(name, (large.get(name) ?? 0) + bytes);
        }
      }
      const without = [...large].filter(([name, bytes]) => bytes > 1000 && !(name in REASONS));
      expect(without, 'larger than 1 kB, without a reason').toEqual([]);
    });
  }
});

/** Budget of `/ops`: kB of the scripts that its page names, and of all that are loaded for the sign-in form. */
const OPS_BUDGET = { named: 131, form: 218 };

test('first load of /ops stays within its budget @desktop', async ({ page, request }) => {
  const sizeOf = (files: string[]) => sum(files.map((file) => gzipped(readFileSync(file))));
  const named = assets((await read(request, '/ops')).toString(), 'js');
  expect(named.length).toBeGreaterThan(2);
  expect(sizeOf(named), 'kB of named scripts').toBeLessThanOrEqual(OPS_BUDGET.named);
  const loaded = new Set<string>();
  page.on('request', (one) => {
    const { pathname } = new URL(one.url());
    if (pathname.endsWith('.js')) loaded.add(join(CLIENT, pathname));
  });
  await page.goto('/ops');
  await expect(page.getByRole('button', { name: 'login' })).toBeVisible();
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(loaded.size).toBeGreaterThan(named.length);
  expect(sizeOf([...loaded]), 'kB of scripts with the form').toBeLessThanOrEqual(OPS_BUDGET.form);
});

test('the strings that identify the back office occur in its scripts @desktop', () => {
  const folder = join(CLIENT, 'assets');
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  for (const word of BACK_OFFICE) expect(scripts.some((code) => code.includes(word))).toBe(true);
});

/** Matches the address, or the chunk's name, of a page of the back office. */
function backOfficePages(): RegExp {
  const names = readdirSync(join(import.meta.dirname, '../../src/routes/ops/_guard'))
    .map((file) => file.replace(/\.tsx$/, ''))
    .filter((name) => /^[a-z]/.test(name))
    .map((name) => name.split(/[.-]/)[0]);
  return new RegExp(
    `/ops/|ops/_guard|[/"'\x60](${[...new Set(names)].join('|')})[\\w./-]*-[\\w-]{7}\\.js`,
  );
}

test('visitors load no address and no chunk name of the back office’s pages @desktop', async ({
  request,
  sql,
}) => {
  const page = backOfficePages();
  for (const path of ['/', '/rent-props', await anItem(sql), '/my-order', '/about']) {
    const scripts = assets((await read(request, path)).toString(), 'js');
    for (const file of scripts)
      expect([file, page.exec(readFileSync(file, 'utf8'))]).toEqual([file, null]);
  }
  const scripts = assets((await read(request, '/ops')).toString(), 'js');
  const naming = scripts.filter((file) => page.test(readFileSync(file, 'utf8')));
  expect(naming.map((file) => basename(file).split('-')[0])).toEqual(['ops']);
});

test('a link between storefront and back office loads the page anew @desktop @long', async ({
  page,
}) => {
  await page.goto('/about');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => history.pushState(null, '', '/ops')),
  ]);
  await expect(page.getByRole('button', { name: 'login' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/about$/);
});

test('every script has precompressed versions @desktop', () => {
  const folder = join(CLIENT, 'assets');
  const large = readdirSync(folder).filter(
    (name) => name.endsWith('.js') && statSync(join(folder, name)).size >= 1024,
  );
  expect(large.length).toBeGreaterThan(10);
  for (const name of large) {
    for (const ending of ['br', 'gz']) statSync(join(folder, `${name}.${ending}`));
  }
});

test('scripts load after the first picture @desktop', async ({ page }) => {
  const order: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'image') order.push('picture');
  });
  page.on('request', (request) => {
    if (request.url().includes('/assets/') && request.url().endsWith('.js')) order.push('script');
  });
  // why: a busy machine takes longer for the picture than the page waits for it.
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
  await page.goto('/');
  await expect.poll(() => order).toContain('script');
  expect(order[0]).toBe('picture');
});

test('a face that comes after the first paint moves nothing @desktop', async ({ page }) => {
  // why not held by a route: that keeps files out of the browser's cache, from which a face would be taken.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.addInitScript(() => {
    const widths = () =>
      [...document.querySelectorAll('header nav a')].map(
        (one) => one.getBoundingClientRect().width,
      );
    Object.assign(window, { widths });
    new PerformanceObserver(() => {
      Object.assign(window, { painted: Reflect.get(window, 'painted') ?? widths() });
    }).observe({ type: 'paint', buffered: true });
  });
  await page.goto('/rent-props');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate(() => ({
    painted: Reflect.get(window, 'painted') as number[],
    now: (Reflect.get(window, 'widths') as () => number[])(),
    faces: [...document.fonts].filter((face) => face.status === 'loaded').length,
  }));
  expect(seen.faces).toBeGreaterThan(0);
  expect(seen.painted.length).toBeGreaterThan(0);
  expect(seen.now.slice(0, seen.painted.length)).toEqual(seen.painted);
});

for (const [connection, preloaded] of [
  [{ downlink: 10, saveData: false }, 2],
  [{ downlink: 1.6, saveData: false }, 0],
  [{ downlink: 10, saveData: true }, 0],
  [undefined, 2],
] as const) {
  test(`faces load with a page ${JSON.stringify(connection) ?? 'of a browser that tells nothing'}: ${preloaded} @desktop`, async ({
    page,
  }) => {
    await page.addInitScript(
      (value) => Object.defineProperty(navigator, 'connection', { value }),
      connection,
    );
    await openWithoutScripts(page, '/rent-props');
    await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(preloaded);
  });
}

test('a stalled picture delays the scripts only briefly @desktop @long', async ({ page }) => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/pictures/opening-*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeVisible();
  gate.resolve();
});
