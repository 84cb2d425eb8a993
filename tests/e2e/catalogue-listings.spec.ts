import type { Page } from '@playwright/test';
import { rareWord } from './support/catalogue.ts';
import { putPair, type Pair, type Recipe } from './support/catalogue-items.ts';
import { expect, hydrated, test } from './support/test.ts';

/** The expected texts and behaviour of one catalogue (docs/product/storefront.md). */
interface Expected extends Recipe {
  path: string;
  heading: string;
  title: RegExp;
  search: string;
  /** Heading of the sidebar, its first entry, and some or all of the others. */
  sidebar: [heading: string, ...entries: string[]];
  filters: string[];
  /** Columns of the item that the search covers, and columns that it does not. */
  searched: string[];
  unsearched: string[];
  /** Query parameters, `category` included, with the column that they filter. */
  narrows: Record<string, string>;
  /** The marked item's badge: the name of a lookup, or a fixed text. */
  badge: { column: string } | { text: string };
  found: string;
  available: string;
  /** The line under a list of both test items. */
  footer: string;
  /** Price of both items. */
  price: number;
  /** The path of a card's link, without the slug. */
  link: string;
}

const LISTINGS: Expected[] = [
  {
    path: '/rent-props',
    heading: 'Rent Props',
    title: /^Rent Props \| /,
    search: 'Search props',
    sidebar: ['Categories', 'All Props', 'Lighting', 'Seating'],
    filters: ['Colour'],
    table: 'props',
    codeColumn: 'prop_id',
    lookups: {
      brand_id: ['prop_brands', 'name'],
      color_id: ['colors', 'name'],
      category_id: ['prop_categories', 'name'],
    },
    searched: ['name', 'brand_id', 'color_id', 'category_id'],
    unsearched: ['code', 'description'],
    narrows: { category: 'category_id', colour: 'color_id' },
    badge: { column: 'brand_id' },
    found: 'No props found',
    available: 'No props available',
    footer: 'Showing 2 items',
    price: 1250,
    link: '/props/',
  },
  {
    path: '/rent-clothes',
    heading: 'Rent Clothes',
    title: /^Rent Clothes \| /,
    search: 'Search clothes',
    sidebar: ['Categories', 'All Clothes', 'Ethnic Wear', 'Footwear'],
    filters: ['Size', 'Gender'],
    table: 'clothes',
    codeColumn: 'cloth_id',
    lookups: {
      brand_id: ['cloth_brands', 'name'],
      category_id: ['cloth_categories', 'name'],
      size_id: ['clothes_size_manager', 'size_value'],
      gender_id: ['gender_options', 'label'],
    },
    searched: ['name', 'category_id', 'brand_id', 'size_id', 'code'],
    unsearched: ['description', 'gender_id'],
    narrows: { category: 'category_id', size: 'size_id', gender: 'gender_id' },
    badge: { column: 'brand_id' },
    found: 'No clothes found',
    available: 'No clothes available',
    footer: 'Showing 2 items',
    price: 499.5,
    link: '/clothes/',
  },
  {
    path: '/rent-backdrops',
    heading: 'Rent Backdrops',
    title: /^Rent Backdrops \| /,
    search: 'Search backdrops',
    sidebar: ['Sizes', 'All Sizes', '5 × 7 ft', '10 × 20 ft'],
    filters: ['Material'],
    table: 'backdrops',
    codeColumn: 'backdrop_id',
    lookups: {
      size_id: ['backdrop_size_manager', 'size_value'],
      material_id: ['backdrop_materials', 'name'],
    },
    extra: { length_feet: 10, width_feet: 8 },
    searched: ['name', 'material_id', 'size_id', 'code'],
    unsearched: ['description'],
    narrows: { category: 'size_id', material: 'material_id' },
    badge: { column: 'material_id' },
    found: 'No backdrops found',
    available: 'No backdrops available',
    footer: 'Showing 2 items',
    price: 500,
    link: '/backdrops/',
  },
  {
    path: '/rent-gear',
    heading: 'Rent Gear',
    title: /^Rent Gear \| /,
    search: 'Search gear',
    sidebar: ['Categories', 'All Gear', 'Cameras', 'Lenses'],
    filters: ['Brand'],
    table: 'gear',
    codeColumn: 'gear_id',
    lookups: {
      gear_brand_id: ['gear_brands', 'name'],
      gear_category_id: ['gear_category_manager', 'name'],
    },
    searched: ['name', 'gear_brand_id', 'gear_category_id', 'code'],
    unsearched: ['description'],
    narrows: { category: 'gear_category_id', brand: 'gear_brand_id' },
    badge: { column: 'gear_brand_id' },
    found: 'No gear found',
    available: 'No gear available',
    footer: 'Showing 2 items',
    price: 500,
    link: '/gear/',
  },
  {
    path: '/rent-sets-packages',
    heading: 'Rent Sets & Packages',
    title: /^Rent Sets & Packages \| /,
    search: 'Search sets and packages',
    sidebar: ['Categories', 'All Categories', 'Packages', 'Sets'],
    filters: [],
    table: 'sets',
    codeColumn: 'set_id',
    lookups: {},
    extra: { category: 'package' },
    searched: ['name', 'description'],
    unsearched: ['code'],
    narrows: {},
    badge: { text: 'Package' },
    found: 'No sets or packages found',
    available: 'No sets or packages available',
    footer: 'Showing 2 items',
    price: 500,
    link: '/rent-sets-packages/',
  },
  {
    path: '/free-props',
    heading: 'Free Items',
    title: /^Free Items \| /,
    search: 'Search free items',
    sidebar: ['Categories', 'All Categories', 'Props', 'Clothes', 'Backdrops', 'Gear'],
    filters: [],
    table: 'backdrops',
    codeColumn: 'backdrop_id',
    lookups: {
      size_id: ['backdrop_size_manager', 'size_value'],
      material_id: ['backdrop_materials', 'name'],
    },
    extra: { length_feet: 10, width_feet: 8 },
    searched: ['name', 'material_id'],
    unsearched: ['description', 'code', 'size_id'],
    narrows: {},
    badge: { column: 'material_id' },
    found: 'No free items found',
    available: 'No free items available',
    footer: 'Showing 2 items',
    price: 0,
    link: '/backdrop/',
  },
  {
    path: '/crew-rental',
    heading: 'All Crew',
    title: /^Hire Crew \| /,
    search: 'Search crew...',
    sidebar: ['Categories', 'All Crew', 'Gaffer', 'Photographer'],
    filters: [],
    table: 'crews',
    codeColumn: 'crew_id',
    lookups: { category_id: ['crew_categories', 'name'] },
    extra: { seniority: 'Senior' },
    searched: ['name', 'category_id'],
    unsearched: ['code', 'description'],
    narrows: { category: 'category_id' },
    badge: { text: 'Senior' },
    found: 'No crew found',
    available: 'No crew available',
    footer: 'Showing 2 crew members matching your filters',
    price: 4200,
    link: '/crew/',
  },
];

