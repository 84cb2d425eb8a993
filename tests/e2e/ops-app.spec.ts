import type { Page } from '@playwright/test';
import { sendEnquiry } from './support/send-enquiry.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'the back office can be installed, says that there is no connection, and stores nothing else',
  { tag: ['@desktop', '@long'] },
  async ({ page, context, sql, signIn, expectAccessible, consoleErrors }) => {
    await signIn(await makeStaff(sql, 'admin'));
    await page.goto('/ops/today');
    await page.evaluate(() => navigator.serviceWorker.ready);
    const browser = await context.newCDPSession(page);
    const manifest = await browser.send('Page.getAppManifest');
    expect(manifest.errors).toEqual([]);
    expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ start_url: '/ops/today' });
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    // why: Chromium installs no app from a context of a test, which has no profile on disk.
    const errors = installabilityErrors.map(({ errorId }) => errorId);
    expect(errors.filter((id) => id !== 'in-incognito')).toEqual([]);

    // Only the offline page is stored, and scripts and data do not pass through the worker.
    const byWorker: string[] = [];
    page.on('response', (answer) => {
      if (answer.fromServiceWorker()) byWorker.push(new URL(answer.url()).pathname);
    });
    await page.goto('/ops/crm');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(byWorker.filter((path) => path !== '/ops/crm')).toEqual([]);
    const stored = () =>
      page.evaluate(async () => {
        const paths: string[] = [];
        for (const name of await caches.keys()) {
          for (const { url } of await (await caches.open(name)).keys()) {
            paths.push(new URL(url).pathname);
          }
        }
        return paths;
      });
    expect(await stored()).toEqual(['/ops/offline']);

    await page.evaluate(() => localStorage.setItem('ops-scans:someone', '[{}, {}]'));
    await context.setOffline(true);
    await page.goto('/ops/items');
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expect(page.getByText('2 scans wait on this device.')).toBeVisible();
    await expectAccessible();
    await page.evaluate(() => localStorage.removeItem('ops-scans:someone'));
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('No connection');
    await expect(page).toHaveURL('/ops/items');

    // The storefront has no worker.
    await page.goto('/rent-props');
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    expect(await page.locator('link[rel=manifest]').count()).toBe(0);
    consoleErrors.length = 0;
  },
);

/** Offers the app to the page as Chromium does, which itself makes no offer to a context of a test. */
const offerApp = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const userChoice = Promise.resolve({ outcome: 'dismissed' });
    dispatchEvent(Object.assign(event, { prompt: async () => userChoice, userChoice }));
    return event.defaultPrevented;
  });

/** Answers as an installed app. why: the headless browser emulates no display mode. */
function showStandalone() {
  const real = window.matchMedia.bind(window);
  window.matchMedia = (query) =>
    query.includes('display-mode: standalone') ? real('all') : real(query);
}

/** Links that would replace the back office by another page. */
const leavingLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(
        ({ protocol, pathname }) => protocol.startsWith('http') && !/^\/ops(\/|$)/.test(pathname),
      )
      .filter(({ target }) => target !== '_blank')
      .map(({ href }) => href),
  );

test(
  'the installed app on a phone: its first page, Back, links to the storefront; an offer that was dismissed does not return',
  { tag: ['@desktop', '@long'] },
  async ({ page, context, request, sql, signIn, expectAccessible }) => {
    const sent = await sendEnquiry(request);
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(await makeStaff(sql, 'admin'));
    await page.goto('/ops/dashboard');
    const more = page.getByRole('button', { name: 'More' });
    const account = page.getByRole('dialog', { name: 'Your account' });
    const app = account.getByRole('heading', { name: 'App' });
    const openAccount = async () => {
      await more.click();
      await page.getByRole('button', { name: 'Your account', exact: true }).click();
      await expect(account.getByRole('heading', { name: 'Password' })).toBeVisible();
    };
    const closeAccount = async () => {
      await account.getByRole('button', { name: 'Close' }).click();
      await expect(account).toBeHidden();
    };
    await openAccount();
    await expect(app).toHaveCount(0);
    await expect.poll(() => offerApp(page)).toBe(true);
    await expect(app).toBeVisible();
    await expectAccessible();
    await account.getByRole('button', { name: 'install app' }).click();
    await expect(app).toHaveCount(0);
    await page.reload();
    await more.waitFor();
    await expect.poll(() => offerApp(page)).toBe(true);
    await openAccount();
    await expect(app).toHaveCount(0);
    // Dismissed by the sheet's own button.
    await page.evaluate(() => localStorage.removeItem('ops-install-dismissed'));
    await page.reload();
    await more.waitFor();
    await expect.poll(() => offerApp(page)).toBe(true);
    await openAccount();
    await account.getByRole('button', { name: 'no, thanks' }).click();
    await expect(app).toHaveCount(0);
    await page.evaluate(() => localStorage.removeItem('ops-install-dismissed'));

    // As the app: no offer, and nothing leads out of it but new windows.
    await page.addInitScript(showStandalone);
    const manifest = await page.request.get('/ops/manifest.webmanifest');
    const { start_url: start } = (await manifest.json()) as { start_url: string };
    await page.goto(start);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const tooWide = () =>
      document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(tooWide)).toBe(false);
    await expect.poll(() => offerApp(page)).toBe(true);
    await openAccount();
    await expect(app).toHaveCount(0);
    await closeAccount();
    const leaving = await leavingLinks(page);
    const bar = page.getByRole('navigation', { name: 'Back office, on a phone' });
    for (const [name, title] of [
      ['Calendar', /^Calendar/],
      ['Items', 'Items'],
      ['CRM', 'CRM-Rental'],
    ] as const) {
      await bar.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      leaving.push(...(await leavingLinks(page)));
    }
    await page.getByRole('tab', { name: 'Enquiries' }).click();
    await page.getByRole('link', { name: sent.number }).click();
    const drawer = page.getByRole('dialog', { name: sent.number });
    const itsPage = drawer.getByRole('link', { name: `Page of ${sent.itemNames[0]}` });
    await expect(itsPage).toBeVisible();
    leaving.push(...(await leavingLinks(page)));
    expect(leaving).toEqual([]);
    const opened = context.waitForEvent('page');
    await itsPage.click();
    const storefront = await opened;
    await expect(storefront).toHaveURL(/\/props\//);
    await storefront.close();
    await expect(page).toHaveURL(new RegExp(`/ops/crm.*open=${sent.number}`));

    // Back closes the drawer, then leads back to the first page.
    await page.goBack();
    await expect(drawer).toBeHidden();
    for (let steps = 0; steps < 6 && new URL(page.url()).pathname !== start; steps += 1) {
      await page.goBack();
    }
    await expect(page).toHaveURL(new RegExp(`${start}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);
