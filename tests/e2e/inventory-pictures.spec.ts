import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { COMPLETE_PROP, putItem } from './support/items.ts';
import { noisyPhoto } from './support/photo.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'edit prop' });
/** URL of a picture uploaded for a prop. */
const STORED = /^\/storage\/v1\/object\/public\/catalogue\/props\/[0-9a-f-]{36}\.png$/;

const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background: '#008080' } })
  .png()
  .toBuffer();

test(
  'pictures are uploaded in parallel, reordered and removed; other files are refused @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, expectAccessible, consoleErrors }) => {
    const item = await putItem(sql, 'props', COMPLETE_PROP);
    const picture = await drawn;
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    const url = (at: number) => dialog(page).getByLabel(`Image URL ${at}`);
    const choose = dialog(page).getByLabel('Choose pictures');
    await url(1).fill('https://cdn.example.com/first.webp');
    await choose.setInputFiles([
      file('a.png', picture),
      file('b.png', picture),
      file('c.png', picture),
    ]);
    await expect(notice(page)).toContainText('An item has up to 3 pictures');
    await expect(url(2)).toHaveValue(STORED);
    await expect(url(3)).toHaveValue(STORED);
    await expectAccessible();
    const second = await url(2).inputValue();
    await dialog(page).getByRole('button', { name: 'Move image 2 up' }).click();
    await expect(url(1)).toHaveValue(second);
    await dialog(page).getByRole('button', { name: 'Remove image 3' }).click();
    await expect(url(3)).toHaveValue('');
    await choose.setInputFiles(file('program.png', Buffer.from('MZ this is no picture')));
    await expect(dialog(page).getByRole('alert').filter({ hasText: 'program.png' })).toContainText(
      'program.png was not uploaded. ',
    );
    await expect(url(3)).toHaveValue('');
    await dialog(page).getByRole('button', { name: 'save prop' }).click();
    await expect(notice(page)).toContainText('prop updated');
    const [saved] = await sql`select images from props where id = ${item.id}`;
    expect(saved).toEqual({ images: [second, 'https://cdn.example.com/first.webp'] });
    consoleErrors.length = 0;
  },
);

test(
  'a large photo is shrunk and rotated before upload; HEIC is refused with an explanation',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn }) => {
    const item = await putItem(sql, 'props', COMPLETE_PROP);
    // EXIF orientation 6 means rotated by 90°.
    const camera = await noisyPhoto(3600, 2400)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 99 })
      .toBuffer();
    expect(camera.length).toBeGreaterThan(10_485_760);
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    const choose = dialog(page).getByLabel('Choose pictures');
    await choose.setInputFiles({ name: 'camera.jpg', mimeType: 'image/jpeg', buffer: camera });
    const url = dialog(page).getByLabel('Image URL 1');
    await expect(url).toHaveValue(/\.jpg$/);
    const stored = await page.request.get(await url.inputValue());
    const { width, height } = await sharp(await stored.body()).metadata();
    expect({ width, height }).toEqual({ width: 2000, height: 3000 });

    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(4096)]);
    await choose.setInputFiles({ name: 'phone.heic', mimeType: 'image/heic', buffer: heic });
    await expect(dialog(page).getByRole('alert').filter({ hasText: 'phone.heic' })).toContainText(
      'This browser cannot read HEIC pictures.',
    );
    await expect(dialog(page).getByLabel('Image URL 2')).toHaveValue('');
  },
);

