import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbedded } from '#backend/postgres/embedded.ts';
import { PUBLISHABLE_KEY } from '#tests/support/project-keys.ts';
import { spawnSite } from '#tests/support/spawn-site.ts';
import { fillEnquiry, someMobile, submit } from './support/order.ts';
import { expect, test as base } from './support/test.ts';

/** The site without its own backend, connected to a gateway in another process like a Supabase project. */
const test = base.extend<{ projectUrl: string }, { project: { url: string; site: string } }>({
  project: [
    async ({ browserName: _browser }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'studio-project-'));
      const project = spawnSite('tests/support/project.ts', { DATA_DIR: folder });
      const url = await project.ready;
      const site = spawnSite('server/main.ts', {
        DATA_DIR: join(folder, 'site'),
        SUPABASE_URL: url,
        SUPABASE_ANON_KEY: PUBLISHABLE_KEY,
      });
      await use({ url, site: await site.ready });
      for (const each of [site, project]) {
        each.process.kill('SIGTERM');
        await each.ended;
      }
      removeEmbedded({ dataDir: folder });
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ project }, use) => use(project.site),
  projectUrl: async ({ project }, use) => use(project.url),
});

test('a visitor’s enquiry is sent to the project @desktop', async ({ page, projectUrl }) => {
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (/^\/(auth|rest|storage)\/v1\//.test(pathname)) calls.add(origin);
  });
  await page.goto('/rent-props');
  const picture = page.locator('main img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page
    .getByRole('button', { name: /^Add .+ to order$/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goto('/my-order');
  await fillEnquiry(page, someMobile());
  await submit(page).click();
  await page.waitForURL('**/thank-you-for-enquiry');
  await expect(page.getByRole('main')).toContainText(/ENQ-\d{5}/);
  expect([...calls]).toEqual([projectUrl]);
});

test('originals replace resized pictures if the project cannot transform images @desktop @long', async ({
  page,
  consoleErrors,
}) => {
  await page.route('**/storage/v1/render/**', (route) => route.fulfill({ status: 400 }));
  await page.goto('/rent-props');
  const picture = page.locator('main img').first();
  await expect(picture).toHaveAttribute('src', /\/storage\/v1\/object\/public\/catalogue\//);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  consoleErrors.length = 0;
});
