import type { APIRequestContext } from '@playwright/test';
import type { Sql } from 'postgres';
import { readPdf } from '#tests/support/pdf-reader.ts';
import { putItem } from './support/items.ts';
import { bookFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

/** A confirmed order of two props that goes out today. */
async function orderForToday(sql: Sql, request: APIRequestContext) {
  const items = [await putItem(sql, 'props'), await putItem(sql, 'props')];
  const lines = items.map((item) => ({ item, quantity: 1 }));
  const days = { from: studioDay(0), to: studioDay(2) };
  return { made: await bookFor(sql, request, lines, days), items };
}

test(
  'pick list and receipt are printed on A4 @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn }) => {
    const { made, items } = await orderForToday(sql, request);
    await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
    await page.addInitScript(() => {
      window.print = () => {
        document.body.dataset['printed'] = 'yes';
      };
    });
    await page.goto(`/ops/today?order=${made.order}&desk=hand-over`);
    const paper = page.getByRole('article');
    await page.getByRole('button', { name: 'Print pick list' }).click();
    await expect(page.locator('[data-printed]')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(paper).toContainText('Pick list');
    await expect(paper).toContainText('Frameyard Studio Rental');
    await expect(paper.getByRole('row', { name: items[0]!.name })).toContainText('1');
    await expect(page.getByRole('button', { name: 'Hand over everything' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.getByRole('button', { name: 'Hand over everything' }).click();
    await page.getByRole('button', { name: 'Print receipt' }).first().click();
    await page.emulateMedia({ media: 'print' });
    await expect(paper).toContainText('Hand-over receipt');
    await expect(paper).toContainText(made.order);
    await expect(paper).toContainText('For the studio');
    await expect(paper.getByRole('row', { name: items[1]!.name })).toContainText('Good');
  },
);

test("the browser's own Print prints the pick list, and Today without what is around it @desktop @long", async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const { made, items } = await orderForToday(sql, request);
  const staff = await makeStaff(sql, 'crm_user');
  await sql`update orders set assigned_to = ${staff.id} where order_number = ${made.order}`;
  await signIn(staff);
  await page.goto('/ops/today?owner=me');
  await expect(page.getByRole('link', { name: `Hand over ${made.order}` })).toBeVisible();
  const today = await readPdf(await page.pdf({ preferCSSPageSize: true, tagged: true }));
  expect(today.pages).toHaveLength(1);
  for (const text of ['Today', 'Going out', made.order, '2 pieces', made.mobile.slice(-5)]) {
    expect(today.pages[0]).toContain(text);
  }
  for (const text of ['Dashboard', 'Logout', 'Mine', 'Hand over']) {
    expect(today.pages[0]).not.toContain(text);
  }
  await page.goto(`/ops/today?order=${made.order}&desk=hand-over`);
  await expect(page.getByRole('button', { name: 'Hand over everything' })).toBeVisible();
  const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true, tagged: true }));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('Pick list');
  expect(pages[0]).toContain(items[0]!.code);
  expect(pages[0]).toContain(items[1]!.code);
  expect(pages[0]).not.toContain('Hand over everything');
});
