import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { openWithoutScripts } from './support/delayed-scripts.ts';
import { expect, test } from './support/test.ts';

/** Pages with controls in the first view: catalogues, items of all kinds, and others. */
const PAGES: Record<string, (sql: Sql) => Promise<readonly string[]>> = {
  catalogues: async () => [
    '/rent-props',
    '/rent-clothes?size=s',
    '/rent-backdrops',
    '/rent-gear',
    '/rent-sets-packages',
    '/free-props',
    '/hire-crew',
    '/search?q=red',
  ],
  items: async (sql) => {
    const items = await sql<{ path: string }[]>`
      (select '/props/' || slug as path from props where active and images[2] <> '' order by prop_id limit 1)
      union all (select '/clothes/' || slug from clothes where active and images <> '{}' order by cloth_id limit 1)
      union all (select '/backdrops/' || slug from backdrops where active order by backdrop_id limit 1)
      union all (select '/gear/' || slug from gear where active order by gear_id limit 1)
      union all (select '/crew/' || slug from crews where active order by crew_id limit 1)
      union all (select '/rent-sets-packages/' || slug from sets where active order by set_id limit 1)`;
    return items.map(({ path }) => path);
  },
  'other pages': async () => [
    '/',
    '/my-order',
    '/about',
    '/projects',
    '/pricing',
    '/studio-policy',
    '/no-such-page',
  ],
};

