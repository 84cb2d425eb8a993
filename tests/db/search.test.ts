import { beforeAll, describe, expect, test } from 'vitest';
import { asRole, useDatabase } from '#tests/support/database.ts';
import { refusal } from './studio.ts';

const home = useDatabase();

type Facet = { value: string; label: string; count: number; hex?: string | null };
type Item = {
  kind: string;
  id: string;
  code: string;
  slug: string;
  name: string;
  price: number;
  in_studio: boolean;
  images: string[];
  brand: string | null;
  category: string | null;
  label: string | null;
};
type Page = { total: number; items: Item[]; facets: Record<string, Facet[]>; next: string | null };

type Call = {
  kind?: string | null;
  q?: string | null;
  category?: string | null;
  filters?: unknown;
  sort?: string | null;
  cursor?: string | null;
  size?: number | null;
};

/** One call as a visitor. */
async function search(call: Call): Promise<Page> {
  return asRole(home.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<{ page: Page }[]>`select search_catalogue(
      kind => ${call.kind ?? null}, q => ${call.q ?? ''}, category => ${call.category ?? null},
      filters => ${JSON.stringify(call.filters ?? {})}::text::jsonb, sort => ${call.sort ?? 'newest'},
      cursor => ${call.cursor ?? null}, size => ${call.size ?? 24}) as page`;
    if (!row) throw new Error('No answer.');
    return row.page;
  });
}

const BRANDS = ['Generic', 'Urban Ladder', 'Fabindia', null];
const COLORS = ['Red', 'Gold', 'Deep Blue', 'Off-white', null];
const CATEGORIES = ['Seating', 'Lighting', 'Vases', 'Rugs', null];
const NAMES = [
  'Wing chair',
  'lamp',
  'Ärmel Vase',
  'RED rug',
  '100% wool throw',
  'low_table',
  'back\\slash',
];

type Prop = {
  name: string;
  brand: string | null;
  colour: string | null;
  category: string | null;
  price: number;
  active: boolean;
};

/** Props in a fixed disorder, with equal names, prices and moments among them. */
const PROPS: Prop[] = Array.from({ length: 240 }, (_, i) => ({
  name: `${NAMES[(i * 5) % NAMES.length] ?? ''} ${(i * 7) % 40}`,
  brand: BRANDS[(i * 3) % BRANDS.length] ?? null,
  colour: COLORS[(i * 7 + Math.floor(i / 9)) % COLORS.length] ?? null,
  category: CATEGORIES[(i * 11 + Math.floor(i / 13)) % CATEGORIES.length] ?? null,
  price: [0, 500, 499.99, 1250, 80][(i * 13) % 5] ?? 0,
  active: i % 12 !== 5,
}));
const ACTIVE = PROPS.filter((prop) => prop.active);

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const has = (text: string | null, needle: string) =>
  text?.toLowerCase().includes(needle.toLowerCase()) ?? false;
const matches = (prop: Prop, q: string) =>
  [prop.name, prop.brand, prop.colour, prop.category].some((text) => has(text, q));

