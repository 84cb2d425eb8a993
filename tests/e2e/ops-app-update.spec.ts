import type { Page } from '@playwright/test';
import { putItem } from './support/items.ts';
import { test } from './support/own-site.ts';
import { assetsOf, nextRelease, type Release } from './support/release.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { makeStaff } from './support/staff.ts';
import { expect, signInByForm } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const BUTTON = { old: 'Try again', next: 'Load again' };

async function expectAllOf(page: Page, release: Release): Promise<void> {
  await expect.poll(async () => (await assetsOf(page)).length).toBeGreaterThan(3);
  const loaded = await assetsOf(page);
  expect(loaded.filter((name) => !release.assets.has(name))).toEqual([]);
}

/** The entries of the browser's caches. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const all: { cache: string; path: string; text: string }[] = [];
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache);
      for (const request of await opened.keys()) {
        const text = (await (await opened.match(request))?.text()) ?? '';
        all.push({ cache, path: new URL(request.url).pathname, text });
      }
    }
    return all;
  });

test(
  'after an update nothing of the old release is shown, with and without a connection; after signing out nothing of the studio is stored',
  { tag: ['@desktop', '@long'] },
  async ({ page, context, request, site, consoleErrors }) => {
    const release = nextRelease({ from: `>${BUTTON.old}<`, to: `>${BUTTON.next}<` });
    try {
      const admin = await site.query(async (sql) => {
        for (const price of [100, 200])
          await putItem(sql, 'props', { price, own: { quantity: 9 } });
        return makeStaff(sql, 'admin');
      });
      const sent = await sendEnquiry(request);
      await signInByForm(page, admin);
      await page.evaluate(() => navigator.serviceWorker.ready);
      const [before] = await cached(page);
      expect(before).toMatchObject({ path: '/ops/offline' });
      expect(before?.text).toContain(BUTTON.old);
      const open = await context.newPage();
      await open.goto('/ops/dashboard');
      await expect(open.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      await expect(open.getByRole('link', { name: 'Calendar' }).first()).toBeVisible();

      // The site is updated while this browser has no connection.
      await context.setOffline(true);
      await page.goto('/ops/items');
      await expect(page.getByRole('button', { name: BUTTON.old })).toBeVisible();
      await site.stop();
      await site.startAgain(release.program);
      await context.setOffline(false);
      await expect(page).toHaveURL('/ops/items');
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('No connection');
      await expectAllOf(page, release);

      // A page of the old release that is still open goes on in the new one.
      await open.getByRole('link', { name: 'Calendar' }).first().click();
      await expect(open).toHaveURL(/\/ops\/calendar/);
      await expect(open.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
      await expectAllOf(open, release);
      await open.close();

      // The page without a connection is the new one, and the old one is gone.
      await expect
        .poll(async () =>
          (await cached(page)).map(({ path, text }) => [path, text.includes(BUTTON.next)]),
        )
        .toEqual([['/ops/offline', true]]);
      expect((await cached(page))[0]?.cache).not.toBe(before?.cache);
      await context.setOffline(true);
      await page.goto('/ops/crm');
      await expect(page.getByRole('button', { name: BUTTON.next })).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole('heading', { name: 'CRM-Rental' })).toBeVisible({});

      // Signing out: neither data nor a session is stored, and Back shows none.
      const reads: string[] = [];
      page.on('response', (answer) => {
        const isRead =
          answer.request().method() === 'GET' && /\/(rest|auth)\/v1\//.test(answer.url());
        if (isRead) reads.push(answer.url());
      });
      await page.goto('/ops/crm?tab=enquiries');
      await expect(page.getByRole('link', { name: sent.number })).toBeVisible();
      await expect.poll(() => reads.length).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'logout' }).click();
      await expect(page.getByRole('button', { name: 'login' })).toBeVisible();
      const stored = await page.evaluate(async () => ({
        local: Object.entries(localStorage),
        session: Object.entries(sessionStorage),
      }));
      expect(JSON.stringify(stored)).not.toContain(sent.lastName);
      expect(stored.local.map(([key]) => key).filter((key) => key.startsWith('sb-'))).toEqual([]);
      expect((await cached(page)).map(({ path }) => path)).toEqual(['/ops/offline']);
      const fromCache = await page.evaluate(async (urls) => {
        const answers = urls.map(async (url) =>
          fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
            ({ status }) => status < 400,
            () => false,
          ),
        );
        return Promise.all(answers);
      }, reads);
      expect(reads.filter((_, at) => fromCache[at])).toEqual([]);
      await page.goBack();
      await expect(page.getByRole('button', { name: 'login' })).toBeVisible();
      await expect(page.getByText(sent.number)).toHaveCount(0);

      await page.goto('/rent-props');
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
      const scopes = await page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(
          ({ scope }) => new URL(scope).pathname,
        ),
      );
      expect(scopes).toEqual(['/ops']);
      consoleErrors.length = 0;
    } finally {
      release.remove();
    }
  },
);
