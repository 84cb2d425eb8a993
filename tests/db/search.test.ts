import { describe, expect, test } from 'vitest';
import { ACTIVE, matches, slug, useCatalogue } from './catalogue.ts';
import type { Facet, Prop } from './catalogue.ts';

const catalogue = useCatalogue();
const { search, everything } = catalogue;

/** The expected facet: count of each value among props, by name, with 0 for those `listed`. */
const counted = (props: Prop[], of: 'category' | 'colour', listed: readonly string[] = []) => {
  const counts = new Map(listed.map((value): [string, number] => [slug(value), 0]));
  for (const prop of props) {
    const value = prop[of];
    if (value !== null) counts.set(slug(value), (counts.get(slug(value)) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};
const asCounts = (facet: Facet[] | undefined) =>
  Object.fromEntries((facet ?? []).map(({ value, count }) => [value, count]));

describe('matches', () => {
  const cases: { q?: string; category?: string; colours?: string[] }[] = [
    {},
    { q: 'chair' },
    { q: 'CHAIR 1' },
    { q: 'red' },
    { q: 'fabindia' },
    { q: 'ärmel' },
    { q: 'ÄRMEL' },
    { q: '  lamp  ' },
    { q: 'nothing like it' },
    { category: 'Seating' },
    { colours: ['Red'] },
    { colours: ['Red', 'Deep Blue'] },
    { category: 'Rugs', colours: ['Gold', 'Off-white'] },
    { q: 'e', category: 'Vases', colours: ['Gold', 'Red'] },
    { q: 'seat', colours: ['Gold'] },
  ];
  test.each(cases)(
    '%j: total, items and facets as counted by hand',
    async ({ q = '', category, colours }) => {
      const inCategory = (prop: Prop) => !category || prop.category === category;
      const inColour = (prop: Prop) =>
        !colours || (prop.colour !== null && colours.includes(prop.colour));
      const found = ACTIVE.filter((prop) => matches(prop, q.trim()));
      const expected = found.filter((prop) => inCategory(prop) && inColour(prop));
      const page = await search({
        kind: 'prop',
        q,
        category: category ? slug(category) : null,
        ...(colours && { filters: { colour: colours.map(slug) } }),
        size: 100,
      });
      expect(page.total).toBe(expected.length);
      expect(page.items).toHaveLength(Math.min(expected.length, 100));
      const chosen = (names: string[] | undefined) =>
        Object.fromEntries((names ?? []).map((name) => [slug(name), 0]));
      expect(asCounts(page.facets.category)).toEqual(
        counted(found.filter(inColour), 'category', ['Seating', 'Lighting', 'Vases', 'Rugs']),
      );
      expect(asCounts(page.facets.colour)).toEqual({
        ...chosen(colours),
        ...counted(found.filter(inCategory), 'colour'),
      });
      const names = await everything({
        kind: 'prop',
        q,
        category: category ? slug(category) : null,
        ...(colours && { filters: { colour: colours.map(slug) } }),
      });
      expect(names.map((item) => item.name).toSorted()).toEqual(
        expected.map((prop) => prop.name).toSorted(),
      );
    },
  );

  test('a wildcard is a character like any other', async () => {
    for (const q of ['%', '_', '\\', '100%', 'low_', 'k\\s', '%%', '\\%']) {
      const expected = ACTIVE.filter((prop) => matches(prop, q)).length;
      expect([q, (await search({ kind: 'prop', q })).total]).toEqual([q, expected]);
    }
  });

  test('a search text is cut at 80 characters, control characters become spaces', async () => {
    const sql = catalogue.sql;
    const name = 'z'.repeat(80);
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
      insert into props (name) values (${name}) returning id`;
    expect((await search({ kind: 'prop', q: `${name}and more` })).total).toBe(1);
    expect((await search({ kind: 'prop', q: 'wing\nchair' })).total).toBe(
      ACTIVE.filter((prop) => matches(prop, 'wing chair')).length,
    );
    await sql`delete from props where id = ${id}`;
  });

  test.each([
    ['prop', 'only-described', 0],
    ['prop', 'PRP-0', 0],
    ['cloth', 'silk', 1],
    ['cloth', 'saris', 1],
    ['cloth', 'anokhi', 1],
    ['cloth', 'xl', 1],
    ['cloth', 'clt-00001', 1],
    ['cloth', 'gold', 0],
    ['cloth', 'women', 0],
    ['cloth', 'soft', 0],
    ['backdrop', 'storm', 1],
    ['backdrop', 'muslin', 1],
    ['backdrop', '9X12', 1],
    ['backdrop', 'bdp-00001', 1],
    ['backdrop', 'gold', 0],
    ['gear', 'softbox', 1],
    ['gear', 'godox', 1],
    ['gear', 'lights', 1],
    ['gear', 'ger-00001', 1],
    ['gear', 'even', 0],
    ['set', 'loft', 1],
    ['set', 'daylight', 1],
    ['set', 'package', 1],
    ['set', 'set-0', 0],
    ['crew', 'meera', 1],
    ['crew', 'stylist', 1],
    ['crew', 'crw-0', 0],
    ['crew', 'careful', 0],
  ])('%s: "%s" is found %i times', async (kind, q, total) => {
    expect((await search({ kind, q })).total).toBe(total);
  });

  test('a search text does not match across two columns', async () => {
    expect((await search({ kind: 'set', q: 'loftbricks' })).total).toBe(0);
    expect((await search({ kind: 'set', q: 'loft bricks' })).total).toBe(0);
  });

  test('inactive rows are never found, by staff either', async () => {
    expect((await search({ kind: 'set', q: 'closed' })).total).toBe(0);
    expect((await search({ kind: 'set' })).total).toBe(2);
  });
});

describe('facets', () => {
  test('each kind has its own, ordered by label; numbers by value', async () => {
    const keys = async (kind: string) => Object.keys((await search({ kind })).facets).toSorted();
    expect(await keys('prop')).toEqual(['category', 'colour']);
    expect(await keys('cloth')).toEqual(['category', 'gender', 'size']);
    expect(await keys('backdrop')).toEqual(['material', 'size']);
    expect(await keys('gear')).toEqual(['brand', 'category']);
    expect(await keys('set')).toEqual(['category']);
    expect(await keys('crew')).toEqual(['category']);
    const { facets } = await search({ kind: 'prop' });
    expect(facets.colour?.map((value) => value.label)).toEqual([
      'Deep Blue',
      'Gold',
      'Off-white',
      'Red',
    ]);
    expect(facets.colour?.[0]).toMatchObject({ value: 'deep-blue', hex: '#aa0000' });
  });

  test('the sidebar lists all values, a filter those selected or with matches', async () => {
    const { total, facets } = await search({ kind: 'backdrop', category: '10x10' });
    expect(total).toBe(0);
    expect(facets.size).toEqual([
      { value: '9x12', label: '9x12', count: 1 },
      { value: '10x10', label: '10x10', count: 0 },
    ]);
    expect(facets.material).toEqual([]);
    expect((await search({ kind: 'backdrop', q: 'no such' })).facets.size).toHaveLength(2);
    const clothes = await search({ kind: 'cloth', q: 'no such', filters: { size: ['s'] } });
    expect(clothes.facets.size).toEqual([{ value: 's', label: 'S', count: 0 }]);
    expect((await search({ kind: 'cloth' })).facets.size?.map(({ label }) => label)).toEqual([
      'XL',
    ]);
  });

  test('sizes are listed in the trade’s order', async () => {
    const sizes = 'XXS,XS,S,M,L,XL,XXL,3XL,Free Size,4,4.5,10,UK 4,UK 10,Waist 28,Waist 32'.split(
      ',',
    );
    const feet = ['3.5 × 7 ft', '5 × 7 ft', '10 × 8 ft', '10 × 20 ft'];
    const answer = await catalogue.sql
      .begin(async (sql) => {
        await sql`update backdrop_size_manager set size_value = size_value || ' a'`;
        await sql`delete from clothes`;
        await sql`delete from clothes_size_manager`;
        await sql`insert into clothes_size_manager (size_value)
          select unnest(${sizes.toSorted()}::text[])`;
        await sql`insert into backdrop_size_manager (size_value)
          select unnest(${feet.toSorted()}::text[])`;
        await sql`insert into clothes (name, size_id) select 'x', id from clothes_size_manager`;
        const [row] = await sql<{ clothes: Facet[]; backdrops: Facet[] }[]>`
          select search_catalogue('cloth') #> '{facets,size}' as clothes,
            search_catalogue('backdrop') #> '{facets,size}' as backdrops`;
        throw Object.assign(new Error('taken back'), { row });
      })
      .catch((error: { row?: { clothes: Facet[]; backdrops: Facet[] } }) => error.row);
    const labels = (facet: Facet[] | undefined) => facet?.map(({ label }) => label);
    expect(labels(answer?.clothes)).toEqual(sizes);
    expect(labels(answer?.backdrops)?.filter((label) => !label.endsWith(' a'))).toEqual(feet);
  });

  test('sets are counted as sets and packages', async () => {
    expect((await search({ kind: 'set', category: 'package' })).facets.category).toEqual([
      { value: 'package', label: 'Packages', count: 1 },
      { value: 'set', label: 'Sets', count: 1 },
    ]);
  });

  test('an unknown value finds nothing', async () => {
    expect((await search({ kind: 'prop', category: 'no-such' })).total).toBe(0);
    expect((await search({ kind: 'prop', filters: { colour: ['no-such', 'red'] } })).total).toBe(
      ACTIVE.filter((prop) => prop.colour === 'Red').length,
    );
  });
});
