import { somePictures, putProp } from './support/catalogue.ts';
import { studioDay } from './support/days.ts';
import { linkedEnquiry } from './support/enquiry-links.ts';
import { putItem } from './support/items.ts';
import { draftQuote } from './support/quotes.ts';
import { bookFor } from './support/rentals.ts';
import { expect, hydrated, test } from './support/test.ts';

test('the mirrored edges of an item’s picture begin below it, so that no rounding leaves a gap @desktop @long', async ({
  page,
  sql,
}) => {
  const prop = await putProp(sql, { images: await somePictures(sql, 1) });
  await page.goto(`/props/${prop.slug}`);
  const picture = page.getByRole('main').getByRole('img', { name: prop.name }).first();
  const overlaps = await picture.evaluate((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    const [above, below] = [...(image.parentElement?.querySelectorAll(':scope > div') ?? [])].map(
      (edge) => edge.getBoundingClientRect(),
    );
    return [(above?.bottom ?? 0) - top, bottom - (below?.top ?? 0)];
  });
  for (const overlap of overlaps) expect(overlap).toBeGreaterThanOrEqual(8);
});

test('links and buttons of a list and its footer are large enough to touch @desktop @long', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: process.env['SITE'] ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto('/rent-props?category=seating&q=chair');
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeVisible();
  const controls = page.locator(
    'header :is(a, button):visible, footer :is(a, select):visible, ul[aria-label="Active filters"] button',
  );
  const small = await controls.evaluateAll((all) =>
    all
      .filter((one) => one.getBoundingClientRect().height < 40)
      .map((one) => one.ariaLabel ?? one.textContent),
  );
  expect(small).toEqual([]);
  await context.close();
});

test('days of an enquiry’s other dates fit into their fields at any width @desktop @long', async ({
  page,
  request,
  sql,
}) => {
  const { path } = await linkedEnquiry(request, sql);
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    const missing = await page.getByLabel('From').evaluate((field: HTMLInputElement) => {
      const shown = field.clientWidth;
      field.style.width = 'max-content';
      return Math.max(0, field.clientWidth - shown);
    });
    expect(missing, `${width} px`).toBe(0);
  }
});

test('a period’s two days stay beside each other, and a status is not cut off @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const item = await putItem(sql, 'props');
  const days = { from: studioDay(0), to: studioDay(1) };
  const { order } = await bookFor(sql, request, [{ item, quantity: 1 }], days);
  await sql`update orders set status = 'in_progress' where order_number = ${order}`;
  await signIn();
  for (const width of [1440, 1100, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/ops/crm?tab=orders&q=${order}`);
    for (const name of ['Ordered', 'Rental']) {
      const [from, to] = await Promise.all(
        [`${name} from`, `${name} to`].map((label) => page.getByLabel(label).boundingBox()),
      );
      expect(from?.y, `${name} at ${width} px`).toBe(to?.y);
    }
    const row = page.getByRole(width < 1280 ? 'listitem' : 'row').filter({ hasText: order });
    const status = row.getByText('In progress', { exact: true });
    const cut = await status.evaluate((badge) => badge.scrollWidth - badge.clientWidth);
    expect(cut, `${width} px`).toBeLessThanOrEqual(0);
  }
});

test('the focus ring of an item’s tabs is whole @desktop @long', async ({ page, sql, signIn }) => {
  const { code } = await putItem(sql, 'props');
  await signIn();
  await page.goto(`/ops/props-manager?edit=${code}&part=calendar`);
  const tab = page.getByRole('tab', { name: 'Calendar' });
  await expect(tab).toBeFocused();
  const room = await tab.evaluate((button) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(button);
    let cutting: Element | null = button;
    while (cutting && !/auto|scroll|hidden/.test(getComputedStyle(cutting).overflowY)) {
      cutting = cutting.parentElement;
    }
    const above = button.getBoundingClientRect().top - (cutting?.getBoundingClientRect().top ?? 0);
    return above - parseFloat(outlineOffset) - parseFloat(outlineWidth);
  });
  expect(room).toBeGreaterThanOrEqual(0);
});

test('a line’s figures have digits of one width, its text does not @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const { draft } = await draftQuote(request, sql);
  await signIn();
  await page.goto(`/ops/documents/${draft.id}`);
  const numbers = (name: string) =>
    page.getByLabel(name).evaluate((field) => getComputedStyle(field).fontVariantNumeric);
  expect(await numbers('Text of line 1')).toBe('normal');
  const names = await page.getByLabel(/^(Quantity|Days|Price|Discount) of/).all();
  expect(names.length).toBeGreaterThanOrEqual(4);
  for (const field of names) await expect(field).toHaveCSS('font-variant-numeric', 'tabular-nums');
});
