import { putProp, rareWord, somePictures } from './support/catalogue.ts';
import { expect, test } from './support/test.ts';

test('a prop with all it can have', async ({ page, sql, expectAccessible }) => {
  const images = await somePictures(sql, 3);
  const prop = await putProp(sql, {
    price: 1250,
    description: 'Two of them, with cushions.',
    images,
    inStudio: true,
    brand: 'Okha',
    category: 'Seating',
    colour: 'Gold',
  });
  const answer = await page.goto(`/props/${prop.slug}`);
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveTitle(new RegExp(`^${prop.name} – Rent Props \\| `));
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    `Rent ${prop.name} for ₹1,250/day. Two of them, with cushions.`,
  );
  await expect(page.getByRole('heading', { level: 1, name: prop.name })).toBeVisible();
  await expect(page.getByText('Two of them, with cushions.')).toBeVisible();
  await expect(page.getByText('₹1,250/day').locator('visible=true')).toHaveCount(1);
  await expect(page.getByText('In-Studio Only')).toBeVisible();
  await expect(page.getByText('Okha', { exact: true })).toBeVisible();
  await expect(page.getByText('Seating', { exact: true })).toBeVisible();
  await expectAccessible();

  const main = page.getByRole('img', { name: `${prop.name}, picture 1 of 3` });
  const box = await main.locator('xpath=../..').boundingBox();
  expect(Math.abs((box?.width ?? 0) - (box?.height ?? 1))).toBeLessThan(1);
  await page.getByRole('button', { name: 'Show picture 3' }).click();
  await expect(page.getByRole('img', { name: `${prop.name}, picture 3 of 3` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show picture 3' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await page.getByRole('link', { name: 'Back to Props' }).click();
  await expect(page).toHaveURL('/rent-props');
});

test('added to the order, with the way there', async ({ page, sql }) => {
  const prop = await putProp(sql, { price: 500 });
  await page.goto(`/props/${prop.slug}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Add to Order' }).click();
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: prop.name })).toContainText(
    'Added to your order',
  );
  await page.getByRole('button', { name: 'View order' }).click();
  await expect(page).toHaveURL('/my-order');
  await expect(page.getByRole('listitem').filter({ hasText: prop.name })).toBeVisible();
});

test('by its code, by the other address, and without a picture', async ({ page, sql }) => {
  const prop = await putProp(sql, { brand: 'generic' });
  for (const path of [`/props/${prop.code}`, `/prop/${prop.slug}`, `/prop/${prop.code}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: prop.name })).toBeVisible();
  }
  await expect(page.getByText('No image', { exact: true })).toBeVisible();
  await expect(page.getByText('generic', { exact: true })).toHaveCount(0);
});

test('missing and inactive props', async ({ page, sql, consoleErrors, expectAccessible }) => {
  const gone = await putProp(sql, { active: false });
  for (const path of [`/props/${rareWord()}`, `/props/${gone.slug}`, `/props/${gone.code}`]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Prop Not Found' })).toBeVisible();
    await expect(page).toHaveTitle(/^Prop Not Found \| /);
  }
  await expectAccessible();
  await page.getByRole('link', { name: 'Browse All Props' }).click();
  await expect(page).toHaveURL('/rent-props');
  consoleErrors.length = 0;
});

test('a read that fails leads to the same screen, with a retry', async ({
  page,
  sql,
  consoleErrors,
}) => {
  const word = rareWord();
  const prop = await putProp(sql, { name: `Crate ${word}` });
  await page.goto(`/rent-props?q=${word}`);
  await page.waitForLoadState('networkidle');
  let broken = true;
  await page.route('**/rest/v1/props?*', (route) =>
    broken ? route.fulfill({ status: 400, json: { message: 'no', code: 'X' } }) : route.fallback(),
  );
  await page.getByRole('article').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Prop Not Found' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: prop.name })).toBeVisible();
  consoleErrors.length = 0;
});

test('a long name and a high price fit', async ({ page, sql }) => {
  const prop = await putProp(sql, {
    name: `${rareWord()} ${'Palanquin of rosewood and brass '.repeat(5)}`.slice(0, 119) + 'X',
    price: 1234567.89,
  });
  await page.goto(`/props/${prop.slug}`);
  await expect(page.getByText('₹12,34,567.89/day').locator('visible=true')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add to Order' })).toBeInViewport({ ratio: 1 });
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wider).toBe(false);
});
