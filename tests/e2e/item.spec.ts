import type { Page } from '@playwright/test';
import { putItem, type ItemTable, type WantedItem } from './support/items.ts';
import { putProp, rareWord, somePictures } from './support/catalogue.ts';
import { storedCart } from './support/order.ts';
import { expect, hydrated, test } from './support/test.ts';

interface Kind {
  table: ItemTable;
  type: string;
  /** The kind's path, then its alias if it has one. */
  paths: string[];
  title: string;
  back: { text: string; to: string };
  notFound: { title: string; link: string; to: string };
  own: NonNullable<WantedItem['own']>;
  badge: string;
  facts: Record<string, string>;
  /** Column and lookup of the badge, and whether 'generic' hides it; null where it cannot be generic. */
  generic: { column: string; lookup: string; hidden: boolean } | null;
}

const KINDS: Kind[] = [
  {
    table: 'props',
    type: 'prop',
    paths: ['/props', '/prop'],
    title: 'Rent Props',
    back: { text: 'Back to Props', to: '/rent-props' },
    notFound: { title: 'Prop Not Found', link: 'Browse All Props', to: '/rent-props' },
    own: {
      brand_id: { lookup: 'prop_brands', name: 'Okha' },
      category_id: { lookup: 'prop_categories', name: 'Seating' },
      color_id: { lookup: 'colors', name: 'Gold' },
      width_cm: 46,
      depth_cm: 52.5,
      height_cm: 84,
    },
    badge: 'Okha',
    facts: { Category: 'Seating', Colour: 'Gold', Size: 'W 46 × D 52.5 × H 84 cm' },
    generic: { column: 'brand_id', lookup: 'prop_brands', hidden: true },
  },
  {
    table: 'clothes',
    type: 'cloth',
    paths: ['/clothes', '/cloth'],
    title: 'Rent Clothes',
    back: { text: 'Back to Clothes', to: '/rent-clothes' },
    notFound: { title: 'Clothing Item Not Found', link: 'Browse All Clothes', to: '/rent-clothes' },
    own: {
      brand_id: { lookup: 'cloth_brands', name: 'Tanabana' },
      category_id: { lookup: 'cloth_categories', name: 'Ethnic Wear' },
      size_id: { lookup: 'clothes_size_manager', name: 'M' },
    },
    badge: 'Tanabana',
    facts: { Category: 'Ethnic Wear', Size: 'M' },
    generic: { column: 'brand_id', lookup: 'cloth_brands', hidden: false },
  },
  {
    table: 'backdrops',
    type: 'backdrop',
    paths: ['/backdrops', '/backdrop'],
    title: 'Rent Backdrops',
    back: { text: 'Back to Backdrops', to: '/rent-backdrops' },
    notFound: { title: 'Backdrop Not Found', link: 'Browse All Backdrops', to: '/rent-backdrops' },
    own: { material_id: { lookup: 'backdrop_materials', name: 'Muslin' } },
    badge: 'Muslin',
    facts: { Material: 'Muslin' },
    generic: null,
  },
  {
    table: 'gear',
    type: 'gear',
    paths: ['/gear'],
    title: 'Rent Gear',
    back: { text: 'Back to Gear', to: '/rent-gear' },
    notFound: { title: 'Gear Not Found', link: 'Browse All Gear', to: '/rent-gear' },
    own: {
      gear_brand_id: { lookup: 'gear_brands', name: 'Arca Nine' },
      gear_category_id: { lookup: 'gear_category_manager', name: 'Cameras' },
      width_cm: 30.5,
      height_cm: 18,
    },
    badge: 'Arca Nine',
    facts: { Category: 'Cameras', Size: 'W 30.5 × H 18 cm' },
    generic: { column: 'gear_brand_id', lookup: 'gear_brands', hidden: true },
  },
  {
    table: 'crews',
    type: 'crew',
    paths: ['/crew'],
    title: 'Hire Crew',
    back: { text: 'Back to Crew', to: '/crew-rental' },
    notFound: { title: 'Crew Not Found', link: 'Browse All Crew', to: '/hire-crew' },
    own: { category_id: { lookup: 'crew_categories', name: 'Stylist' }, seniority: 'Lead' },
    badge: 'Stylist',
    facts: { Seniority: 'Lead' },
    generic: { column: 'category_id', lookup: 'crew_categories', hidden: true },
  },
  {
    table: 'sets',
    type: 'set',
    paths: ['/rent-sets-packages'],
    title: 'Rent Package',
    back: { text: 'Back to Sets & Packages', to: '/rent-sets-packages' },
    notFound: {
      title: 'Set or Package Not Found',
      link: 'Browse All Sets & Packages',
      to: '/rent-sets-packages',
    },
    own: { category: 'package' },
    badge: 'Package',
    facts: { Category: 'Package' },
    generic: null,
  },
];

/** The visible price of the item itself, without those of related items. */
const ownPrice = (page: Page, price: string) =>
  page.getByText(price).and(page.locator(':not(section *)')).locator('visible=true');