beforeAll(async () => {
  const sql = home.db.owner;
  const names = (list: (string | null)[]) => list.filter((name) => name !== null);
  await sql`insert into prop_brands (name) select unnest(${names(BRANDS)}::text[])`;
  await sql`insert into prop_categories (name) select unnest(${names(CATEGORIES)}::text[])`;
  await sql`insert into colors (name, hex) select unnest(${names(COLORS)}::text[]), '#aa0000'`;
  await sql`insert into props (name, description, price, active, created_at, brand_id, color_id, category_id, images)
    select listed.name, 'only-described', listed.price, listed.active, now() - (place / 3) * interval '1 minute',
      brand.id, color.id, category.id, array['/1.webp', '/2.webp', '/3.webp']
    from jsonb_to_recordset(${JSON.stringify(PROPS.map((prop, place) => ({ ...prop, place })))}::text::jsonb)
      as listed (name text, price numeric, active boolean, place integer, brand text, colour text, category text)
      left join prop_brands brand on brand.name = listed.brand
      left join colors color on color.name = listed.colour
      left join prop_categories category on category.name = listed.category`;
  await sql`insert into cloth_brands (name) values ('Anokhi')`;
  await sql`insert into cloth_categories (name) values ('Saris')`;
  await sql`insert into clothes_size_manager (size_value) values ('XL'), ('S')`;
  await sql`insert into gender_options (label, value) values ('Women', 'women')`;
  await sql`insert into backdrop_size_manager (size_value) values ('9x12'), ('10x10')`;
  await sql`insert into backdrop_materials (name) values ('Muslin')`;
  await sql`insert into gear_brands (name) values ('Godox')`;
  await sql`insert into gear_category_manager (name) values ('Lights')`;
  await sql`insert into crew_categories (name) values ('Stylist')`;
  await sql`insert into clothes (name, description, brand_id, category_id, size_id, gender_id, color_id)
    select 'Silk drape', 'soft', b.id, c.id, s.id, g.id, k.id
    from cloth_brands b, cloth_categories c, clothes_size_manager s, gender_options g, colors k
    where s.size_value = 'XL' and k.name = 'Gold'`;
  await sql`insert into backdrops (name, description, size_id, material_id, color_id, length_feet, width_feet)
    select 'Storm', 'cloudy', s.id, m.id, k.id, 9, 12
    from backdrop_size_manager s, backdrop_materials m, colors k where s.size_value = '9x12' and k.name = 'Gold'`;
  await sql`insert into gear (name, description, gear_brand_id, gear_category_id)
    select 'Softbox', 'even', b.id, c.id from gear_brands b, gear_category_manager c`;
  await sql`insert into crews (name, description, category_id, seniority)
    select 'Meera', 'careful', id, 'Senior' from crew_categories`;
  await sql`insert into sets (name, description, category) values
    ('Loft', 'bricks and daylight', 'set'), ('Podcast', 'two chairs', 'package')`;
  await sql`insert into sets (name, category, active) values ('Closed', 'set', false)`;
});

/** The count of each value among props, by name, as the facet should have it. */
const counted = (props: Prop[], of: 'category' | 'colour') => {
  const counts = new Map<string, number>();
  for (const prop of props) {
    const value = prop[of];
    if (value !== null) counts.set(slug(value), (counts.get(slug(value)) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};
const asCounts = (facet: Facet[] | undefined) =>
  Object.fromEntries((facet ?? []).map(({ value, count }) => [value, count]));

describe('what is found', () => {
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
      expect(asCounts(page.facets.category)).toEqual({
        ...chosen(category ? [category] : []),
        ...counted(found.filter(inColour), 'category'),
      });
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
      expect((await search({ kind: 'prop', q })).total, q).toBe(expected);
    }
  });

  test('a needle is cut at 80 characters, control characters are spaces', async () => {
    const sql = home.db.owner;
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
  ])('%s: "%s" is found %i times (public-side §9)', async (kind, q, total) => {
    expect((await search({ kind, q })).total).toBe(total);
  });

  test('a needle does not match across two columns', async () => {
    expect((await search({ kind: 'set', q: 'loftbricks' })).total).toBe(0);
    expect((await search({ kind: 'set', q: 'loft bricks' })).total).toBe(0);
  });

  test('inactive rows are never found, by staff either', async () => {
    expect((await search({ kind: 'set', q: 'closed' })).total).toBe(0);
    expect((await search({ kind: 'set' })).total).toBe(2);
  });
});

/** Every item of a search, page by page. */
async function everything(call: Call, size = 17): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await search({ ...call, size, cursor });
    expect(page.items.length).toBeLessThanOrEqual(size);
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== null && items.length < 2000);
  return items;
}

