import { putPair } from './support/catalogue-items.ts';
import { storedCart } from './support/order.ts';
import { expect, hydrated, test } from './support/test.ts';

test('the selected category is the heading of the crew directory @desktop @long', async ({
  page,
  request,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/crew-rental');
  await hydrated(page);
  await expect(heading).toHaveText('All Crew');
  const categories = page.getByRole('navigation', { name: 'Categories' });
  await categories.getByRole('link', { name: /^Set Designer/ }).click();
  await expect(page).toHaveURL('/crew-rental?category=set-designer');
  await expect(heading).toHaveText('Set Designer');
  await expect(page).toHaveTitle(/^Set Designer – Hire Crew \| /);
  await expect(page.getByText(/^Showing \d crew members? matching your filters$/)).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveText('All Crew');
  await expect(page).toHaveTitle(/^Hire Crew \| /);

  const html = await (await request.get('/crew-rental?category=set-designer')).text();
  expect(html).toContain('<title>Set Designer – Hire Crew | ');
});

test('/hire-crew redirects to the crew directory with its search @desktop @long', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/');
  await page.goto('/hire-crew?category=gaffer&q=a');
  await expect(page).toHaveURL('/crew-rental?category=gaffer&q=a');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gaffer');
  await page.goBack();
  await expect(page).toHaveURL('/');

  // Client-side navigation leaves no history entry for it either.
  await page.goto('/crew/nobody-at-all');
  await hydrated(page);
  await page.getByRole('link', { name: 'Browse All Crew' }).click();
  await expect(page).toHaveURL('/crew-rental');
  await page.goBack();
  await expect(page).toHaveURL('/crew/nobody-at-all');
  consoleErrors.length = 0;
});

test('a free item can be added to the order @desktop @long', async ({ page, sql }) => {
  const pair = await putPair(
    sql,
    { table: 'gear', codeColumn: 'gear_id', lookups: { gear_brand_id: ['gear_brands', 'name'] } },
    0,
  );
  await page.goto(`/free-props?q=${pair.word}&category=gear`);
  await hydrated(page);
  const card = page.getByRole('article').filter({ hasText: pair.marked.name });
  await expect(card.getByRole('link')).toHaveAttribute('href', `/gear/${pair.marked.slug}`);
  await page.getByRole('button', { name: `Add ${pair.marked.name} to order` }).click();
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goto('/my-order');
  const line = page.getByRole('listitem').filter({ hasText: pair.marked.name });
  await expect(line).toContainText('₹0/day');
  await expect
    .poll(() => storedCart(page))
    .toMatchObject([{ type: 'gear', price: 0, quantity: 1 }]);
});
