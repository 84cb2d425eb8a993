import type { Page } from '@playwright/test';
import { putProp, somePictures } from './support/catalogue.ts';
import { putItem } from './support/items.ts';
import { openPlain } from './support/order.ts';
import { expect, hydrated, test } from './support/test.ts';

const viewed = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });

/** Waits until the browser has stored which items were viewed, the last one first. */
const expectStored = (page: Page, items: readonly { id: string }[]) =>
  expect
    .poll(() => page.evaluate(() => window.localStorage.getItem('recentlyViewed')))
    .toBe(JSON.stringify(items.map(({ id }) => id)));

test('recently viewed items, with current data @desktop @long', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const images = await somePictures(sql, 1);
  const lamp = await putProp(sql, { images, price: 700 });
  const sofa = await putItem(sql, 'gear', { images });
  const rug = await putProp(sql);
  await page.goto(`/props/${lamp.slug}`);
  await expect(page.getByRole('heading', { name: 'You might also like' })).toBeVisible();
  await expect(viewed(page)).toHaveCount(0);
  await expectStored(page, [lamp]);
  await page.goto(`/gear/${sofa.slug}`);
  await expect(viewed(page).getByRole('link')).toHaveText([lamp.name]);
  await expectStored(page, [sofa, lamp]);
  await page.goto(`/prop/${rug.code}`);
  await expect(viewed(page).getByRole('link')).toHaveText([sofa.name, lamp.name]);
  await expect(viewed(page)).toContainText('₹700/day');
  await expectStored(page, [rug, sofa, lamp]);
  await expectAccessible();

  await sql`update public.gear set active = false where id = ${sofa.id}`;
  await sql`update public.props set name = ${`${lamp.name} II`} where id = ${lamp.id}`;
  await page.reload();
  await expect(viewed(page).getByRole('link')).toHaveText([`${lamp.name} II`]);
  await expectStored(page, [rug, lamp]);
  await viewed(page).getByRole('link').click();
  await expect(page).toHaveURL(`/props/${lamp.slug}`);
  await expect(viewed(page).getByRole('link')).toHaveText([rug.name]);
});

test('recently viewed items with invalid or missing storage @desktop @long', async ({
  page,
  sql,
}) => {
  const prop = await putProp(sql);
  await openPlain(page);
  await page.evaluate(() =>
    window.localStorage.setItem('recentlyViewed', '[7, {"id": null}, "drop table", "'),
  );
  await page.goto(`/props/${prop.slug}`);
  await expectStored(page, [prop]);

  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    Storage.prototype.getItem = refuse;
    Storage.prototype.setItem = refuse;
  });
  await page.goto(`/prop/${prop.slug}`);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1, name: prop.name })).toBeVisible();
  await expect(viewed(page)).toHaveCount(0);
});

test('the link can be copied by keyboard; a failure shows a notice @desktop @long', async ({
  page,
  context,
  sql,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const prop = await putProp(sql);
  const address = `${process.env['SITE']}/props/${prop.slug}`;
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await page.goto(`/prop/${prop.code}?from=a-friend`);
  await page.getByRole('button', { name: 'Copy link' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
  });
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'The link could not be copied' });
  await expect(alert).toContainText(address);
});

test('uses the device’s share sheet if there is one @desktop @long', async ({ page, sql }) => {
  const prop = await putProp(sql);
  await page.addInitScript(() => {
    navigator.share = (data) => {
      Object.assign(window, { shared: data });
      return Promise.reject(new DOMException('closed', 'AbortError'));
    };
  });
  await page.goto(`/prop/${prop.slug}`);
  await page.getByRole('button', { name: 'Share' }).focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate((): unknown => Reflect.get(window, 'shared')))
    .toEqual({ title: prop.name, url: `${process.env['SITE']}/props/${prop.slug}` });
  await expect(page.getByRole('alert')).toHaveText('');
});