test(
  'pictures can be dropped and pasted anywhere on the open form',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn }) => {
    const item = await putItem(sql, 'props', COMPLETE_PROP);
    const picture = await drawn;
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    const url = (at: number) => dialog(page).getByLabel(`Image URL ${at}`);
    await expect(url(1)).toHaveValue('');
    /** Dispatches the browser's own paste or drop event with a file. */
    const bring = (kind: 'drop' | 'paste', name: string) =>
      dialog(page)
        .getByLabel('Name')
        .evaluate(
          (field, [type, title, base64]) => {
            const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
            const data = new DataTransfer();
            data.items.add(new File([bytes], title, { type: 'image/png' }));
            const given = { bubbles: true, cancelable: true };
            field.dispatchEvent(
              type === 'drop'
                ? new DragEvent('drop', { ...given, dataTransfer: data })
                : new ClipboardEvent('paste', { ...given, clipboardData: data }),
            );
          },
          [kind, name, picture.toString('base64')] as const,
        );
    await bring('drop', 'dropped.png');
    await expect(url(1)).toHaveValue(STORED);
    await bring('paste', 'pasted.png');
    await expect(url(2)).toHaveValue(STORED);
    await dialog(page).getByRole('button', { name: 'save prop' }).click();
    await expect(notice(page)).toContainText('prop updated');
    const [saved] = await sql<
      { images: string[] }[]
    >`select images from props where id = ${item.id}`;
    expect(saved?.images).toEqual([expect.stringMatching(STORED), expect.stringMatching(STORED)]);
  },
);

