import { putProp } from './support/catalogue.ts';
import { makeProp, notices, openOrder, storedLine } from './support/order.ts';
import { expect, test } from './support/test.ts';

test.describe('hostile carts', () => {
  test('unreadable texts are an empty cart @desktop @long', async ({ page }) => {
    for (const text of [
      '{oops',
      '{"id":"x"}',
      '[null,7,"x",{"id":"1","type":"prop"},{"type":"rocket"}]',
    ]) {
      await openOrder(page, text);
      await expect(page.getByText('Your cart is empty')).toBeVisible();
    }
  });

  test('invalid numbers, invented prices and duplicates are corrected @desktop @long', async ({
    page,
    sql,
  }) => {
    const lamp = await makeProp(sql, 300);
    await openOrder(page, [
      storedLine(lamp, { quantity: -4, price: 'free', name: '<b>mine</b>' }),
      storedLine(lamp, { quantity: 2.7 }),
    ]);
    await expect(page.getByRole('heading', { name: 'Cart Items (3)' })).toBeVisible();
    const line = page.getByRole('listitem').filter({ hasText: lamp.name });
    await expect(line).toContainText('₹900.00/day');
    await expect(line).toContainText('Price updated: ₹0');
  });

  test('an unknown item is unavailable and can be removed @desktop @long', async ({ page }) => {
    const ghost = {
      type: 'prop' as const,
      id: '00000000-0000-4000-8000-00000000dead',
      name: 'Ghost <img src=x onerror=alert(1)>',
      price: 10,
    };
    await openOrder(page, [storedLine(ghost)]);
    await expect(page.getByText('No longer available.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Place Enquiry' })).toBeDisabled();
    await page.getByRole('button', { name: 'Remove Ghost' }).click();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });

  const long = (n: number) => ({
    type: 'prop',
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name: `${n} ${'Averyveryverylongwordwithoutanybreak'.repeat(4)}`,
    price: 1234567.89,
    quantity: 9,
    addedAt: 'never',
  });

  test('a huge cart is cut to a hundred lines @desktop @long', async ({ page }) => {
    await openOrder(
      page,
      Array.from({ length: 2500 }, (_, n) => long(n)),
    );
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(100);
    await expect(page.getByRole('button', { name: 'Cart, 99+ items' })).toHaveText('99+');
  });

  test('long names and large amounts fit the page @long', async ({ page, expectAccessible }) => {
    await openOrder(
      page,
      Array.from({ length: 5 }, (_, n) => long(n)),
    );
    await expect(page.getByText('No longer available.')).toHaveCount(5);
    const overflow = await page.evaluate(
      () => document.body.scrollWidth - document.body.clientWidth,
    );
    expect(overflow).toBe(0);
    await expectAccessible();
  });
});

test('a browser that cannot store still has a cart @desktop @long', async ({ page, sql }) => {
  const lamp = await makeProp(sql);
  await page.clock.install();
  await openOrder(page, [storedLine(lamp)]);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByRole('button', { name: /^Increase quantity/ }).click();
  await expect(page.getByText('Your browser could not save your order')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cart Items (2)' })).toBeVisible();
  // Nor does the 200 ms poll bring the stored one back.
  await page.clock.runFor(500);
  await expect(page.getByRole('heading', { name: 'Cart Items (2)' })).toBeVisible();
});

test('an unsaved item is not reported as added, and the warning stays on top @desktop @long', async ({
  page,
  sql,
}) => {
  const { slug, name } = await putProp(sql);
  await page.goto(`/props/${slug}`);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const warning = page.getByText('Your browser could not save your order');
  await page.getByRole('button', { name: 'Add to Order' }).click();
  await expect(warning).toBeVisible();
  await expect(page.getByText('Added to your order')).toBeHidden();
  await page.getByRole('button', { name: 'Cart, 1 item' }).click();
  await expect(warning).toBeVisible();
  const remove = page
    .getByRole('dialog', { name: 'My Order' })
    .getByRole('button', { name: `Remove ${name}` });
  await remove.click();
  await expect(page.getByText('Your order is empty')).toBeVisible();
  await expect(warning).toBeVisible();

  // The queued notice follows, with its Undo.
  await notices(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(warning).toBeHidden();
  await expect(notices(page)).toContainText('Removed from your order');
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(remove).toBeVisible();
});

test('works without any storage @desktop @long', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto('/my-order');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});
