import type { Page } from '@playwright/test';
import { putProp, rareWord } from './support/catalogue.ts';
import {
  enquiriesOf,
  fillFields,
  makeProp,
  notices,
  SUBMIT,
  someMobile,
  storeCart,
  storedCart,
  storedLine,
  submit,
} from './support/order.ts';
import { expect, expectLegibleInDark, hydrated, test } from './support/test.ts';

const drawer = (page: Page) => page.getByRole('dialog', { name: /^(My Order|Place Enquiry)$/ });
const cartButton = (page: Page) => page.getByRole('button', { name: /^Cart, / });

/** Opens a page with that cart and its drawer. */
async function openDrawer(page: Page, lines: unknown[]): Promise<void> {
  await storeCart(page, JSON.stringify(lines));
  await page.goto('/rent-props');
  await cartButton(page).click();
  await expect(drawer(page)).toBeVisible();
}

test('an empty order shows its empty state @desktop @long', async ({ page, expectAccessible }) => {
  await page.goto('/rent-props');
  await cartButton(page).click();
  await expect(drawer(page).getByText('Your order is empty')).toBeVisible();
  await expect(drawer(page).getByText('Add items from the rental pages')).toBeVisible();
  await expectAccessible();
  await drawer(page).getByRole('link', { name: 'Browse props' }).click();
  await expect(drawer(page)).toBeHidden();
  await expect(page).toHaveURL('/rent-props');
});

test('the list: quantities, removing with undo, totals @long', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const lamp = await makeProp(sql, 500);
  const sofa = await makeProp(sql, 250.25);
  const lines = [storedLine(lamp, { quantity: 2 }), storedLine(sofa)];
  await openDrawer(page, lines);
  const line = drawer(page).getByRole('listitem').filter({ hasText: lamp.name });
  await expect(line).toContainText('Added 20 Nov 2026');
  await expect(line).toContainText('₹1,000.00/day');
  const foot = drawer(page).getByRole('contentinfo').or(drawer(page).locator('footer'));
  await expect(foot).toContainText('Sub Total per day₹1,250.25');
  await expect(foot).toContainText('GST (18%)₹225.05');
  await expect(foot).toContainText('Total per day₹1,475.30');
  await expectAccessible();
  await expectLegibleInDark(page);

  const minus = drawer(page).getByRole('button', { name: `Decrease quantity of ${lamp.name}` });
  await minus.click();
  await minus.click();
  await minus.click();
  await expect(line).toContainText('₹500.00/day');
  await drawer(page)
    .getByRole('button', { name: `Increase quantity of ${sofa.name}` })
    .click();
  await expect(foot).toContainText('Total per day₹1,180.59');
  await expect
    .poll(() => storedCart(page))
    .toEqual([storedLine(lamp), storedLine(sofa, { quantity: 2 })]);

  // The notice is usable above the open dialog; changes made before Undo are preserved.
  await drawer(page)
    .getByRole('button', { name: `Remove ${lamp.name}` })
    .click();
  await expect(line).toHaveCount(0);
  await expect(notices(page)).toContainText('Removed from your order');
  await drawer(page)
    .getByRole('button', { name: `Increase quantity of ${sofa.name}` })
    .click();
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(line).toHaveCount(1);
  await expect
    .poll(() => storedCart(page))
    .toEqual([storedLine(lamp), storedLine(sofa, { quantity: 3 })]);
});

test('the drawer opens and closes by keyboard, and Back closes it @desktop @long', async ({
  page,
  sql,
}) => {
  await openDrawer(page, [storedLine(await makeProp(sql))]);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(cartButton(page)).toBeFocused();
  await expect(cartButton(page)).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  // The page behind is inert: the focus stays inside or moves to the browser's controls.
  for (let step = 0; step < 15; step += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    );
    expect(outside).toBe(false);
  }
  await page.goBack();
  await expect(drawer(page)).toBeHidden();
  await expect(page).toHaveURL('/rent-props');
  await page.goForward();
  await expect(drawer(page)).toBeVisible();
  await page.reload();
  await expect(drawer(page)).toBeVisible();
  await drawer(page).getByRole('button', { name: 'Close' }).dblclick();
  await expect(drawer(page)).toBeHidden();
  await expect(page).toHaveURL('/rent-props');
});

