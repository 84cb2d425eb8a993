import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { violationsOf } from './accessibility.ts';
import { openDatabase } from './database.ts';
import { ADMIN } from './site.ts';

interface Fixtures {
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
  baseURL: async ({ browserName: _browser }, use) => use(process.env['SITE']),
  // why: tests run in parallel and change data; only tests of live updates receive those changes.
  context: async ({ context }, use, { tags }) => {
    if (!tags.includes('@live')) await withoutLiveUpdates(context);
    await use(context);
  },
  consoleErrors: async ({ browserName: _browser }, use) => {
    const errors: string[] = [];
    await use(errors);
    expect(errors, 'errors on the console').toEqual([]);
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