const cards = (page: Page) => page.getByRole('article');
const rupees = (price: number) => `₹${price.toLocaleString('en-IN')}${price % 1 ? '0' : ''}/day`;

/** The search text that a field of the marked item contains: a rare word, or its code. */
function wordIn(pair: Pair, field: string): string {
  if (field === 'name') return pair.word.toUpperCase();
  if (field === 'code') return pair.marked.code.toLowerCase();
  return field === 'description' ? pair.marked.description : (pair.named[field] ?? '').slice(1);
}

for (const expected of LISTINGS) {
  test.describe(expected.path, () => {
    // why: the others only run in test:all.
    const long = expected.path === '/rent-props' ? '' : ' @long';
    test(`heading, sidebar, filters, 24 cards @desktop${long}`, async ({ page }) => {
      await page.goto(expected.path);
      await expect(page).toHaveTitle(expected.title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(expected.heading);
      await expect(cards(page)).toHaveCount(24);
      await expect(page.getByText(/^Showing 24 of [\d,]+ (items|crew members)$/)).toBeVisible();
      const search = page.getByRole('searchbox', { name: expected.search, exact: true });
      await expect(search).toHaveAttribute('placeholder', expected.search);
      await expect(page.getByRole('main').locator('summary')).toHaveText(expected.filters);

      const [heading, ...entries] = expected.sidebar;
      const list = page.getByRole('navigation', { name: heading, exact: true });
      const links = await list.getByRole('link').allInnerTexts();
      const names = links.map((text) => text.split('\n')[0]);
      expect(names[0]).toBe(entries[0]);
      for (const entry of entries) expect(names).toContain(entry);
    });

    test('cards, search, empty states and a failed read @desktop @long', async ({
      page,
      request,
      sql,
      consoleErrors,
    }) => {
      const pair = await putPair(sql, expected, expected.price);
      const html = async (query: string) => (await request.get(expected.path + query)).text();
      for (const field of expected.searched) {
        expect([field, await html(`?q=${wordIn(pair, field)}`)]).toEqual([
          field,
          expect.stringContaining(pair.marked.name),
        ]);
      }
      for (const field of expected.unsearched) {
        expect([field, await html(`?q=${wordIn(pair, field)}`)]).toEqual([
          field,
          expect.stringContaining(expected.found),
        ]);
      }
      for (const [key, column] of Object.entries(expected.narrows)) {
        const narrowed = await html(`?q=${pair.word}&${key}=${pair.named[column]}`);
        expect([key, narrowed]).toEqual([key, expect.stringContaining(pair.marked.name)]);
        expect([key, narrowed]).toEqual([key, expect.not.stringContaining(pair.plain.name)]);
      }

      await page.goto(`${expected.path}?q=${pair.word}`);
      await expect(page.getByText(expected.footer, { exact: true })).toBeVisible();
      const marked = cards(page).filter({ hasText: pair.marked.name });
      const badge =
        'text' in expected.badge ? expected.badge.text : pair.named[expected.badge.column];
      await expect(marked).toContainText('No image available');
      await expect(marked).toContainText(rupees(expected.price));
      await expect(marked.getByText('In-Studio Only', { exact: true })).toBeVisible();
      await expect(marked.getByText(badge ?? '', { exact: true })).toBeVisible();
      await expect(marked.getByRole('link')).toHaveAttribute(
        'href',
        expected.link + pair.marked.slug,
      );
      const plain = cards(page).filter({ hasText: pair.plain.name });
      await expect(plain.getByText('Generic', { exact: true })).toHaveCount(0);
      await expect(plain.getByText('In-Studio Only')).toHaveCount(0);

      let answer: 'original' | 'empty' | 'error' = 'original';
      await page.route(/\/rpc\/search_(catalogue|free_items)$/, (route) => {
        if (answer === 'original') return route.fallback();
        return answer === 'empty'
          ? route.fulfill({ json: { total: 0, items: [], facets: {}, next: null } })
          : route.fulfill({ status: 400, json: { message: 'no', code: 'PT400' } });
      });
      const search = page.getByRole('searchbox', { name: expected.search, exact: true });
      await hydrated(page);
      await search.fill(rareWord());
      await expect(page.getByRole('heading', { name: expected.found, exact: true })).toBeVisible();
      await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible();
      answer = 'empty';
      await page.getByRole('link', { name: 'Clear search and filters' }).click();
      const available = page.getByRole('heading', { name: expected.available, exact: true });
      const being = 'catalog is being updated. Contact us for immediate requirements.';
      await expect(available).toBeVisible();
      await expect(page.getByText(being, { exact: true })).toBeVisible();
      await expect(page).toHaveURL(expected.path);
      answer = 'error';
      await search.fill(rareWord());
      await expect(page.getByText('The list could not be loaded.')).toBeVisible();
      await expect(page.getByRole('heading', { name: expected.found, exact: true })).toBeVisible();
      await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible();
      answer = 'original';
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(page.getByRole('link', { name: 'Clear search and filters' })).toBeVisible();
      consoleErrors.length = 0;
    });
  });
}
