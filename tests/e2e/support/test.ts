import {
  test as base,
  expect,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Sql } from 'postgres';
import { shiftDates } from '#tests/clock/shift-dates.ts';
import { CONTRAST, violationsOf } from './accessibility.ts';
import { openDatabase } from './database.ts';
import { ADMIN } from './site.ts';

interface Fixtures {
  /** Whether notices stay on the screen two minutes longer; by default they do. */
  noticesStay: boolean;
  /** The page's console errors; tests that expect some empty the list. */
  consoleErrors: string[];
  /** Starts a session for the page's browser context, by default as the first admin. */
  signIn: (credentials?: { email: string; password: string }) => Promise<void>;
  /** Fails the test on any accessibility violation in the page's current state (WCAG 2.2 A and AA). */
  expectAccessible: (page?: Page) => Promise<void>;
}

interface WorkerFixtures {
  /** A connection to the running site's database, as its owner. */
  sql: Sql;
}

/** Playwright's `test` on the running site; a test fails if its page logs console errors. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sql: [
    async ({ browserName: _browser }, use) => {
      const sql = openDatabase(process.env['SITE_DATA_DIR'] ?? '', 2);
      await use(sql);
      await sql.end();
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser }, use) => {
      shiftDates(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ browserName: _browser }, use) => use(process.env['SITE']),
  // why: tests run in parallel and change data; only tests of live updates receive those changes.
  noticesStay: [true, { option: true }],
  context: async ({ context, noticesStay }, use, { tags }) => {
    if (!tags.includes('@live')) await withoutLiveUpdates(context);
    if (noticesStay) keepNotices(context);
    await use(context);
  },
  consoleErrors: async ({ browserName: _browser }, use, testInfo) => {
    const errors: string[] = [];
    await use(errors);
    // why: a test that failed did not reach the line that empties the list.
    if (testInfo.errors.length === 0) expect(errors, 'errors on the console').toEqual([]);
    else await testInfo.attach('errors on the console', { body: errors.join('\n') });
  },
  // why not an automatic fixture: it would open a page for tests that only send requests.
  page: async ({ page, consoleErrors }, use) => {
    page.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text());
    });
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
    await use(page);
  },
  signIn: async ({ page }, use) => {
    await use((credentials) => startSession(page, credentials));
  },
  expectAccessible: async ({ page }, use) => {
    await use(async (target = page) => expect(await violationsOf(target)).toEqual([]));
  },
});

/** Fails the test on any text of too little contrast in the dark theme, in the page's current state. */
export async function expectLegibleInDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  // why polled: for some frames parts of the page may still have the colours of before.
  await expect.poll(() => violationsOf(page, CONTRAST), { message: 'in dark' }).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
}

/** Waits until React has hydrated the page that was loaded, or a part whose script is loaded later. */
export async function hydrated(part: Page | Locator): Promise<void> {
  const elements = 'goto' in part ? part.locator('main, h1') : part;
  await expect
    .poll(() =>
      elements.evaluateAll(
        (all) =>
          all.length > 0 &&
          all.every((one) => Object.keys(one).some((key) => key.startsWith('__reactFiber'))),
      ),
    )
    .toBe(true);
  // Effects follow. why a timeout: a page that is not painted for a while has no idle time.
  const page = 'goto' in part ? part : part.page();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
}

/** Keeps notices on the screen of a context's later pages, two minutes longer. */
export function keepNotices(context: BrowserContext): void {
  // why not an init script: the browser reports those that a sandboxed frame keeps from running.
  context.on('page', (page) =>
    page.on('domcontentloaded', () => void page.evaluate(holdNotices, 120_000).catch(() => {})),
  );
}

/**
 * Runs in a page: points at each notice for a while, which keeps it from going.
 * why: it goes after five seconds, which a busy machine takes between two steps of a test.
 */
function holdNotices(ms: number): void {
  const known = new WeakSet<Element>();
  const held = new Set<Element>();
  const hold = (notice: Element) => {
    if (known.has(notice)) return;
    known.add(notice);
    held.add(notice);
    notice.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    setTimeout(() => {
      held.delete(notice);
      notice.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }));
    }, ms);
  };
  // why: a notice that comes under the pointer and moves on would lose the hold.
  const keep = (event: MouseEvent) => {
    const notice = event.target instanceof Element && event.target.closest('[data-tone]');
    if (notice && held.has(notice)) event.stopImmediatePropagation();
  };
  window.addEventListener('mouseout', keep, { capture: true });
  new MutationObserver(() =>
    document.querySelectorAll('[popover] [data-tone]').forEach(hold),
  ).observe(document, { childList: true, subtree: true });
}

/** Drops the change events of live connections. */
export async function withoutLiveUpdates(context: BrowserContext): Promise<void> {
  await context.routeWebSocket('**/realtime/**', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const [, , , event] = JSON.parse(String(message)) as unknown[];
      if (event !== 'postgres_changes') socket.send(message);
    });
  });
}

let apiKey: string | undefined;

/** The site's publishable API key. */
export async function siteKey(): Promise<string> {
  const site = process.env['SITE'] ?? '';
  apiKey ??= /"anonKey":"([^"]+)"/.exec(await (await fetch(`${site}/ops`)).text())?.[1] ?? '';
  return apiKey;
}

/**
 * Signs in through the API and replaces cookies and localStorage of the page's browser context at the
 * page's next load. why not by the form: that loads two pages, and has its own tests.
 */
export async function startSession(page: Page, credentials = ADMIN): Promise<void> {
  const site = process.env['SITE'] ?? '';
  const response = await fetch(`${site}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: await siteKey(), 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const session = await response.text();
  if (!response.ok) throw new Error(`The sign-in was rejected: ${session}`);
  const { hostname } = new URL(site);
  // why: supabase-js reads its session under this name.
  const name = `sb-${hostname.split('.')[0]}-auth-token`;
  await page.context().clearCookies();
  // why not `setStorageState`: it opens another page for each test.
  const script = await page.addInitScript(
    ([key, value]) => {
      localStorage.clear();
      localStorage.setItem(key, value);
    },
    [name, session] as const,
  );
  page.once('domcontentloaded', () => void script.dispose());
}

/** Signs in at /ops through the form; ends on the dashboard. */
export async function signInByForm(page: Page, credentials = ADMIN): Promise<void> {
  await page.goto('/ops');
  await fillSignIn(page, credentials);
  await page.waitForURL('**/ops/dashboard');
}

/** Signs in on the sign-in page that is shown. */
export async function fillSignIn(
  page: Page,
  credentials: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(credentials.email);
  await page.getByLabel('Password').fill(credentials.password);
  await page.getByRole('button', { name: 'login' }).click();
}

export { expect };
