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
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('No connection', {
      timeout: 15_000,
    });
    await expect(page).toHaveURL('/ops/items');

    // The storefront has no worker.
    await page.goto('/rent-props');
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    expect(await page.locator('link[rel=manifest]').count()).toBe(0);
    consoleErrors.length = 0;
  },
);
