import { cards, putProp, rareWord, search } from './support/catalogue.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, hydrated, test } from './support/test.ts';

test('a search without results suggests items with all its words @desktop @long', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const word = rareWord();
  const { name } = await putProp(sql, { name: `Bolster, green ${word}` });
  await page.goto(`/rent-props?q=${word}+bolster`);
  await expect(page.getByRole('heading', { name: 'No props found', exact: true })).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '0 items' })).toBeVisible();
  const suggestions = page.getByRole('region', { name: 'Closest matches' });
  await expect(suggestions.getByRole('heading', { level: 2 })).toHaveText('Closest matches');
  await expect(suggestions.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectAccessible();
  await page.goto(`/rent-gear?q=${word}+bolster`);
  await expect(page.getByRole('heading', { name: 'No gear found', exact: true })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('a category without results stays in the sidebar, grey and with 0 @desktop @long', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const { name } = await putProp(sql, { category: 'Lighting' });
  await page.goto(`/rent-props?q=${encodeURIComponent(name)}`);
  const categories = page.getByRole('navigation', { name: 'Categories' });
  await expect(categories.getByRole('link', { name: 'Lighting 1', exact: true })).toBeVisible();
  const seating = categories.getByRole('link', { name: 'Seating 0', exact: true });
  const colour = (link: typeof seating) => link.evaluate((one) => getComputedStyle(one).color);
  expect(await colour(seating)).not.toBe(await colour(categories.getByRole('link').first()));
  await expectAccessible();
  await seating.click();
  await expect(page.getByRole('heading', { name: 'No props found' })).toBeVisible();
  await expect(seating).toHaveAttribute('aria-current', 'page');
});

test('categories, filters, sorting and pagination without JavaScript @desktop @long', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  // why of a category: other tests add new props to the first page of all.
  await page.goto('/rent-props?category=seating');
  const first = cards(page).first();
  const newest = await first.innerText();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/\/rent-props\?category=seating&after=/);
  await expect(cards(page)).toHaveCount(24);
  await expect(first).not.toHaveText(newest, { useInnerText: true });
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(page).toHaveURL('/rent-props?category=seating');
  await expect(first).toHaveText(newest, { useInnerText: true });

  await page.getByRole('navigation', { name: 'Categories' }).getByText('Lighting').click();
  await search(page).fill('lamp');
  await page.locator('summary', { hasText: 'Colour' }).click();
  await page.getByRole('checkbox', { name: /^Gold/ }).check();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Name: A to Z');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL('/rent-props?category=lighting&q=lamp&colour=gold&sort=name');
  await expect(page.getByText(/^Showing \d+ items$/)).toBeVisible();
  await expect(search(page)).toHaveValue('lamp');
  await expect(page.getByRole('checkbox', { name: /^Gold/, includeHidden: true })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Filter' })).toBeHidden();
  await context.close();
});

test('shows pictures, names and prices without layout shift @long', async ({ page }) => {
  const shifts = await watchShifts(page);
  await page.goto('/rent-props');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const first = cards(page).first();
  await expect(first).toContainText(/₹[\d,.]+\/day/);
  // why: other tests add items without a picture in parallel.
  const picture = cards(page).locator('img').first();
  await expect(picture).toHaveAttribute('srcset', /\/storage\/v1\/render\/image\/public\/.*320w/);
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  expect(await shifts()).toEqual({ sum: 0, moved: [] });
});

test('two cards in a row on a phone: saved, and applied before the first paint @long', async ({
  page,
  isMobile,
  expectAccessible,
}) => {
  // Counted when the HTML is parsed, before the page's scripts have run.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const grid = document.querySelector('main ul.card-grid');
      const columns = grid && getComputedStyle(grid).gridTemplateColumns.split(' ').length;
      document.documentElement.dataset['columns'] = String(columns);
    });
  });
  const columns = () => page.evaluate(() => document.documentElement.dataset['columns']);
  const toggle = page.getByRole('button', { name: 'Two cards in a row' });
  const cards = page.getByRole('article');
  const inRow = async () => {
    const [first, second] = await Promise.all([
      cards.nth(0).boundingBox(),
      cards.nth(1).boundingBox(),
    ]);
    return first?.y === second?.y;
  };
  await page.goto('/rent-props');
  await hydrated(page);
  if (!isMobile) {
    await expect(toggle).toBeHidden();
    return;
  }
  expect(await columns()).toBe('1');
  await expect.poll(inRow).toBe(false);
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.tap();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(inRow).toBe(true);
  await expectAccessible();

  // Each price is below its name and inside its card.
  for (const card of (await cards.all()).slice(0, 6)) {
    const [own, name, price] = await Promise.all(
      [card, card.getByRole('heading'), card.getByText('/day')].map((part) => part.boundingBox()),
    );
    expect(price?.y).toBeGreaterThanOrEqual((name?.y ?? 1e9) + (name?.height ?? 0) - 1);
    expect((price?.x ?? 1e9) + (price?.width ?? 0)).toBeLessThanOrEqual(
      (own?.x ?? 0) + (own?.width ?? 0),
    );
  }
  await page.goto('/rent-clothes');
  expect(await columns()).toBe('2');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await hydrated(page);
  await toggle.tap();
  await expect.poll(inRow).toBe(false);
  await page.reload();
  expect(await columns()).toBe('1');
});

