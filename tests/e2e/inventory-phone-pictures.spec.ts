import { devices, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { COMPLETE_PROP, putItem } from './support/items.ts';
import { noisyPhoto } from './support/photo.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
test.use({ ...phone, viewport: { width: 390, height: 844 } });

const UPLOADS = '**/storage/v1/object/catalogue/**';
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'edit prop' });

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

const photo = async (width: number, height: number) =>
  noisyPhoto(width, height).jpeg({ quality: 60 }).toBuffer();

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

async function pressByKey(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

test(
  'the camera of a phone takes pictures of an item: of 24 megapixels, on a slow network, again after an error; all by keys too',
  { tag: ['@desktop', '@long'] },
  async ({ page, context, sql, signIn, expectAccessible, consoleErrors }) => {
    const item = await putItem(sql, 'props', COMPLETE_PROP);
    const large = await photo(6000, 4000);
    expect(large.length).toBeGreaterThan(3_145_728);
    const small = await photo(400, 300);
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    const url = (at: number) => dialog(page).getByLabel(`Image URL ${at}`);
    const take = async (file: ReturnType<typeof jpeg>) => {
      const chooser = page.waitForEvent('filechooser');
      await dialog(page).getByRole('button', { name: 'Take photo' }).click();
      const opened = await chooser;
      const input = opened.element();
      expect(await input.getAttribute('capture')).toBe('environment');
      expect(await input.getAttribute('accept')).toBe('image/*');
      await opened.setFiles(file);
    };

    // A slow network: the progress is shown, and the upload can be cancelled.
    const network = await context.newCDPSession(page);
    const limitUpload = async (bytesPerSecond: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      });
    // So slow that it is not over while the page is checked.
    await limitUpload(40_000);
    await take(jpeg('camera.jpg', large));
    const progress = dialog(page).getByRole('progressbar', { name: 'Uploading image 1' });
    await expect(progress).toBeVisible();
    const part = () => progress.evaluate((bar: HTMLProgressElement) => bar.value);
    await expect.poll(part).toBeGreaterThan(0.02);
    expect(await part()).toBeLessThan(1);
    await expectAccessible();
    await dialog(page).getByRole('button', { name: 'Cancel uploading image 1' }).click();
    await expect(dialog(page).getByRole('progressbar')).toBeHidden();
    await expect(url(1)).toHaveValue('');
    await limitUpload(-1);

    // The same photo again: it is made smaller, and stored.
    await take(jpeg('camera.jpg', large));
    await expect(url(1)).toHaveValue(/\.jpg$/);
    const stored = await page.request.get(await url(1).inputValue());
    const { width, height } = await sharp(await stored.body()).metadata();
    expect({ width, height }).toEqual({ width: 3000, height: 2000 });

    // HEIC, which this browser cannot read, is refused; so is a server that has no room, until it has.
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(4096)]);
    await take({ name: 'phone.heic', mimeType: 'image/heic', buffer: heic });
    const failed = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
    await expect(failed('phone.heic')).toContainText(
      'This browser cannot read HEIC pictures. Save it as JPEG first',
    );
    await expect(failed('phone.heic').getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await dialog(page).getByRole('button', { name: 'Dismiss phone.heic' }).click();
    await page.route(
      UPLOADS,
      (route) => route.fulfill({ status: 507, json: { message: 'The disk is full.' } }),
      { times: 1 },
    );
    await take(jpeg('second.jpg', small));
    await expect(failed('second.jpg')).toContainText('was not uploaded. The disk is full.');
    await expectAccessible();
    await take(jpeg('third.jpg', small));
    await expect(url(2)).toHaveValue(/\.jpg$/);
    await failed('second.jpg').getByRole('button', { name: 'Try again' }).click();
    await expect(url(3)).toHaveValue(/\.jpg$/);
    await expect(failed('second.jpg')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    // The editor by keys alone.
    const editor = page.getByRole('dialog', { name: 'edit picture 2' });
    const openEditor = dialog(page).getByRole('button', { name: 'Edit image 2' });
    const before = await url(2).inputValue();
    await pressByKey(page, openEditor);
    await expect(editor.getByRole('button', { name: 'Crop and turn' })).toBeVisible();
    await pressByKey(page, editor.getByRole('button', { name: 'Turn right' }));
    await tabTo(page, editor.getByRole('button', { name: /the south east drag handle/ }).first());
    await page.keyboard.press('ControlOrMeta+ArrowUp');
    await expectAccessible();
    await pressByKey(page, editor.getByRole('button', { name: 'Focal point', exact: true }));
    await tabTo(page, editor.getByRole('button', { name: 'Focal point: ' }));
    await page.keyboard.press('Shift+ArrowUp');
    await expect(editor.getByText('50 % from the left, 40 % from the top.')).toBeVisible();
    await tabTo(page, editor.getByLabel('Alternative text'));
    await page.keyboard.type('A lamp in the dark');
    await expectAccessible();
    await pressByKey(page, editor.getByRole('button', { name: 'use picture' }));
    await expect(editor).toBeHidden();
    await expect(openEditor).toBeFocused();
    await expect(url(2)).not.toHaveValue(before);
    const edited = await page.request.get(await url(2).inputValue());
    const size = await sharp(await edited.body()).metadata();
    // Turned it has 300 × 400 pixels; the selection is smaller.
    expect(size.width).toBeLessThanOrEqual(300);
    expect(size.height).toBeLessThan(400);

    // Escape leaves the picture alone.
    await page.keyboard.press('Enter');
    await pressByKey(page, editor.getByRole('button', { name: 'Turn left' }));
    await page.keyboard.press('Escape');
    await expect(editor).toBeHidden();
    await expect(openEditor).toBeFocused();
    await pressByKey(page, dialog(page).getByRole('button', { name: 'save prop' }));
    await expect(notice(page)).toContainText('prop updated');
    const [saved] = await sql<{ images: string[] }[]>`
      select images from props where id = ${item.id}`;
    expect(saved?.images).toEqual([
      expect.stringMatching(/\.jpg$/),
      expect.stringMatching(/\.jpg#focus=50,40&alt=A%20lamp%20in%20the%20dark$/),
      expect.stringMatching(/\.jpg$/),
    ]);
    consoleErrors.length = 0;
  },
);

test(
  'a refused file with a long name stays within the form; a strip is refused before it is made smaller',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn }) => {
    const item = await putItem(sql, 'props', COMPLETE_PROP);
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    const choose = dialog(page).getByLabel('Choose pictures');
    const name = `${'scan_of_the_catalogue'.repeat(8)}.jpg`;
    await choose.setInputFiles(jpeg(name, Buffer.from('MZ this is no picture')));
    const refused = dialog(page).getByRole('listitem').filter({ hasText: name });
    await expect(refused).toContainText('Choose a JPEG, PNG, WebP, AVIF or GIF picture.');
    expect((await dialog(page).boundingBox())?.width).toBeLessThanOrEqual(390);
    const { scrollWidth, clientWidth } = await dialog(page)
      .getByRole('group', { name: 'Images' })
      .evaluate(({ scrollWidth: all, clientWidth: seen }) => ({
        scrollWidth: all,
        clientWidth: seen,
      }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);

    const strip = await noisyPhoto(16_400, 80).png().toBuffer();
    expect(strip.length).toBeGreaterThan(3_145_728);
    await choose.setInputFiles({ name: 'strip.png', mimeType: 'image/png', buffer: strip });
    await expect(dialog(page).getByRole('listitem').filter({ hasText: 'strip.png' })).toContainText(
      'strip.png was not uploaded. The picture has a side of more than 16,383 pixels.',
    );
  },
);

test('an AVIF of 9 megapixels is stored as a WebP, as the storage takes 8 @desktop @long', async ({
  page,
  sql,
  signIn,
}) => {
  const item = await putItem(sql, 'props', COMPLETE_PROP);
  await signIn(await makeStaff(sql, 'inventory_user'));
  await page.goto(`/ops/props-manager?edit=${item.code}`);
  const create = { width: 4000, height: 2250, channels: 3, background: '#258' } as const;
  const buffer = await sharp({ create }).avif({ effort: 0 }).toBuffer();
  const stored = page.waitForResponse(UPLOADS);
  await dialog(page)
    .getByLabel('Choose pictures')
    .setInputFiles({ name: 'large.avif', mimeType: 'image/avif', buffer });
  const answer = await stored;
  expect(answer.status()).toBe(200);
  expect(new URL(answer.url()).pathname).toMatch(/\.webp$/);
});
