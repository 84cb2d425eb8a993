import jsQr from 'jsqr';
import sharp from 'sharp';
import { putItem } from './support/items.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

/** The text of the QR code in a picture. */
async function decoded(png: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** Number and sizes in points of a PDF's pages. */
function pagesOf(pdf: Buffer): string[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(
    ([, width, height]) => `${Math.round(Number(width))} × ${Math.round(Number(height))}`,
  );
}

test(
  'labels of pieces are printed on A4 sheets and on a roll, and lead to the scan page @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, baseURL, expectAccessible }) => {
    const chair = await putItem(sql, 'props', { own: { quantity: 30 } });
    const lamp = await putItem(sql, 'props');
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto(`/ops/props-manager?edit=${chair.code}&part=pieces`);
    const dialog = page.getByRole('dialog', { name: 'edit prop' });
    await dialog.getByLabel('Place (optional)').fill('Shelf B3');
    await dialog.getByRole('form', { name: 'Place' }).getByRole('button', { name: 'save' }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Place saved');
    await dialog.getByLabel('Pieces to number').fill('31');
    await dialog.getByRole('button', { name: 'number them' }).click();
    await expect(dialog.getByText('Only 30 pieces without a number')).toBeVisible();
    await dialog.getByLabel('Pieces to number').fill('26');
    await dialog.getByRole('button', { name: 'number them' }).click();
    const pieces = dialog.getByRole('list', { name: 'Pieces' }).getByRole('listitem');
    await expect(pieces).toHaveCount(26);
    await dialog.getByLabel(`Note of ${chair.code}-02`).fill('Left arm loose');
    await pieces.nth(1).getByRole('button', { name: 'save' }).click();
    await dialog.getByRole('button', { name: `Retire ${chair.code}-03` }).click();
    await expect(dialog.getByRole('button', { name: `Restore ${chair.code}-03` })).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('link', { name: 'Labels' }).click();
    await expect(page).toHaveURL(new RegExp(`/ops/labels\\?codes=${chair.code}`));

    await page.goto(`/ops/labels?codes=${chair.code},${lamp.code},PRP-99999`);
    await expect(page.getByRole('button', { name: 'Print 26 labels' })).toBeVisible();
    await expect(page.getByText('1 code is unknown and left out.')).toBeVisible();
    await expectAccessible();
    const codes = page.getByRole('img', { name: /^QR code of/ });
    await expect(codes).toHaveCount(26);
    for (const [at, code] of [
      [1, `${chair.code}-02`],
      [25, lamp.code],
    ] as const) {
      expect(await decoded(await codes.nth(at).screenshot())).toBe(`${baseURL}/ops/scan/${code}`);
    }
    const printed = async () => pagesOf(await page.pdf({ preferCSSPageSize: true }));
    await expect.poll(printed).toEqual(['595 × 842', '595 × 842']);
    await page.getByLabel('First label').selectOption('24');
    await expect.poll(printed).toHaveLength(3);
    await page.getByLabel('Paper').selectOption('roll');
    await page.getByLabel('Labels for').selectOption('items');
    await expect(codes).toHaveCount(2);
    await expect.poll(printed).toEqual(['176 × 82', '176 × 82']);
    // Only labels are printed.
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'Labels' })).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
  },
);
