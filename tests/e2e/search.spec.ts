import { putProp, rareWord } from './support/catalogue.ts';
import { expect, hydrated, test } from './support/test.ts';

test('searches all kinds from the header, with the kinds as categories @desktop', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const word = rareWord();
  await putProp(sql, { name: `Chair ${word}` });
  await sql`insert into public.gear (name, price) values (${`Camera ${word}`}, 900)`;
  await page.goto('/my-order');
  await hydrated(page);
  await page.keyboard.press('/');
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search everything' });
  await expect(field).toBeFocused();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?q=${word}`);
  await expect(page).toHaveTitle(new RegExp(`^Search “${word}” \\| `));
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('link', { name: `Camera ${word}` })).toHaveAttribute(
    'href',
    /^\/gear\//,
  );
  await expectAccessible();

  const kinds = page.getByRole('navigation', { name: 'Kinds' });
  await expect(kinds.getByRole('link', { name: 'Props 1' })).toBeVisible();
  await kinds.getByRole('link', { name: 'Gear 1' }).click();
  await expect(page).toHaveURL(`/search?q=${word}&category=gear`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(2);

  const key = page.getByRole('switch', { name: 'Search key' });
  await key.press('Space');
  await expect(key).not.toBeChecked();
  const link = page.getByRole('article').first().getByRole('link');
  await link.focus();
  await page.keyboard.press('/');
  await expect(link).toBeFocused();
  await key.press('Space');
  await link.focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();

  await page.getByRole('main').getByRole('searchbox').fill('qzxvw');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible();
});

test('matches words in any order in name, colour and kind, and similar words if there are few results @desktop @long', async ({
  page,
  sql,
}) => {
  const word = rareWord();
  await putProp(sql, { name: `Bolster ${word}`, colour: 'Teal', category: 'Seating' });
  const field = page.getByRole('main').getByRole('searchbox', { name: 'Search everything' });
  await page.goto('/search');
  await hydrated(page);
  for (const q of [
    `teal ${word}`,
    `${word} bolsters`,
    `props ${word} seating`,
    `bolstre ${word}`,
  ]) {
    await field.fill(q);
    await expect(page).toHaveURL(`/search?q=${q.replaceAll(' ', '+')}`);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('link', { name: `Bolster ${word}` })).toBeVisible();
  }
  await field.fill('teal sofa');
  await expect(page.getByRole('article').first()).toContainText('Loft Three-Seater Sofa');
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await expect(sort).toHaveValue('best');
  await sort.selectOption('Newest first');
  await expect(page).toHaveURL('/search?q=teal+sofa&sort=newest');
});

test('a search of which no item has all words shows those with the most @desktop @long', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const word = rareWord();
  await putProp(sql, { name: `Bolster ${word}` });
  await page.goto(`/search?q=unicornish+${word}`);
  await expect(
    page.getByText('Nothing has all of these words. The closest come first.'),
  ).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('link', { name: `Bolster ${word}` })).toBeVisible();
  await expectAccessible();
});

test('submitting an item code opens the item, typing it lists the item @desktop @long', async ({
  page,
  sql,
}) => {
  const { code, slug, name } = await putProp(sql);
  for (const from of ['/my-order', '/search']) {
    await page.goto(from);
    await hydrated(page);
    const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search everything' });
    await field.fill(code.toLowerCase());
    await field.press('Enter');
    await expect(page).toHaveURL(`/props/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
  await page.goBack();
  await expect(page).toHaveURL('/search');
  const field = page.getByRole('main').getByRole('searchbox', { name: 'Search everything' });
  await hydrated(page);
  await field.fill(code);
  await expect(page).toHaveURL(`/search?q=${code}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText(name);
  await field.press('Enter');
  await expect(page).toHaveURL(`/props/${slug}`);
  const [crew] = await sql<{ code: string; slug: string }[]>`
    select crew_id as code, slug from crews where active order by crew_id limit 1`;
  const [set] = await sql<{ code: string; slug: string }[]>`
    select set_id as code, slug from sets where active order by set_id limit 1`;
  await page.goto(`/search?q=${crew?.code}`);
  await expect(page).toHaveURL(`/crew/${crew?.slug}`);
  await page.goto(`/search?q=${set?.code}`);
  await expect(page).toHaveURL(`/rent-sets-packages/${set?.slug}`);
  await page.goto('/search?q=PRP-99999999');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
});

test('search from the header of a phone', async ({ page }) => {
  test.skip((page.viewportSize()?.width ?? 0) > 700, 'a wide screen has a field in the header');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await expect(page).toHaveURL('/search');
  const field = page.getByRole('main').getByRole('searchbox', { name: 'Search everything' });
  await expect(field).toBeFocused();
  await field.fill('sofa');
  await expect(page).toHaveURL('/search?q=sofa');
  await expect(page.getByText(/^Showing 24 of \d+ items$/)).toBeVisible();
});

test('search without JavaScript: form, results of all kinds, item codes @desktop @long', async ({
  browser,
  baseURL,
  sql,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/no-such-page');
  await page.getByRole('main').getByRole('searchbox', { name: 'Search everything' }).fill('red');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/search?q=red');
  await expect(page.getByRole('article')).toHaveCount(24);
  const robots = page.locator('meta[name="robots"]');
  await expect(robots).toHaveAttribute('content', 'noindex');
  await page.goto('/search?q=red+unicornish');
  await expect(page.getByText(/^Nothing has all of these words\./)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(24);
  const { code, slug } = await putProp(sql);
  await page.getByRole('main').getByRole('searchbox').fill(` ${code} `);
  await page.getByRole('main').getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(`/props/${slug}`);
  await context.close();
});
