import type { Locator, Page } from '@playwright/test';
import { focusKept } from './support/focus-kept.ts';
import { makeProp, openOrder, storedLine } from './support/order.ts';
import { putItem } from './support/items.ts';
import { enquireFor } from './support/rentals.ts';
import { rareWord } from './support/catalogue.ts';
import { studioDay } from './support/days.ts';
import { makeStaff } from './support/staff.ts';
import { expect, hydrated, test } from './support/test.ts';

async function pressByKey(page: Page, control: Locator) {
  await control.focus();
  await focusKept(page);
  await page.keyboard.press('Enter');
}

test('a line that is removed hands the focus to the next, a cleared cart to its heading @desktop @long', async ({
  page,
  sql,
}) => {
  const items = [await makeProp(sql), await makeProp(sql), await makeProp(sql)];
  await openOrder(
    page,
    items.map((item) => storedLine(item)),
  );
  await hydrated(page);
  const [first, second, third] = items.map(({ name }) =>
    page.getByRole('button', { name: `Remove ${name}` }),
  );
  await pressByKey(page, first!);
  await expect(second!).toBeFocused();
  await pressByKey(page, third!);
  await expect(second!).toBeFocused();
  await pressByKey(page, page.getByRole('button', { name: 'Clear Cart' }));
  await expect(page.getByRole('heading', { name: 'My Order' })).toBeFocused();
});

test('a filter that is removed hands the focus to the next @desktop @long', async ({ page }) => {
  await page.goto('/rent-props?q=chair&category=seating');
  await hydrated(page);
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button');
  const count = await chips.count();
  expect(count).toBeGreaterThan(2);
  await pressByKey(page, chips.first());
  await expect(chips).toHaveCount(count - 1);
  await expect(chips.first()).toBeFocused();
  await pressByKey(page, page.getByRole('button', { name: 'Clear all' }));
  await expect(chips).toHaveCount(0);
  await expect(page.locator('main :focus')).toBeVisible();
});

test('“Load more” hands the focus to the first of what was added, of every page @desktop @long', async ({
  page,
  sql,
}) => {
  const word = rareWord();
  const names = Array.from({ length: 50 }, (_, n) => `${word} ${n}`);
  for (const name of names) await putItem(sql, 'props', { name });
  await page.goto(`/rent-props?q=${word}`);
  await hydrated(page);
  const more = page.getByRole('button', { name: 'Load more' });
  for (const first of [24, 48]) {
    await pressByKey(page, more);
    const link = page.getByRole('article').nth(first).getByRole('link').first();
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
  }
  await expect(more).toHaveCount(0);
});

test(
  'a hold, a note and a conversion hand the focus on',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    const days = { from: studioDay(40), to: studioDay(42) };
    const { number } = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
    await page.goto(`/ops/crm?tab=enquiries&open=${number}`);
    const drawer = page.getByRole('dialog', { name: number, exact: true });
    const hold = drawer.getByRole('region', { name: 'Hold' });
    await pressByKey(page, hold.getByRole('button', { name: /^Hold until/ }));
    await expect(hold.getByRole('button', { name: 'Release' })).toBeVisible();
    await expect(hold.locator(':focus')).toBeVisible();
    await pressByKey(page, hold.getByRole('button', { name: 'Release' }));
    await expect(hold.getByRole('button', { name: /^Hold until/ })).toBeVisible();
    await expect(hold.locator(':focus')).toBeVisible();

    const note = drawer.getByLabel('New note');
    await note.fill('Rings before noon.');
    await pressByKey(page, drawer.getByRole('button', { name: 'Add note' }));
    await expect(drawer.getByText('Rings before noon.', { exact: true })).toBeVisible();
    await expect(note).toBeFocused();

    await pressByKey(page, drawer.getByRole('button', { name: 'Convert to Order' }));
    await expect(page.getByText('Enquiry converted to order successfully')).toBeVisible();
    await expect(page.locator('dialog :focus')).toBeVisible();
  },
);

test('a removed picture hands the focus on @desktop @long', async ({ page, sql, signIn }) => {
  const item = await putItem(sql, 'props');
  const images = ['https://cdn.example.com/a.webp', 'https://cdn.example.com/b.webp'];
  await sql`update props set images = ${images} where name = ${item.name}`;
  await page.route('https://cdn.example.com/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  );
  await signIn();
  await page.goto(`/ops/props-manager?q=${encodeURIComponent(item.name)}`);
  await page.getByRole('link', { name: `Edit ${item.name}` }).click();
  const dialog = page.getByRole('dialog');
  await pressByKey(page, dialog.getByRole('button', { name: 'Remove image 1' }));
  await expect(dialog.locator(':focus')).toBeVisible();
});
