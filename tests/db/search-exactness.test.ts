// @module-tag long
import { beforeAll, expect, inject, test } from 'vitest';
import { useCatalogue } from './catalogue.ts';
import type { Call, Facet } from './catalogue.ts';

const catalogue = useCatalogue();

/** Pseudo-random integers below n, the same in each run. */
let seed = 11;
const below = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
const one = <T>(list: readonly T[]) => list[below(list.length)] as T;

const WORDS = ['red', 'Wing chair', 'brass', 'über', 'lamp', 'Urban', 'seat', '100%', 'low_table'];

beforeAll(async () => {
  // Enough that some pages are read in index order and others from the matches.
  await catalogue.sql`insert into props (name, brand_id, color_id, category_id, price, active, created_at)
    select w[1 + n % 9] || ' ' || w[1 + n / 9 % 9] || ' ' || n % 50, brand.id, color.id, category.id, n % 90, n % 13 > 0,
      now() - n % 700 * interval '1 minute'
    from generate_series(1, 3000) n cross join (select ${WORDS}::text[] as w) as words
      left join (select id, row_number() over (order by name) as place from prop_brands) brand on brand.place = n % 4
      left join (select id, row_number() over (order by name) as place from colors) color on color.place = n % 6
      left join (select id, row_number() over (order by name) as place from prop_categories) category
        on category.place = n / 7 % 40`;
});

/** The expected answer, counted and sorted by brute force over all props. */
async function naive(q: string, categories: string[], colours: string[], order: string) {
  const found = `props p left join prop_brands b on b.id = p.brand_id left join colors c on c.id = p.color_id
    left join prop_categories k on k.id = p.category_id
    where p.active and ($1 = '' or exists (select from unnest(array[p.name, b.name, c.name, k.name]) as t (text)
      where strpos(private.compared(text), private.compared($1)) > 0))`;
  const inCategory = ' and ($2::text[] is null or k.slug = any ($2))';
  const inColour = ' and ($3::text[] is null or c.slug = any ($3))';
  const given = [
    q,
    categories.length > 0 ? categories : null,
    colours.length > 0 ? colours : null,
  ] as const;
  const rows = await catalogue.sql.unsafe<{ id: string }[]>(
    `select p.id from ${found}${inCategory}${inColour} order by ${order}`,
    [...given],
  );
  const facet = async (slug: string, but: string) =>
    catalogue.sql.unsafe<{ value: string; count: number }[]>(
      `select ${slug} as value, count(*)::int as count from ${found}${but}
        and ($2::text[] is null or true) and ($3::text[] is null or true) and ${slug} is not null group by 1`,
      [...given],
    );
  return {
    ids: rows.map(({ id }) => id),
    category: await facet('k.slug', inColour),
    colour: await facet('c.slug', inCategory),
  };
}

/** Counts by value; a selected value without items is listed with 0, which is left out here. */
const byValue = (facets: readonly { value: string; count: number }[]) =>
  Object.fromEntries(
    facets
      .filter(({ count }) => count > 0)
      .map(({ value, count }): [string, number] => [value, count])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

const ORDERS = {
  newest: 'p.created_at desc, p.id desc',
  price_asc: 'p.price, p.id',
  price_desc: 'p.price desc, p.id desc',
  name: 'p.name, p.id',
};

test('total, facets and page of random searches equal a brute-force count', async () => {
  const names = await catalogue.sql<{ name: string }[]>`
    select name from props union select name from prop_brands union select name from colors
    union select name from prop_categories order by 1`;
  const slugs = async (table: string) =>
    (await catalogue.sql.unsafe<{ slug: string }[]>(`select slug from ${table} order by 1`)).map(
      ({ slug }) => slug,
    );
  const [categories, colours] = [await slugs('prop_categories'), await slugs('colors')];
  for (let round = 0; round < 150; round += 1) {
    const { name } = one(names);
    const from = below(name.length);
    const q = one(['', name.slice(from, from + 1 + below(4)), name.slice(from, from + 12)]).trim();
    const chosen = {
      category: Array.from({ length: below(3) }, () => one(categories)),
      colour: Array.from({ length: below(3) }, () => one(colours)),
    };
    const sort = one(Object.keys(ORDERS) as (keyof typeof ORDERS)[]);
    const call: Call = { kind: 'prop', q, filters: chosen, sort, size: 1 + below(40) };
    const expected = await naive(q, chosen.category, chosen.colour, ORDERS[sort]);
    const page = await catalogue.search(call);
    const next = page.next ? await catalogue.search({ ...call, cursor: page.next }) : null;
    const size = call.size ?? 0;
    expect({
      call,
      total: page.total,
      ids: [...page.items, ...(next?.items ?? [])].map(({ id }) => id),
      ends: page.next === null,
      category: byValue(page.facets['category'] as Facet[]),
      colour: byValue(page.facets['colour'] as Facet[]),
    }).toEqual({
      call,
      total: expected.ids.length,
      ids: expected.ids.slice(0, 2 * size),
      ends: expected.ids.length <= size,
      category: byValue(expected.category),
      colour: byValue(expected.colour),
    });
  }
});

test('a text without a space is found by any part of it, however long it is', async () => {
  const long = Array.from({ length: 790 }, (_, n) => `${n.toString(36)}ü.`).join('');
  await catalogue.sql`insert into sets (name, category, description) values ('Long', 'set', ${long})`;
  const found = async (q: string) => (await catalogue.search({ kind: 'set', q })).total;
  const partAt = (from: number) => long.slice(from, from + 80);
  for (let from = 0; from < long.length; from += 37) {
    expect([from, await found(partAt(from))]).toEqual([from, 1]);
  }
  // why: on PostgreSQL 15 a search for a text that no item has takes ten times as long.
  const step = inject('postgres').major === 15 ? 8 * 37 : 37;
  for (let from = 0; from < long.length; from += step) {
    expect([from, await found(`${partAt(from).slice(0, 60)}!`)]).toEqual([from, 0]);
  }
  await catalogue.sql`delete from sets where name = 'Long'`;
  expect(await found(long.slice(400, 480))).toBe(0);
});
