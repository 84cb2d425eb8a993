import { putItem } from './support/items.ts';
import { makeProp, openOrder, storedLine } from './support/order.ts';
import { coveredStops } from './support/tab-stops.ts';
import { expect, hydrated, test } from './support/test.ts';

/** A desktop window, and one of 1280 × 720 or 1024 at 200 % and 400 %. */
const SIZES = [
  { width: 640, height: 360 },
  { width: 1440, height: 900 },
  { width: 320, height: 256 },
];

// why: one size stays in the short gate.
for (const [place, viewport] of SIZES.entries()) {
  test.describe(`at ${viewport.width} × ${viewport.height} @desktop${place === 0 ? '' : ' @long'}`, () => {
    test.use({ viewport });

    test('no bar covers what has the focus in the order and in a list @long', async ({
      page,
      sql,
    }) => {
      const items = [await makeProp(sql), await makeProp(sql), await makeProp(sql)];
      await openOrder(
        page,
        items.map((item) => storedLine(item)),
      );
      await hydrated(page);
      const place = page.getByRole('button', { name: 'Place Enquiry' });
      expect(await coveredStops(page, place)).toEqual([]);
      await page.goto('/rent-props');
      await hydrated(page);
      const card = page.getByRole('article').nth(8).getByRole('link').first();
      expect(await coveredStops(page, card)).toEqual([]);
    });

    test('the save bar of a manager covers no field @long', async ({ page, sql, signIn }) => {
      const item = await putItem(sql, 'props');
      await signIn();
      const [row] = await sql<{ prop_id: string }[]>`
        select prop_id from props where name = ${item.name}`;
      await page.goto(`/ops/props-manager?edit=${row?.prop_id}`);
      const save = page.getByRole('dialog').getByRole('button', { name: 'save prop' });
      await expect(save).toBeVisible();
      expect(await coveredStops(page, save)).toEqual([]);
    });
  });
}