test(
  'pictures are put in order, cropped, turned and described; visitors see it; a lost upload waits',
  { tag: ['@desktop', '@long'] },
  async ({ page, context, sql, signIn, expectAccessible, consoleErrors }) => {
    const item = await putItem(sql, 'props', COMPLETE_PROP);
    const file = async (name: string, width: number, height: number) => ({
      name,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width, height, channels: 3, background: '#a06020' } })
        .png()
        .toBuffer(),
    });
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/props-manager?edit=${item.code}`);
    const url = (at: number) => dialog(page).getByLabel(`Image URL ${at}`);
    const choose = dialog(page).getByLabel('Choose pictures');
    await choose.setInputFiles([await file('a.png', 400, 300), await file('b.png', 300, 300)]);
    await expect(url(1)).toHaveValue(STORED);
    await expect(url(2)).toHaveValue(STORED);
    const [a, b] = [await url(1).inputValue(), await url(2).inputValue()];

    // By keys, and by dragging.
    const handle = (at: number) => dialog(page).getByRole('button', { name: `Move image ${at}: ` });
    await handle(1).press('ArrowDown');
    await expect(url(1)).toHaveValue(b);
    await expect(handle(2)).toBeFocused();
    await expect(dialog(page).getByText('Moved to place 2 of 2.')).toBeAttached();
    await handle(2).hover({ position: { x: 5, y: 20 } });
    await page.mouse.down();
    const { x = 0, y = 0 } = (await handle(1).boundingBox()) ?? {};
    await page.mouse.move(x + 5, y + 20, { steps: 5 });
    await page.mouse.up();
    await expect(url(1)).toHaveValue(a);
    await expect(dialog(page).getByText('It is the cover now.')).toBeAttached();

    // Cropped and turned, undone, then only turned.
    const editor = page.getByRole('dialog', { name: 'edit picture 1' });
    const edit = async () => {
      await dialog(page).getByRole('button', { name: 'Edit image 1' }).click();
      await editor.getByRole('button', { name: 'Turn right' }).click();
    };
    await edit();
    await expectAccessible();
    await editor
      .getByRole('button', { name: /west drag handle/ })
      .first()
      .focus();
    await page.keyboard.press('ControlOrMeta+ArrowRight');
    // An upload that is cancelled changes nothing.
    const upload = Promise.withResolvers<void>();
    await page.route('**/storage/v1/object/catalogue/**', async (route) => {
      await upload.promise;
      await route.continue().catch(() => {});
    });
    await editor.getByRole('button', { name: 'use picture' }).click();
    await expect(editor.getByRole('progressbar')).toBeVisible();
    await editor.getByRole('button', { name: 'cancel' }).click();
    await expect(editor).toBeHidden();
    await edit();
    upload.resolve();
    await page.unroute('**/storage/v1/object/catalogue/**');
    await expect(editor.getByRole('button', { name: 'use picture' })).toBeVisible();
    await expect(url(1)).toHaveValue(a);
    await editor
      .getByRole('button', { name: /west drag handle/ })
      .first()
      .focus();
    await page.keyboard.press('ControlOrMeta+ArrowRight');
    await editor.getByRole('button', { name: 'use picture' }).click();
    await expect(url(1)).not.toHaveValue(a);
    const cropped = await url(1).inputValue();
    const { width } = await sizeOf(page, cropped);
    expect(width).toBeLessThan(300);
    await dialog(page).getByRole('button', { name: 'Undo the edit of image 1' }).click();
    await expect(url(1)).toHaveValue(a);
    await edit();
    await editor.getByRole('button', { name: 'Focal point', exact: true }).click();
    await editor.getByRole('button', { name: 'Focal point: ' }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await expect(editor.getByText('40 % from the left, 51 % from the top.')).toBeVisible();
    await expectAccessible();
    await editor.getByLabel('Alternative text').fill('Seat & back of "cane", <b>100%</b>');
    await editor.getByRole('button', { name: 'use picture' }).click();
    await expect(url(1)).not.toHaveValue(a);
    const turned = await url(1).inputValue();
    expect(await sizeOf(page, turned)).toEqual({ width: 300, height: 400 });

    // Without a connection, a picture waits in the form and is sent when it is back.
    await context.setOffline(true);
    await choose.setInputFiles(await file('later.png', 50, 40));
    const lost = dialog(page).getByRole('listitem').filter({ hasText: 'later.png' });
    await expect(lost).toContainText('was not uploaded');
    await expect(lost.getByRole('button', { name: 'Try again' })).toBeVisible();
    await context.setOffline(false);
    await expect(url(3)).toHaveValue(STORED);
    await expect(lost).toBeHidden();
    // A cancelled one leaves nothing.
    await dialog(page).getByRole('button', { name: 'Remove image 3' }).click();
    const cancelled = Promise.withResolvers<void>();
    await page.route('**/storage/v1/object/catalogue/**', async (route) => {
      await cancelled.promise;
      await route.continue().catch(() => {});
    });
    await choose.setInputFiles(await file('cancelled.png', 50, 40));
    await dialog(page).getByRole('button', { name: 'Cancel uploading image 3' }).click();
    await expect(dialog(page).getByRole('progressbar')).toBeHidden();
    await expect(url(3)).toHaveValue('');
    cancelled.resolve();
    await page.unroute('**/storage/v1/object/catalogue/**');

    await dialog(page).getByRole('button', { name: 'save prop' }).click();
    await expect(notice(page)).toContainText('prop updated');
    const [saved] = await sql<
      { images: string[] }[]
    >`select images from props where id = ${item.id}`;
    const alt = encodeURIComponent('Seat & back of "cane", <b>100%</b>');
    expect(saved?.images).toEqual([`${turned}#focus=40,51&alt=${alt}`, b]);
    // The pictures that were replaced are gone, since only this form knew them.
    for (const gone of [a, cropped]) {
      await expect.poll(async () => (await page.request.get(gone)).status()).toBe(404);
    }

    await page.goto(`/props/${item.slug}`);
    const main = page.getByRole('img', { name: 'Seat & back of "cane", <b>100%</b>' });
    await expect(main).toBeVisible();
    await expect(main).toHaveCSS('object-position', '40% 51%');
    const second = page.getByRole('img', { name: `${item.name}, picture 2 of 2` });
    await expect(second).toHaveAttribute('alt', /picture 2/);
    expect(await second.getAttribute('style')).toBeNull();
    consoleErrors.length = 0;
  },
);

/** The size of a stored picture in pixels. */
async function sizeOf(page: Page, url: string) {
  const { width, height } = await sharp(await (await page.request.get(url)).body()).metadata();
  return { width, height };
}
