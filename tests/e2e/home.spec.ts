import { studioDay } from './support/days.ts';
import { expect, hydrated, test } from './support/test.ts';

test('the home page presents the studio and links to all seven catalogues', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const hero = page.getByRole('img', { name: /^A living-room set/ });
  await expect
    .poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const main = page.getByRole('main');
  await expect(main).toContainText('2000+ curated props');
  await expect(main).toContainText('Why us');
  await expect(main).toContainText('More than 200 brands');
  await expect(main).toContainText('Over 100,000 images');
  await expect(main).toContainText('1,000+ videos');
  for (const path of [
    '/rent-props',
    '/rent-clothes',
    '/rent-backdrops',
    '/rent-gear',
    '/crew-rental',
    '/rent-sets-packages',
    '/free-props',
  ]) {
    await expect(main.locator(`a[href="${path}"]`).first()).toBeVisible();
  }
  const steps = page.getByRole('region', { name: 'From here to your set in three steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Get in touch' })).toBeVisible();

  // From the first page to a list for some days: four presses, and links keep the days.
  await page.getByRole('button', { name: 'When do you need it?' }).click();
  const picker = page.getByRole('dialog', { name: 'When do you need it?' });
  const day = (date: string) => picker.locator(`[data-day="${date}"]`);
  const [from, to] = [studioDay(1), studioDay(3)];
  await day(from).click();
  await day(to).click();
  await picker.getByRole('button', { name: 'Show what is free' }).click();
  await expect(page).toHaveURL(`/search?from=${from}&to=${to}`);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click();
  await main.getByRole('link', { name: /^Browse [\d,]+ props$/ }).click();
  await expect(page).toHaveURL(`/rent-props?from=${from}&to=${to}`);
});

test('tiles show item counts, and the sets are the newest @desktop @long', async ({
  page,
  sql,
}) => {
  const tiles = page.getByRole('region', { name: 'What does your picture need?' });
  const sets = page.getByRole('region', { name: 'Walk in, and it is already lit' });
  // why toPass: other tests add items in parallel, so page and database are compared until they agree.
  await expect(async () => {
    const [row] = await sql<{ props: number; crew: number; newest: string }[]>`
      select (select count(*)::int from props where active) as props,
        (select count(*)::int from crews where active) as crew,
        (select name from sets where active and images[1] <> ''
          order by created_at desc, id desc limit 1) as newest`;
    await page.goto('/');
    const words = new Intl.NumberFormat('en-IN').format(row?.props ?? 0);
    const now = { timeout: 1_000 };
    await expect(tiles.getByRole('link', { name: /^Props/ })).toContainText(words, now);
    await expect(tiles.getByRole('link', { name: /^Crew/ })).toContainText(String(row?.crew), now);
    await expect(sets.getByRole('link').nth(1)).toContainText(row?.newest ?? '-', now);
    const browse = page.getByRole('link', { name: `Browse ${words} props` });
    await expect(browse).toHaveAttribute('href', '/rent-props', now);
  }).toPass();
  await expect(tiles.getByRole('listitem')).toHaveCount(7);
});

test('a kind without items has no count on its tile @desktop @long', async ({ page }) => {
  await page.route('**/rest/v1/rpc/search_catalogue', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { facets: { kind: { count: number }[] } };
    for (const kind of answer.facets.kind) kind.count = 0;
    await route.fulfill({ response, json: answer });
  });
  await page.goto('/about');
  await hydrated(page);
  const answered = page.waitForResponse('**/rest/v1/rpc/search_catalogue');
  await page.getByRole('banner').getByRole('link').first().click();
  await answered;
  const tiles = page.getByRole('region', { name: 'What does your picture need?' });
  await expect(page.getByRole('region', { name: 'Walk in, and it is already lit' })).toBeVisible();
  await expect(tiles.getByRole('listitem')).toHaveCount(7);
  await expect(tiles).not.toContainText(/\d/);
  await expect(page.getByRole('link', { name: 'Browse props' })).toBeVisible();
});

test('the first button leads to the catalogues, a set to its page @desktop @long', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Browse the studio' }).click();
  await expect(
    page.getByRole('heading', { name: 'What does your picture need?' }),
  ).toBeInViewport();
  const sets = page.getByRole('region', { name: 'Walk in, and it is already lit' });
  await sets.getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/rent-sets-packages\/[a-z0-9-]+$/);
});

test('a failed catalogue read leaves the rest of the page intact @desktop @long', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/about');
  await hydrated(page);
  await page.route('**/rpc/search_catalogue', (route) => route.abort());
  const home = page.getByRole('banner').getByRole('link', { name: /, home$/ });
  await home.click();
  await expect(page.getByRole('region', { name: 'What does your picture need?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse props' })).toBeVisible();
  consoleErrors.length = 0;
});