test('loads more by scrolling and by the button @desktop @long', async ({ page }) => {
  await page.goto('/rent-props');
  await hydrated(page);
  const more = page.getByRole('button', { name: 'Load more' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Showing (48|72|96|120) of 2,\d{3} items$/)).toBeVisible();
  // why again: cards that are laid out during the scroll make the page longer than the key saw it.
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return page.getByText(/^Showing (72|96|120) of 2,\d{3} items$/).isVisible();
    })
    .toBe(true);
  const links = await cards(page).getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('the empty state, and invalid query parameters @desktop @long', async ({
  page,
  request,
  expectAccessible,
}) => {
  await page.goto(`/rent-props?q=${rareWord()}`);
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'No props found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Clear search and filters' }).click();
  await expect(cards(page)).toHaveCount(24);

  const answer = await page.goto(
    '/rent-props?sort=sideways&colour=%F0%9F%8E%A5&category[]=1&q=%25_%5C',
  );
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Rent Props' })).toBeVisible();
  expect((await request.get('/rent-props?q=%00')).status()).toBe(400);
});

test('a list that cannot be loaded offers a retry @desktop @long', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/about');
  await hydrated(page);
  await page.route('**/rest/v1/rpc/search_catalogue', (route) =>
    route.fulfill({ status: 400, json: { message: 'no', code: 'PT400' } }),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'rent props' }).click();
  await expect(page.getByRole('heading', { name: 'No props available' })).toBeVisible();
  await expect(
    page.getByText('catalog is being updated. Contact us for immediate requirements.'),
  ).toBeVisible();
  await expect(page.getByText('The list could not be loaded.')).toBeVisible();
  const retry = page.getByRole('link', { name: 'Try again' });
  await expect(retry).toHaveAttribute('href', '/rent-props');
  await page.unroute('**/rest/v1/rpc/search_catalogue');
  await retry.click();
  await expect(cards(page)).toHaveCount(24);
  consoleErrors.length = 0;
});

test('8 skeletons while the list loads @desktop @long', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const gate = Promise.withResolvers<void>();
  await page.route('**/rest/v1/rpc/search_catalogue', async (route) => {
    await gate.promise;
    await route.fallback();
  });
  await page.getByRole('link', { name: /^Browse 2,\d{3} props$/ }).click();
  await expect(page).toHaveURL('/rent-props');
  await expect(page.locator('[data-skeleton=card]')).toHaveCount(8);
  gate.resolve();
  await expect(cards(page)).toHaveCount(24);
});

test('+ adds to the order without leaving the list @long', async ({ page, sql }) => {
  const word = rareWord();
  const prop = await putProp(sql, { name: `Tray ${word}`, price: 350 });
  await page.goto(`/rent-props?q=${word}`);
  await hydrated(page);
  const add = page.getByRole('button', { name: `Add ${prop.name} to order` });
  await add.click();
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await add.click();
  await expect(page.getByRole('button', { name: 'Cart, 2 items' })).toBeVisible();
  await expect(page).toHaveURL(`/rent-props?q=${word}`);
  const card = page.getByRole('article').filter({ hasText: prop.name });
  await expect(card).toContainText('✓ 2 in your order');
  // The notice has told it.
  await expect(card.getByRole('status')).toBeEmpty();
  await card.getByRole('button', { name: `Decrease quantity of ${prop.name}` }).click();
  await expect(card).toContainText('✓ 1 in your order');
  await expect(card.getByRole('status')).toHaveText('1 in your order');
  await card.getByRole('button', { name: `Remove ${prop.name} from order` }).click();
  await expect(card).not.toContainText('in your order');
  await expect(add).toBeFocused();
  await add.click();
  await page.getByRole('button', { name: 'View order' }).click();
  await expect(page).toHaveURL('/my-order');
  await expect(page.getByRole('listitem').filter({ hasText: prop.name })).toContainText('₹350/day');
});

test('the longest names and prices fit @long', async ({ page, sql }) => {
  const word = rareWord();
  const long = `${word} ${'Hand-carved rosewood palanquin with brass inlay '.repeat(4)}`.slice(
    0,
    118,
  );
  await putProp(sql, { name: `${long}X`, price: 1234567.89 });
  await putProp(sql, { name: `${word}${'x'.repeat(100)}`, price: 0 });
  await page.goto(`/rent-props?q=${word}`);
  await expect(page.getByText('₹12,34,567.89/day')).toBeVisible();
  await expect(page.getByText('₹0/day')).toBeVisible();
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wider).toBe(false);
});

test('Back from an item that is still loading restores the scroll position @desktop @long', async ({
  page,
}) => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/rest/v1/rpc/item_page', async (route) => {
    await gate.promise;
    await route.fallback();
  });
  await page.goto('/rent-props');
  await hydrated(page);
  const card = cards(page).nth(16);
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(card).toBeInViewport();
  gate.resolve();
});