test('prices are read again each time the drawer opens @desktop @long', async ({ page, sql }) => {
  const lamp = await makeProp(sql, 500);
  await openDrawer(page, [storedLine(lamp)]);
  const line = drawer(page).getByRole('listitem').filter({ hasText: lamp.name });
  await expect(line).toContainText('₹500.00/day');
  await drawer(page).getByRole('button', { name: 'Close' }).click();
  await expect(drawer(page)).toBeHidden();
  await sql`update public.props set price = 650 where id = ${lamp.id}`;
  await cartButton(page).click();
  await expect(line).toContainText('Price updated: ₹500');
  await sql`update public.props set active = false where id = ${lamp.id}`;
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await cartButton(page).click();
  await expect(line).toContainText('No longer available');
  await expect(drawer(page).getByRole('button', { name: 'Place Enquiry' })).toBeDisabled();
});

test('an enquiry from the drawer, with validation, refusal and a lost connection @long', async ({
  page,
  sql,
  consoleErrors,
  expectAccessible,
  isMobile,
}) => {
  const lamp = await makeProp(sql, 500);
  const mobile = someMobile();
  await openDrawer(page, [storedLine(lamp)]);
  const place = drawer(page).getByRole('button', { name: 'Place Enquiry' });
  await place.click();
  await expect(drawer(page).getByRole('heading', { name: 'Place Enquiry' })).toBeVisible();
  const back = drawer(page).getByRole('button', { name: 'Back to order' });
  await expect(isMobile ? back : page.getByLabel('Rental start date')).toBeFocused();
  await submit(page).click();
  await expect(page.getByLabel('Rental start date')).toBeFocused();
  await expectAccessible();
  await fillFields(page, mobile);
  await drawer(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(place).toBeFocused();

  // Notices appear above the drawer; a changed price shows on its line.
  await place.click();
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  // why here: the list reads prices each time it is shown.
  await sql`update public.props set price = 650 where id = ${lamp.id}`;
  await page.route(SUBMIT, (route) => route.abort('connectionreset'), { times: 1 });
  await submit(page).click();
  await expect(notices(page)).toContainText('Something went wrong. Please try again.');
  await notices(page).getByRole('button', { name: 'Dismiss' }).click();
  await submit(page).click();
  await expect(drawer(page).getByText('Price updated: ₹500')).toBeVisible();
  await expect(notices(page)).toContainText('Your order has changed');
  expect(await enquiriesOf(sql, mobile)).toHaveLength(0);

  await place.click();
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  await expect(page.getByRole('main')).toContainText('Enquiry submitted successfully!');
  const [saved] = await enquiriesOf(sql, mobile);
  expect(saved?.total_price).toBe('1950.00');
  await expect(page.getByRole('main')).toContainText(saved?.enquiry_number ?? 'none');
  await expect.poll(() => storedCart(page)).toBeNull();
  consoleErrors.length = 0;
});

test('Continue Shopping closes the success screen and stays on the page @desktop @long', async ({
  page,
  sql,
}) => {
  await openDrawer(page, [storedLine(await makeProp(sql))]);
  await drawer(page).getByRole('button', { name: 'Place Enquiry' }).click();
  await fillFields(page, someMobile());
  // Without a line the thank-you page cannot be loaded.
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  await submit(page).click();
  const title = drawer(page).getByRole('heading', { name: 'Enquiry Submitted!' });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport({ ratio: 1 });
  await expect(notices(page)).toHaveText('');
  await expect(cartButton(page)).toHaveAccessibleName('Cart, empty');
  await drawer(page).getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(drawer(page)).toBeHidden();
  await expect(page).toHaveURL('/rent-props');
});

/** Closes the drawer as soon as it is in the DOM, before its first paint. */
const closeImmediately = (page: Page, way: 'Close' | 'Escape' | 'outside') =>
  page.evaluate(
    (how) =>
      new Promise<void>((resolve) => {
        const close = () => {
          const dialog = document.querySelector('dialog[open]');
          if (!dialog) return;
          observer.disconnect();
          if (how === 'Escape') document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
          else if (how === 'Close') {
            dialog.querySelector<HTMLElement>('[aria-label=Close]')?.click();
          } else dialog.dispatchEvent(new MouseEvent('mousedown'));
          resolve();
        };
        const observer = new MutationObserver(close);
        observer.observe(document.body, { attributes: true, childList: true, subtree: true });
        document.querySelector<HTMLElement>('[aria-label^="Cart"]')?.click();
      }),
    way,
  );

test('the drawer can be closed in its first frames, also on an item named "-manager" @desktop @long', async ({
  page,
  sql,
}) => {
  const { slug } = await putProp(sql, { name: `Office-manager desk ${rareWord()}` });
  expect(slug).toContain('-manager');
  await page.goto(`/props/${slug}`);
  await cartButton(page).hover();
  await hydrated(page);
  for (const way of ['Close', 'Escape', 'outside'] as const) {
    await test.step(way, async () => {
      await closeImmediately(page, way);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      await expect(drawer(page)).toBeHidden();
      await expect(cartButton(page)).toHaveAttribute('aria-expanded', 'false');
      await expect(page).toHaveURL(`/props/${slug}`);
    });
  }
  await cartButton(page).click();
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
});

test('no notice covers the focused field', async ({ page, sql, isMobile, consoleErrors }) => {
  test.skip(!isMobile, 'on a wide screen notices are at the bottom');
  const { slug } = await putProp(sql);
  await page.goto(`/props/${slug}`);
  await page.getByRole('button', { name: 'Add to Order' }).filter({ visible: true }).tap();
  await expect(notices(page)).toContainText('Added to your order');
  await cartButton(page).tap();
  await expect(drawer(page)).toBeVisible();
  await expect(notices(page)).not.toContainText('Added to your order');
  await drawer(page).getByRole('button', { name: 'Place Enquiry' }).tap();
  await fillFields(page, someMobile());
  await page.route(SUBMIT, (route) => route.abort('connectionreset'), { times: 1 });
  await submit(page).tap();
  await expect(notices(page)).toContainText('Something went wrong.');

  // Focusing a field under the notice moves the notice away.
  const first = page.getByLabel('First name');
  const notice = notices(page).locator('[data-tone]');
  await first.focus();
  const areApart = async () => {
    const [field, over] = await Promise.all([first.boundingBox(), notice.boundingBox()]);
    if (!field || !over) return false;
    return over.y >= field.y + field.height || over.y + over.height <= field.y;
  };
  await expect.poll(areApart).toBe(true);
  await notices(page).getByRole('button', { name: 'Dismiss' }).tap();
  consoleErrors.length = 0;
});

test('without a drawer the cart is a link @desktop @long', async ({
  page,
  browser,
  consoleErrors,
}) => {
  for (const path of ['/props-manager', '/x/dashboard', '/login']) {
    await page.goto(path);
    const link = page.getByRole('link', { name: 'Cart, empty' });
    await expect(link).toHaveAttribute('href', '/my-order');
    await hydrated(page);
    await expect(cartButton(page)).toHaveCount(0);
  }
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page2 = await plain.newPage();
  await page2.goto(`${process.env['SITE']}/rent-props`);
  await page2.getByRole('link', { name: 'Cart, empty' }).click();
  await expect(page2).toHaveURL(/\/my-order$/);
  await page2.goto(`${process.env['SITE']}/#contact`);
  await expect(page2.getByRole('link', { name: 'hello@frameyard.example' }).first()).toBeVisible();
  await plain.close();

  // If the drawer's script cannot be loaded, /my-order opens instead.
  await page.route('**/assets/order-drawer-*.js', (route) => route.abort());
  await page.goto('/rent-props');
  await cartButton(page).click();
  await expect(page).toHaveURL('/my-order');
  consoleErrors.length = 0;
});
