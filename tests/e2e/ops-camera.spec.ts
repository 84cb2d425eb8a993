import type { Browser, Page } from '@playwright/test';
import { chromium as executable } from '../support/chromium.ts';
import { putItem } from './support/items.ts';
import { makeStaff } from './support/staff.ts';
import { expect, signInByForm, test } from './support/test.ts';

/**
 * Chromium on Linux reads no barcodes, so this one reads `window.label`, once the camera's picture is there.
 */
function defineDetector() {
  class Detector {
    async detect(source: HTMLVideoElement) {
      const { label } = window as { label?: string };
      return label && source.videoWidth > 0 ? [{ rawValue: label }] : [];
    }
  }
  Object.assign(window, { BarcodeDetector: Detector });
}

const start = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' });
const stop = (page: Page) => page.getByRole('button', { name: 'Stop the camera' });
const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: /camera/i });
const show = (page: Page, label: string) =>
  page.evaluate((text) => Object.assign(window, { label: text }), label);

/** Whether a camera of this tab is on. */
const isOn = (page: Page) =>
  page.evaluate(() =>
    (window as { tracks?: MediaStreamTrack[] }).tracks!.some((one) => one.readyState === 'live'),
  );
const rememberTracks = (page: Page) =>
  page.getByLabel('Camera', { exact: true }).evaluate((video: HTMLVideoElement) => {
    const { srcObject } = video;
    if (!(srcObject instanceof MediaStream)) throw new Error('The video has no camera.');
    Object.assign(window, { tracks: srcObject.getTracks() });
  });

test(
  'labels are read with the camera; without one, and where it is not allowed, the page says so @long',
  { tag: '@desktop' },
  async ({ playwright, baseURL, sql, expectAccessible }) => {
    const [chair, lamp] = [await putItem(sql, 'props'), await putItem(sql, 'props')];
    const staff = await makeStaff(sql, 'crm_user');
    const browsers: Browser[] = [];
    /** The scan page in a browser with so many cameras, whose user allows or denies them. */
    const open = async (cameras: number, answer: 'allow' | 'deny') => {
      const browser = await playwright.chromium.launch({
        executablePath: executable(),
        args: [
          '--no-sandbox',
          `--use-fake-device-for-media-stream=device-count=${cameras}`,
          `--use-fake-ui-for-media-stream${answer === 'deny' ? '=deny' : ''}`,
        ],
      });
      browsers.push(browser);
      const context = await browser.newContext({ baseURL: baseURL ?? '' });
      const page = await context.newPage();
      await page.addInitScript(defineDetector);
      await signInByForm(page, staff);
      await page.goto('/ops/scan');
      return page;
    };
    const page = await open(1, 'allow');
    await start(page).click();
    await expect(page.getByLabel('Camera', { exact: true })).toHaveJSProperty('readyState', 4);
    await rememberTracks(page);
    await expectAccessible(page);
    await show(page, `${baseURL}/ops/scan/${chair.code}`);
    await expect(page.getByRole('heading', { name: chair.name })).toBeVisible();
    // The camera stays on for the next label.
    await show(page, lamp.code);
    await expect(page.getByRole('heading', { name: lamp.name })).toBeVisible();
    await show(page, 'https://example.com/?a=b');
    await expect(page.getByRole('alert').filter({ hasText: 'is no label' })).toBeVisible();
    await show(page, '');
    await stop(page).click();
    await expect(page.getByLabel('Camera', { exact: true })).toHaveCount(0);
    await expect.poll(() => isOn(page)).toBe(false);
    // Leaving the page ends it too.
    await start(page).click();
    await expect(page.getByLabel('Camera', { exact: true })).toHaveJSProperty('readyState', 4);
    await rememberTracks(page);
    await expect.poll(() => isOn(page)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Items', exact: true }).first().click();
    await expect(page).toHaveURL('/ops/items');
    await expect.poll(() => isOn(page)).toBe(false);

    const without = await open(0, 'allow');
    await start(without).click();
    await expect(refusal(without)).toHaveText(
      'This device has no camera. Type the code, or use a hand scanner.',
    );
    await expect(start(without)).toBeVisible();

    const refused = await open(1, 'deny');
    await start(refused).click();
    await expect(refusal(refused)).toContainText('Allow it for this site in the browser');
    await expect(start(refused)).toBeVisible();
    await Promise.all(browsers.map((browser) => browser.close()));
  },
);