for (const kind of KINDS) {
  // why: the pages of all kinds are made alike; the others only run in test:all.
  const long = kind.table === 'props' ? '' : ' @long';
  test(`${kind.table}: an item with every property @desktop${long}`, async ({ page, sql }) => {
    const item = await putItem(sql, kind.table, {
      price: 1250,
      description: 'Two of them, with cushions.',
      images: await somePictures(sql, 3),
      inStudio: true,
      own: kind.own,
    });
    const path = `${kind.paths[0]}/${item.slug}`;
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle(`${item.name} – ${kind.title} | Frameyard Studio Rental`);
    await expect(page.locator('meta[name=description]')).toHaveAttribute(
      'content',
      `Rent ${item.name} for ₹1,250/day. Two of them, with cushions.`,
    );
    await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible();
    await expect(page.getByText('Two of them, with cushions.')).toBeVisible();
    await expect(ownPrice(page, '₹1,250/day')).toHaveCount(1);
    const gallery = page.getByRole('tabpanel').locator('..');
    await expect(gallery.getByText('In-Studio Only')).toBeVisible();
    await expect(gallery.getByText(kind.badge, { exact: true })).toBeVisible();
    for (const [label, value] of Object.entries({ ...kind.facts, Code: item.code })) {
      await expect(page.locator('dt', { hasText: label }).locator('+ dd')).toHaveText(value);
    }
    await expect(page.getByRole('link', { name: kind.back.text })).toHaveAttribute(
      'href',
      kind.back.to,
    );
    const related = page.getByRole('region', { name: 'You might also like' });
    await expect(related.getByRole('article')).toHaveCount(8);

    await hydrated(page);
    await page.getByRole('button', { name: 'Add to Order' }).click();
    await expect
      .poll(() => storedCart(page))
      .toMatchObject([{ id: item.id, name: item.name, price: 1250, type: kind.type, quantity: 1 }]);
  });

  test(`${kind.table}: every address has the slug's canonical address @desktop${long}`, async ({
    request,
    sql,
  }) => {
    const item = await putItem(sql, kind.table, { own: kind.own });
    const canonical = `<link rel="canonical" href="${process.env['SITE']}${kind.paths[0]}/${item.slug}"/>`;
    for (const path of kind.paths) {
      for (const address of [item.slug, item.code]) {
        const answer = await request.get(`${path}/${address}`);
        expect(answer.status(), `${path}/${address}`).toBe(200);
        const html = await answer.text();
        expect(html).toContain(canonical);
        expect(html).toContain('>No image</div>');
      }
    }
    if (!kind.generic) return;
    const { column, lookup, hidden } = kind.generic;
    const plain = await putItem(sql, kind.table, {
      own: { ...kind.own, [column]: { lookup, name: 'Generic' } },
    });
    const html = await (await request.get(`${kind.paths[0]}/${plain.slug}`)).text();
    const badges = html.slice(html.indexOf('No image</div>'), html.indexOf('<h1'));
    expect(/>generic</i.test(badges)).toBe(!hidden);
  });

  test(`${kind.table}: missing and inactive items @desktop${long}`, async ({ request, sql }) => {
    const gone = await putItem(sql, kind.table, { active: false, own: kind.own });
    const { title, link, to } = kind.notFound;
    for (const path of kind.paths) {
      for (const address of [gone.slug, gone.code, rareWord()]) {
        const answer = await request.get(`${path}/${address}`);
        expect(answer.status(), `${path}/${address}`).toBe(404);
        const html = (await answer.text()).replaceAll('&amp;', '&');
        expect(html).toContain(`<title>${title} | Frameyard Studio Rental</title>`);
        expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
        expect(html).toMatch(new RegExp(`<a [^>]*href="${to}"[^>]*>${link}</a>`));
        expect(html).not.toContain(gone.name);
      }
    }
  });
}

test('the not-found screen is accessible and has links @desktop @long', async ({
  page,
  consoleErrors,
  expectAccessible,
}) => {
  await page.goto(`/crew/${rareWord()}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Crew Not Found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Crew' })).toBeVisible();
  await expectAccessible();
  await hydrated(page);
  await page.getByRole('link', { name: 'Browse All Crew' }).click();
  await expect(page).toHaveURL('/crew-rental');
  consoleErrors.length = 0;
});

test('adding to the order shows a notice with a link @long', async ({ page, sql }) => {
  const prop = await putProp(sql, { price: 500 });
  await page.goto(`/props/${prop.slug}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Add to Order' }).click();
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: prop.name })).toContainText(
    'Added to your order',
  );
  const main = page.getByRole('main');
  const number = main.getByRole('textbox', { name: `Quantity of ${prop.name}` });
  await main.getByRole('button', { name: `Increase quantity of ${prop.name}` }).click();
  await expect(main.getByRole('status').filter({ hasText: '2 in your order' })).toBeAttached();
  await number.fill('1');
  await number.press('Enter');
  await main.getByRole('button', { name: `Remove ${prop.name} from order` }).click();
  await expect(number).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to Order' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await main.getByRole('link', { name: '1 in your order' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: prop.name })).toBeVisible();
});

test('a failed read shows the not-found screen with a retry @desktop @long', async ({
  page,
  sql,
  consoleErrors,
}) => {
  const word = rareWord();
  const prop = await putProp(sql, { name: `Crate ${word}` });
  await page.goto(`/rent-props?q=${word}`);
  await hydrated(page);
  let broken = true;
  await page.route('**/rest/v1/rpc/item_page', (route) =>
    broken ? route.fulfill({ status: 400, json: { message: 'no', code: 'X' } }) : route.fallback(),
  );
  await page.getByRole('article').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Prop Not Found' })).toBeVisible();
  broken = false;
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: prop.name })).toBeVisible();
  consoleErrors.length = 0;
});

test('a long name, a high price and no description fit @long', async ({ page, sql }) => {
  const prop = await putProp(sql, {
    name: `${rareWord()} ${'Palanquin of rosewood and brass '.repeat(5)}`.slice(0, 119) + 'X',
    price: 1234567.89,
  });
  await page.goto(`/props/${prop.slug}`);
  await expect(ownPrice(page, '₹12,34,567.89/day')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add to Order' })).toBeInViewport({ ratio: 1 });
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wider).toBe(false);
});
