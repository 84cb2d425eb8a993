import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { encode } from 'uqr';
import { chromium as executable } from '../support/chromium.ts';
import { putItem } from './support/items.ts';
import { makeStaff } from './support/staff.ts';
import { expect, signInByForm, test } from './support/test.ts';

/**
 * Chromium on Linux reads no barcodes, so this one reads `window.label`, once the camera's picture is there.
 */
function defineDetector() {
  class Detector {
    static getSupportedFormats = async () => ['qr_code'];
    async detect(source: HTMLVideoElement) {
      const { label } = window as { label?: string };
      return label && source.videoWidth > 0 ? [{ rawValue: label }] : [];
    }
  }
  Object.assign(window, { BarcodeDetector: Detector });
}

/** A film of a QR code, as Chromium plays it for a camera: YUV4MPEG2, 640 × 480, of one picture. */
function filmOf(label: string): Buffer {
  const [width, height, pixels] = [640, 480, 8];
  const { size, data } = encode(label, { ecc: 'M', border: 4 });
  const light = Buffer.alloc(width * height, 200);
  const [left, top] = [(width - size * pixels) / 2, (height - size * pixels) / 2];
  for (let y = 0; y < size * pixels; y += 1) {
    for (let x = 0; x < size * pixels; x += 1) {
      const isBlack = data[Math.floor(y / pixels)]?.[Math.floor(x / pixels)];
      light[(top + y) * width + left + x] = isBlack ? 30 : 220;
    }
  }
  const colours = Buffer.alloc((width * height) / 2, 128);
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`;
  return Buffer.concat([Buffer.from(head), light, colours]);
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

test(
  'a browser that reads no labels itself loads what does, from the site alone, when the camera is opened',
  { tag: '@desktop' },
  async ({ playwright, baseURL, sql }, testInfo) => {
    const chair = await putItem(sql, 'props');
    const film = testInfo.outputPath('label.y4m');
    await writeFile(film, filmOf(`${baseURL}/ops/scan/${chair.code}`));
    const browser = await playwright.chromium.launch({
      executablePath: executable(),
      args: [
        '--no-sandbox',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    });
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    const page = await context.newPage();
    await signInByForm(page, await makeStaff(sql, 'crm_user'));
    const asked: URL[] = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
    const programs = () => asked.filter(({ pathname }) => pathname.endsWith('.wasm'));
    await page.goto('/ops/scan');
    await expect(start(page)).toBeVisible();
    expect(await page.evaluate(() => 'BarcodeDetector' in window)).toBe(false);
    expect(programs()).toEqual([]);

    await page.route('**/*.wasm', (route) => route.abort());
    await start(page).click();
    await expect(refusal(page)).toHaveText(
      'What reads labels by camera could not be loaded. Check the connection and start the camera again, or type the code.',
    );
    await expect(page.getByLabel('Camera', { exact: true })).toHaveCount(0);
    await page.unroute('**/*.wasm');

    await start(page).click();
    await expect(page.getByRole('heading', { name: chair.name })).toBeVisible();
    await expect(page).toHaveURL(`/ops/scan/${chair.code}`);
    await expect(refusal(page)).toHaveCount(0);
    await stop(page).click();
    expect(programs().length).toBeGreaterThan(1);
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([new URL(baseURL!).origin]));
    await browser.close();
  },
);
