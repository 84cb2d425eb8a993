import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { chromium } from './tests/support/chromium.ts';

const cores = availableParallelism();

const launchOptions = {
  executablePath: chromium(),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    // why: pages live for seconds, and optimizing their scripts costs more than it saves.
    // why: a spare renderer process for each page costs CPU time.
    '--renderer-process-limit=1',
    '--js-flags=--no-opt --no-maglev --single-threaded-gc',
  ],
};

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };

/**
 * Browser tests run on the built site with its own PostgreSQL and the demo data, started once by
 * the global setup. Tests make what they need and rely on no order.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/site.ts',
  // why: Playwright empties this folder, and the other reports are beside it.
  outputDir: 'test-results/browser',
  // why: tests wait for pages and animations, so one core serves two workers and two serve three; with more, pages
  // of the site that shares the cores take longer than their statements may.
  workers: Math.max(Math.min(3, cores + 1), cores),
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // why once and generous: tests wait for events, set no times of their own, and reach these only when they fail.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['./tests/e2e/support/slow-steps.ts'],
    ['./scripts/testing/playwright-reporter.ts'],
  ],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // why: recording every test costs about a third of the run; TRACE=1 asks for it.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions,
    // why: requests that a service worker passes on are not seen by `page.route`.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'desktop', use: desktop, grepInvert: /@long/ },
    { name: 'desktop-long', use: desktop, grep: /@long/, grepInvert: /@phone/ },
    { name: 'phone', use: phone, grepInvert: /@desktop|@journey/ },
    { name: 'phone-journey', use: phone, grep: /@journey/ },
  ],
});