const queued = (page: Page) => page.locator('[data-tapped]');
const addToOrder = (page: Page) =>
  page.getByRole('button', { name: 'Add to Order' }).filter({ visible: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search props' });

/** Quantity and name of each line in the cart. */
const cart = (page: Page) =>
  page.evaluate(() =>
    (
      JSON.parse(localStorage.getItem('myOrder') ?? '[]') as { name: string; quantity: number }[]
    ).map(({ name, quantity }) => `${quantity} × ${name}`),
  );

/**
 * Records the name of every button whose click reaches the page, which a queued tap does not. Marks the
 * uncovered buttons in the viewport and returns their names.
 */
const watchButtons = (page: Page) =>
  page.evaluate(() => {
    const clicked: string[] = [];
    Object.assign(window, { clicked });
    const nameOf = (button: Element) => button.ariaLabel ?? button.textContent;
    const record = ({ target }: Event) => {
      const button = target instanceof Element && target.closest('button');
      if (button) clicked.push(nameOf(button));
    };
    document.addEventListener('click', record, true);
    return [...document.querySelectorAll('button[type=button]')]
      .filter((button) => {
        const { left, top, right, bottom } = button.getBoundingClientRect();
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return button.contains(at) && button.toggleAttribute('data-in-view');
      })
      .map(nameOf);
  });

/** Taps each marked button twice, and returns its state after the first tap. In one call, since pages have 30 of them. */
const tapTwice = (page: Page) =>
  page.locator('[data-in-view]').evaluateAll((buttons) =>
    buttons.map((button) => {
      const tap = () => {
        const init = { bubbles: true, cancelable: true, composed: true };
        button.dispatchEvent(new MouseEvent('click', init));
      };
      tap();
      const busy = button.ariaBusy === 'true' && button.hasAttribute('data-tapped');
      tap();
      return busy ? 'busy' : `not busy: ${button.ariaLabel ?? button.textContent}`;
    }),
  );

for (const [part, addresses] of Object.entries(PAGES)) {
  test(`taps on every button before hydration are queued and replayed: ${part} @long`, async ({
    page,
    sql,
    consoleErrors,
  }) => {
    for (const path of await addresses(sql)) {
      await test.step(path, async () => {
        const { release } = await openWithoutScripts(page, path);
        const names = await watchButtons(page);
        expect(await tapTwice(page)).toEqual(names.map(() => 'busy'));
        // Of two buttons that open a sheet, only the last is replayed.
        const sheets = names.filter((name) => /^(Menu|When|Filter|Paste a list)/.test(name));
        const expected = names.filter((name) => !sheets.slice(0, -1).includes(name));
        await expect(queued(page)).toHaveCount(expected.length);
        release();
        const clicked = () => page.evaluate((): unknown => Reflect.get(window, 'clicked'));
        await expect(queued(page)).toHaveCount(0);
        await expect.poll(clicked).toEqual(expected);
        await expect(page.locator('button[aria-busy]')).toHaveCount(0);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
    // The unknown page answers 404.
    if (part === 'other pages') consoleErrors.length = 0;
  });
}

test('Add to Order before hydration: busy at once, one piece however often it is tapped @long', async ({
  page,
  sql,
}) => {
  const [item] = await sql<{ slug: string; name: string }[]>`
    select slug, name from props where active and images <> '{}' order by prop_id limit 1`;
  const { release } = await openWithoutScripts(page, `/props/${item?.slug}`);
  const button = addToOrder(page);
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeAttached();
  await button.click();
  await button.press('Enter');
  release();
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByText('Added to your order')).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).not.toBeAttached();
  expect(await cart(page)).toEqual([`1 × ${item?.name}`]);
});

test('a link tapped after Add to Order is followed once the item was added @desktop @long', async ({
  page,
}) => {
  const { release } = await openWithoutScripts(page, '/rent-props');
  const card = page.getByRole('article').first();
  const name = await card.getByRole('link').innerText();
  await card.hover();
  await card.getByRole('button').click();
  await page.getByRole('link', { name: 'Cart, empty' }).click();
  await expect(queued(page)).toHaveCount(2);
  await expect(page).toHaveURL('/rent-props');
  release();
  await expect(page).toHaveURL('/my-order');
  await expect(page.getByText(name)).toBeVisible();
  expect(await cart(page)).toEqual([`1 × ${name}`]);
});

test('queued taps are dropped when the visitor leaves the page @long', async ({
  page,
  isMobile,
}) => {
  const first = await openWithoutScripts(page, '/rent-props');
  const card = page.getByRole('article').first();
  await card.hover();
  await card.getByRole('button').click();
  await page.goto('/about', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  first.release();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeVisible();
  expect(await cart(page)).toEqual([]);

  if (!isMobile) return;
  // A tapped link cancels a queued menu.
  const second = await openWithoutScripts(page, '/rent-props');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(page).toHaveURL('/search');
  second.release();
  await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('text and filters entered before hydration are applied to the list @long', async ({
  page,
  isMobile,
}) => {
  const { release } = await openWithoutScripts(page, '/rent-props');
  await page
    .getByRole('combobox', { name: 'Sort' })
    .filter({ visible: true })
    .selectOption('Price: low to high');
  if (!isMobile) {
    await page.locator('summary', { hasText: 'Colour' }).click();
    await page.getByRole('checkbox', { name: /^Teal/ }).check();
  }
  await search(page).fill('chair');
  release();
  await expect(page).toHaveURL(
    isMobile ? /\?sort=price_asc&q=chair$/ : /\?sort=price_asc&colour=teal&q=chair$/,
  );
  await expect(search(page)).toHaveValue('chair');
  await expect(page.getByRole('article').first()).toContainText(/chair/i);
  if (isMobile) return;
  // The panel that was opened before hydration can be closed.
  await page.keyboard.press('Escape');
  await search(page).click();
  await expect(page.locator('main details[open]')).toHaveCount(0);
});

test('a form submitted before hydration is sent as a plain form @desktop @long', async ({
  page,
}) => {
  await openWithoutScripts(page, '/rent-props');
  await search(page).fill('chair');
  await search(page).press('Enter');
  await expect(page).toHaveURL(/\/rent-props\?.*q=chair/);
  await expect(page.getByRole('article').first()).toContainText(/chair/i);
});

for (const [what, scripts] of [
  ['entry', '**/assets/index-*.js'],
  ['page', '**/assets/lists-*.js'],
] as const) {
  test(`if the ${what}'s script cannot be loaded, the page stays and a tap explains what to do @desktop @long`, async ({
    page,
    consoleErrors,
  }) => {
    const { lose } = await openWithoutScripts(page, '/rent-props', scripts);
    const card = page.getByRole('article').first();
    const plus = card.getByRole('button');
    await card.hover();
    await plus.click();
    await expect(plus).toHaveAttribute('aria-busy', 'true');
    lose();
    const alert = page.getByRole('alert').filter({ hasText: 'has not loaded completely' });
    await expect(alert).toBeVisible();
    await expect(queued(page)).toHaveCount(0);
    await expect(plus).not.toHaveAttribute('aria-busy');
    await plus.click();
    await expect(alert).toHaveCount(1);
    await expect(page.getByRole('article')).toHaveCount(24);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await alert.getByRole('link', { name: 'Load it again' }).click();
    await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeVisible();
    await card.hover();
    await plus.click();
    await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
    consoleErrors.length = 0;
  });
}