describe('pages', () => {
  const order = {
    newest: 'created_at desc, id desc',
    price_asc: 'price asc, id asc',
    price_desc: 'price desc, id desc',
    name: 'name asc, id asc',
  };
  test.each(Object.entries(order))('by %s: everything once, in order', async (sort, by) => {
    const expected = await home.db.owner.unsafe<{ id: string }[]>(
      `select id from props where active order by ${by}`,
    );
    const found = await everything({ kind: 'prop', sort });
    expect(found.map((item) => item.id)).toEqual(expected.map((row) => row.id));
  });

  test.each(Object.entries(order))('by %s over all kinds, with a needle', async (sort) => {
    const found = await everything({ q: 'e', sort }, 5);
    const first = await search({ q: 'e', sort, size: 100 });
    expect(new Set(found.map((item) => item.id)).size).toBe(found.length);
    expect(found.length).toBe(first.total);
    expect(found.slice(0, 100).map((item) => item.id)).toEqual(first.items.map((item) => item.id));
  });

  test('the last page ends, also when it is full', async () => {
    const all = await search({ kind: 'set', size: 2 });
    expect(all.items).toHaveLength(2);
    expect(all.next).toBeNull();
    const half = await search({ kind: 'set', size: 1 });
    expect(half.next).not.toBeNull();
    expect((await search({ kind: 'set', size: 1, cursor: half.next })).next).toBeNull();
  });

  test('an item that comes in between neither repeats nor hides one', async () => {
    const first = await search({ kind: 'prop', size: 10 });
    const sql = home.db.owner;
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
      insert into props (name) values ('Newcomer') returning id`;
    const second = await search({ kind: 'prop', size: 10, cursor: first.next });
    await sql`delete from props where id = ${id}`;
    const both = await search({ kind: 'prop', size: 20 });
    expect([...first.items, ...second.items]).toEqual(both.items);
  });
});

describe('an item', () => {
  test('of each kind has its badges', async () => {
    const only = async (call: Call) => (await search({ ...call, size: 1 })).items[0];
    expect(await only({ kind: 'cloth' })).toEqual({
      kind: 'cloth',
      id: expect.any(String),
      code: 'CLT-00001',
      slug: 'silk-drape',
      name: 'Silk drape',
      price: 0,
      in_studio: false,
      images: [],
      brand: 'Anokhi',
      category: 'Saris',
      label: 'Anokhi',
    });
    const badges = async (call: Call) => {
      const item = await only(call);
      return [item?.code, item?.brand, item?.category, item?.label];
    };
    expect(await badges({ kind: 'backdrop' })).toEqual(['BDP-00001', null, '9x12', 'Muslin']);
    expect(await badges({ kind: 'gear' })).toEqual(['GER-00001', 'Godox', 'Lights', 'Godox']);
    expect(await badges({ kind: 'crew' })).toEqual(['CRW-00001', null, 'Stylist', 'Senior']);
    expect(await badges({ kind: 'set', q: 'podcast' })).toEqual([
      'SET-00002',
      null,
      'Package',
      'Package',
    ]);
    const prop = await only({ kind: 'prop' });
    expect(prop?.images).toEqual(['/1.webp', '/2.webp']);
  });

  test('of all kinds comes in one list with the kinds counted', async () => {
    const page = await search({ size: 100 });
    expect(page.total).toBe(ACTIVE.length + 6);
    expect(page.facets).toEqual({
      kind: [
        { value: 'backdrop', label: 'Backdrops', count: 1 },
        { value: 'cloth', label: 'Clothes', count: 1 },
        { value: 'crew', label: 'Crew', count: 1 },
        { value: 'gear', label: 'Gear', count: 1 },
        { value: 'prop', label: 'Props', count: ACTIVE.length },
        { value: 'set', label: 'Sets & Packages', count: 2 },
      ],
    });
    const chosen = await search({ filters: { kind: ['set', 'crew'] }, sort: 'name' });
    expect(chosen.items.map((item) => item.name)).toEqual(['Loft', 'Meera', 'Podcast']);
    expect(chosen.total).toBe(3);
    expect((await search({ category: 'set' })).total).toBe(2);
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

  test('a chosen value stays in the list with 0, others without items are left out', async () => {
    const { total, facets } = await search({ kind: 'backdrop', category: '10x10' });
    expect(total).toBe(0);
    expect(facets.size).toEqual([
      { value: '9x12', label: '9x12', count: 1 },
      { value: '10x10', label: '10x10', count: 0 },
    ]);
    expect(facets.material).toEqual([]);
    expect((await search({ kind: 'backdrop' })).facets.size).toHaveLength(1);
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

describe('what is refused with PT400', () => {
  const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const calls: [what: string, call: Call, message: string][] = [
    ['a kind', { kind: 'car' }, 'There is no kind "car".'],
    ['a sort', { sort: 'random()' }, 'sort must be newest, price_asc, price_desc or name.'],
    ['size 0', { size: 0 }, 'size must be between 1 and 100.'],
    ['size 101', { size: 101 }, 'size must be between 1 and 100.'],
    [
      'a filter of another kind',
      { kind: 'prop', filters: { size: ['s'] } },
      'There is no filter "size" here.',
    ],
    [
      'a hidden lookup',
      { kind: 'prop', filters: { brand: ['s'] } },
      'There is no filter "brand" here.',
    ],
    [
      'filters that are a list',
      { kind: 'prop', filters: [] },
      'filters must be an object of lists.',
    ],
    [
      'a filter that is a text',
      { kind: 'prop', filters: { colour: 'red' } },
      'The filter "colour" must be a list of at most 100 texts.',
    ],
    [
      'a filter of numbers',
      { kind: 'prop', filters: { colour: [1] } },
      'The filter "colour" must be a list of at most 100 texts.',
    ],
    [
      'a filter of nulls',
      { kind: 'prop', filters: { colour: [null] } },
      'The filter "colour" must be a list of at most 100 texts.',
    ],
    [
      'a nested filter',
      { kind: 'prop', filters: { colour: [['red']] } },
      'The filter "colour" must be a list of at most 100 texts.',
    ],
    [
      '101 values',
      { kind: 'prop', filters: { colour: Array.from({ length: 101 }, () => 'red') } },
      'The filter "colour" must be a list of at most 100 texts.',
    ],
    [
      'the category twice',
      { kind: 'prop', category: 'rugs', filters: { category: ['rugs'] } },
      'Choose by category or by the filter "category", not both.',
    ],
    ...(
      [
        ['that is no cursor', 'abc'],
        ['of nothing', ''],
        ['that is not JSON', Buffer.from('hello').toString('base64url')],
        ['of another sort', cursorOf(['name', 'Lamp', crypto.randomUUID()])],
        ['without id', cursorOf(['newest', '2030-01-01T00:00:00Z'])],
        ['with a bad id', cursorOf(['newest', '2030-01-01T00:00:00Z', 'x'])],
        ['with a bad moment', cursorOf(['newest', 'yesterday?', crypto.randomUUID()])],
        ['with null', cursorOf(['newest', null, crypto.randomUUID()])],
        ['that is an object', cursorOf({ a: 1 })],
      ] as const
    ).map(([what, cursor]): [string, Call, string] => [
      `a cursor ${what}`,
      { cursor },
      'The cursor does not belong to this list.',
    ]),
  ];
  test.each(calls)('%s', async (_, call, message) => {
    expect(await refusal(search(call))).toMatchObject({ code: 'PT400', message });
  });

  test('SQL in any text stays text', async () => {
    const evil = `'; drop table props; --`;
    expect((await search({ kind: 'prop', q: evil })).total).toBe(0);
    expect((await search({ kind: 'prop', category: evil })).total).toBe(0);
    expect((await search({ kind: 'prop', filters: { colour: [evil] } })).total).toBe(0);
    expect((await refusal(search({ kind: evil }))).code).toBe('PT400');
    expect((await refusal(search({ kind: 'prop', filters: { [evil]: ['a'] } }))).code).toBe(
      'PT400',
    );
  });

  test('nothing given is everything, newest first', async () => {
    const page = await asRole(home.db, { role: 'anon' }, async (sql) => {
      const [row] = await sql<
        { page: Page }[]
      >`select search_catalogue(null, null, null, null, null, null, null) as page`;
      return row?.page;
    });
    expect(page?.items).toHaveLength(24);
  });
});
