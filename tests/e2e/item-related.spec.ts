import type { Page, Route } from '@playwright/test';
import { putProp, rareWord } from './support/catalogue.ts';
import { expect, hydrated, test } from './support/test.ts';

const related = (page: Page) => page.getByRole('region', { name: 'You might also like' });

test('related items are in the HTML, four or two in a row, neighbours of different kinds @long', async ({
  page,
  sql,
  isMobile,
}) => {
  const prop = await putProp(sql, { category: 'Seating' });
  const html = await (await page.request.get(`/props/${prop.slug}`)).text();
  expect(html.slice(html.indexOf('You might also like')).match(/<article/g)).toHaveLength(8);

  await page.goto(`/props/${prop.slug}`);
  await hydrated(page);
  const cards = related(page).getByRole('article');
  await expect(cards).toHaveCount(8);
  await expect(cards.filter({ hasText: '/day' })).toHaveCount(8);
  const paths = await cards
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
  const types = paths.map((path) => path.split('/')[1] ?? '');
  expect(types.filter((type, at) => type === types[at - 1])).toEqual([]);
  for (const type of types) {
    expect(['props', 'clothes', 'backdrops', 'gear', 'crew', 'rent-sets-packages']).toContain(type);
  }
  if (isMobile) return;

  const list = related(page).getByRole('list');
  const whole = async () => {
    const edge = page.viewportSize()?.width ?? 0;
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    return boxes.filter((box) => box && box.x >= 0 && box.x + box.width <= edge).length;
  };
  for (const [width, count] of [
    [820, 2],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(whole, `at ${width} px`).toBe(count);
  }

  const previous = related(page).getByRole('button', { name: 'Previous' });
  const next = related(page).getByRole('button', { name: 'Next' });
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await cards.nth(0).scrollIntoViewIfNeeded();
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(cards.nth(7)).toBeInViewport({ ratio: 0.5 });
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(next).toBeFocused();
  await previous.click();
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await expect(list).toHaveJSProperty('scrollLeft', 0);

  await cards.nth(5).getByRole('link').focus();
  await expect(cards.nth(5)).toBeInViewport({ ratio: 0.9 });
});

test('related items: loading, failed and empty states @desktop @long', async ({
  page,
  sql,
  consoleErrors,
}) => {
  const word = rareWord();
  const prop = await putProp(sql, { name: `Crate ${word}` });
  await page.goto(`/rent-props?q=${word}`);
  await hydrated(page);
  await page.route('**/rest/v1/rpc/item_page', async (route) => {
    const response = await route.fetch();
    const whole = (await response.json()) as object;
    await route.fulfill({ response, json: { ...whole, related: null } });
  });
  let answer: (route: Route) => Promise<void> = () => Promise.resolve();
  let held: Route | undefined;
  await page.route('**/rest/v1/rpc/related_items', async (route) => {
    held = route;
    await answer(route);
  });
  await page.getByRole('article').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: prop.name })).toBeVisible();
  await expect(related(page).getByRole('status')).toHaveText('Loading recommendations...');
  await expect.poll(() => held).toBeDefined();
  await held?.fulfill({ status: 400, json: { message: 'no', code: 'X' } });
  await expect(related(page)).toContainText('Unable to load recommendations');
  await expect(page.getByRole('button', { name: 'Add to Order' })).toBeVisible();

  answer = (route) => route.fulfill({ json: [] });
  await related(page).getByRole('link', { name: 'Try again' }).click();
  await expect(related(page)).toContainText('No recommendations available');
  consoleErrors.length = 0;
});

test('item and related items load in one request, its free days in another @desktop @long', async ({
  page,
  sql,
}) => {
  const word = rareWord();
  const prop = await putProp(sql, { name: `Crate ${word}`, category: 'Seating' });
  await page.goto(`/rent-props?q=${word}`);
  await hydrated(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/')) requested.push(pathname);
  });
  await page.getByRole('article').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: prop.name })).toBeVisible();
  await expect(related(page).getByRole('article')).toHaveCount(8);
  await expect(page.getByRole('heading', { name: 'Rental dates' })).toBeVisible();
  const both = ['/rest/v1/rpc/item_page', '/rest/v1/rpc/item_calendar'];
  await expect.poll(() => requested).toEqual(both);
  await expect(page.locator('[data-day]').last()).toHaveAccessibleName(/ free$/);
  expect(requested).toEqual(both);
});
