import { beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '#tests/support/database.ts';
import { useCatalogue } from './catalogue.ts';
import type { Call, Item, Page } from './catalogue.ts';
import { refusal } from './studio.ts';

const catalogue = useCatalogue();

type Answer = Page & { instead?: Item[]; partial?: boolean };

async function search(q: string | null, call: Omit<Call, 'kind' | 'q'> = {}): Promise<Answer> {
  return asRole(catalogue.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<{ page: Answer }[]>`select search_by_words(
      q => ${q}, category => ${call.category ?? null},
      filters => ${JSON.stringify(call.filters ?? {})}::text::jsonb, sort => ${call.sort ?? null},
      cursor => ${call.cursor ?? null}, size => ${call.size ?? 100}) as page`;
    if (!row) throw new Error('No answer.');
    return row.page;
  });
}
const names = (items: Item[] | undefined) => items?.map((item) => item.name);
/** The items that have all words. */
const found = async (q: string) => {
  const { items, partial } = await search(q);
  return partial ? [] : names(items)?.toSorted();
};

beforeAll(async () => {
  const { sql } = catalogue;
  await sql`delete from props`;
  await sql`insert into props (name, category_id, color_id, brand_id, created_at)
    select listed.name, category.id, color.id, brand.id, now() - listed.age * interval '1 day'
    from (values
      ('Loft Sofa, Teal Velvet', 'Seating', 'Deep Blue', 'Urban Ladder', 5),
      ('Velvet Ottoman', 'Seating', 'Gold', 'Fabindia', 4),
      ('Sofa Throw', 'Rugs', 'Gold', null, 3),
      ('Bentwood Armchair', 'Seating', 'Red', 'Generic', 2),
      ('Weathered Chest', 'Vases', null, null, 1),
      ('Shelf, Three Tiers', null, 'Red', null, 6),
      ('Menagerie Mobile', null, null, null, 7)
    ) as listed (name, category, colour, brand, age)
      left join prop_categories category on category.name = listed.category
      left join colors color on color.name = listed.colour
      left join prop_brands brand on brand.name = listed.brand`;
  await sql`insert into gear (name, gear_brand_id, gear_category_id)
    select 'Kestrel Full-Frame Camera', b.id, c.id from gear_brands b, gear_category_manager c`;
});

describe('a search by words', () => {
  test.each([
    ['in any order', 'velvet sofa', ['Loft Sofa, Teal Velvet']],
    ['in another order', 'SOFA  teal', ['Loft Sofa, Teal Velvet']],
    ['of a name and its category', 'seating velvet', ['Loft Sofa, Teal Velvet', 'Velvet Ottoman']],
    ['of a name and its colour', 'velvet gold', ['Velvet Ottoman']],
    ['of a brand in two words', 'sofa urban', ['Loft Sofa, Teal Velvet']],
    ['of a kind', 'clothes silk', ['Silk drape']],
    ['of size and gender', 'women xl', ['Silk drape']],
    ['of a cloth’s colour, no filter of it', 'gold drape', ['Silk drape']],
    ['of a backdrop’s colour', 'gold backdrop', ['Storm']],
    ['of a material', 'storm muslin', ['Storm']],
    ['of measures as they are said', '9 x 12 muslin', ['Storm']],
    ['of a crew’s category', 'stylist meera', ['Meera']],
    ['of a description, of sets', 'loft daylight', ['Loft']],
    ['in the plural', 'sofas', ['Loft Sofa, Teal Velvet', 'Sofa Throw']],
    ['in the plural, irregular', 'shelves', ['Shelf, Three Tiers']],
    ['in the singular', 'sari', ['Silk drape']],
    ['begun', 'velv otto', ['Velvet Ottoman']],
    ['that ends a longer one', 'bentwood chair', ['Bentwood Armchair']],
    ['with an article', 'the sofa with a throw', ['Sofa Throw']],
    ['with a hyphen', 'full-frame', ['Kestrel Full-Frame Camera']],
    ['beside a code', 'storm bdp-00001', ['Storm']],
  ])('finds words %s: %s', async (_, q, expected) => {
    expect(await found(q)).toEqual(expected.toSorted());
  });

  test.each([
    ['left out', 'kestrl camera'],
    ['put in', 'kesstrel camera'],
    ['exchanged, twice', 'kastral camera'],
    ['swapped', 'kestrel camrea'],
    ['swapped in a short one', 'tael sofa'],
  ])('finds words with letters %s: %s', async (_, q) => {
    expect((await found(q))?.[0]).toMatch(/^(Kestrel Full-Frame Camera|Loft Sofa, Teal Velvet)$/);
  });

  test('finds an item of each kind by its code, in any case, and no inactive item', async () => {
    const { sql } = catalogue;
    const tables = {
      props: 'prop_id',
      clothes: 'cloth_id',
      backdrops: 'backdrop_id',
      gear: 'gear_id',
      sets: 'set_id',
      crews: 'crew_id',
    };
    for (const [table, code] of Object.entries(tables)) {
      const rows = await sql.unsafe<{ code: string; name: string; active: boolean }[]>(
        `select ${code} as code, name, active from ${table} order by active limit 3`,
      );
      for (const row of rows) {
        for (const q of [row.code, row.code.toLowerCase(), ` ${row.code} `]) {
          expect([q, await found(q)]).toEqual([q, row.active ? [row.name] : []]);
        }
      }
    }
    expect(await found('PRP-999999')).toEqual([]);
  });

  test('puts the name first, then other places, then similar words; the newest first among equals', async () => {
    expect(names((await search('sofa')).items)).toEqual(['Sofa Throw', 'Loft Sofa, Teal Velvet']);
    expect(names((await search('velvet')).items)).toEqual([
      'Velvet Ottoman',
      'Loft Sofa, Teal Velvet',
    ]);
    // Red: in no name, the colour of two, part of a word of another.
    expect(names((await search('red')).items)).toEqual([
      'Bentwood Armchair',
      'Shelf, Three Tiers',
      'Weathered Chest',
    ]);
    await catalogue.sql`insert into props (name, created_at) values ('Velvet Sofa', '2001-01-01')`;
    expect(names((await search('velvet sofa')).items)).toEqual([
      'Velvet Sofa',
      'Loft Sofa, Teal Velvet',
    ]);
    await catalogue.sql`delete from props where name = 'Velvet Sofa'`;
  });

  test('omits similar words if enough items have the exact words', async () => {
    const { sql } = catalogue;
    await sql`insert into props (name) select 'Mobile ' || n from generate_series(1, 8) n`;
    await sql`insert into props (name) values ('Mobyle Home')`;
    expect((await search('mobile')).total).toBe(9);
    await sql`delete from props where name in ('Mobile 1', 'Mobile 2')`;
    const few = await search('mobile');
    expect(few.total).toBe(8);
    expect(few.items.at(-1)?.name).toBe('Mobyle Home');
    await sql`delete from props where name like 'Mob%'`;
  });

  test('does not match words similar to an existing short word', async () => {
    const { sql } = catalogue;
    await sql`insert into props (name) values ('Soft Mat'), ('Sola Topee')`;
    expect(await found('sofa')).toEqual(['Loft Sofa, Teal Velvet', 'Sofa Throw']);
    await sql`delete from props where name in ('Soft Mat', 'Sola Topee')`;
  });

  test('counts all kinds, whichever is selected', async () => {
    const all = await search('gold');
    expect(all.facets['kind']).toEqual([
      { value: 'backdrop', label: 'Backdrops', count: 1 },
      { value: 'cloth', label: 'Clothes', count: 1 },
      { value: 'crew', label: 'Crew', count: 0 },
      { value: 'gear', label: 'Gear', count: 0 },
      { value: 'prop', label: 'Props', count: 2 },
      { value: 'set', label: 'Sets & Packages', count: 0 },
    ]);
    const props = await search('gold', { category: 'prop' });
    expect(props.facets).toEqual(all.facets);
    expect(names(props.items)).toEqual(['Sofa Throw', 'Velvet Ottoman']);
    expect((await search('gold', { filters: { kind: ['cloth', 'backdrop'] } })).total).toBe(2);
    const none = await search('gold', { category: 'crew' });
    expect([none.total, none.instead?.length]).toEqual([0, 4]);
  });

  test('finds the items with the most of the words if none has all', async () => {
    const most = async (q: string) => {
      const page = await search(q);
      expect([page.partial, page.total]).toEqual([true, page.items.length]);
      return names(page.items);
    };
    expect(await most('teal unicorn')).toEqual(['Loft Sofa, Teal Velvet']);
    // The word that fewer items have first, and of those with it in the name those with it elsewhere after them.
    expect(await most('velvet weathered')).toEqual([
      'Weathered Chest',
      'Velvet Ottoman',
      'Loft Sofa, Teal Velvet',
    ]);
    // Numbers, sizes and colours alone are not what is meant; with a word, they come first.
    await catalogue.sql`insert into props (name, created_at) values
      ('Saddle 40', '2001-01-03'), ('Saddle Red', '2001-01-02'), ('Umbrella, Red 40', '2001-01-01')`;
    expect(await most('saddle 52')).toEqual(['Saddle 40', 'Saddle Red']);
    expect(await most('saddle red 52')).toEqual(['Saddle Red', 'Saddle 40']);
    expect(await most('unicorn 40 saddle')).toEqual(['Saddle 40', 'Saddle Red']);
    expect(await most('umbrella saddle')).toEqual(['Umbrella, Red 40', 'Saddle 40', 'Saddle Red']);
    await catalogue.sql`delete from props where name like 'Saddle%' or name like 'Umbrella%'`;
    expect((await search('teal sofa')).partial).toBeUndefined();
  });

  test('suggests the nearest word if nothing has any', async () => {
    const nearest = async (q: string) => {
      const page = await search(q);
      expect([page.total, page.items, page.next]).toEqual([0, [], null]);
      return names(page.instead);
    };
    expect(await nearest('ottomanski')).toEqual(['Velvet Ottoman']);
    expect(await nearest('qzxvw')).toEqual([]);
  });

  test('lists everything without words, and searches exactly without letters', async () => {
    for (const q of ['', '  ', null, '%']) {
      const page = await search(q, { size: 3 });
      const { instead: _, ...exact } = (await catalogue.search({ q, size: 3 })) as Answer;
      expect([q, page]).toEqual([q, exact]);
    }
    const first = await search('', { size: 3 });
    const second = await search('', { size: 3, cursor: first.next });
    expect(second).toEqual(await catalogue.search({ size: 3, cursor: first.next }));
  });

  test('reflects changes', async () => {
    const { sql } = catalogue;
    expect(await found('red drape')).toEqual([]);
    await sql`update clothes set color_id = (select id from colors where name = 'Red')`;
    expect([await found('red drape'), await found('gold drape')]).toEqual([['Silk drape'], []]);
    await sql`update colors set name = 'Crimson' where name = 'Red'`;
    expect([await found('crimson drape'), await found('red drape')]).toEqual([['Silk drape'], []]);
    await sql`update colors set name = 'Red' where name = 'Crimson'`;
    await sql`update clothes set active = false`;
    expect(await found('red drape')).toEqual([]);
    await sql`update clothes set active = true, color_id = (select id from colors where name = 'Gold')`;
    expect(await found('gold drape')).toEqual(['Silk drape']);
  });

  test.each([
    [{ sort: 'random()' }, 'sort must be best, newest, price_asc, price_desc or name.'],
    [{ size: 0 }, 'size must be between 1 and 100.'],
    [{ size: 101 }, 'size must be between 1 and 100.'],
    [{ filters: { brand: ['x'] } }, 'There is no filter "brand" here.'],
    [{ cursor: 'nonsense' }, 'The cursor does not belong to this list.'],
    [{ cursor: 'WyJuZXdlc3QiLCAxLCAyXQ==' }, 'The cursor does not belong to this list.'],
    [{ sort: 'name', cursor: 'nonsense' }, 'The cursor does not belong to this list.'],
  ])('refuses %j', async (call, message) => {
    expect(await refusal(search('sofa', call))).toMatchObject({ code: 'PT400', message });
  });

  test.each([
    '<script>',
    "'; drop table props; --",
    '\\',
    '(',
    '[[:alnum:]]+',
    'a'.repeat(200),
    '×',
    '日本',
    'PRP-99999999999999999999',
    'prp-',
    '1x',
    'x x x x x x x x x x x x',
  ])('answers %s', async (q) => {
    expect((await search(q)).total).toBeGreaterThanOrEqual(0);
  });
});

describe('many items', () => {
  beforeAll(async () => {
    const { sql } = catalogue;
    // Enough that some ranks are read in index order and others from the matches.
    await sql`insert into props (name, color_id, price, created_at)
      select case when n % 3 = 0 then 'Lantern ' else 'Lamp ' end || n % 97
          || case when n % 5 = 0 then ', brass' when n % 50 = 1 then ' brass shade' else '' end,
        case when n % 4 = 0 then (select id from colors where name = 'Red') end, n % 90, now() - n % 700 * interval '1 minute'
      from generate_series(1, 4000) n`;
    await sql`insert into crews (name, created_at) select 'Lamp Operator ' || n, now() - n * interval '3 minutes'
      from generate_series(1, 30) n`;
  });

  const lamp = `(p.name ~* '\\mlamp')`;
  async function expectNaive(q: string, where: string): Promise<void> {
    const orders = {
      newest: 'created_at desc, id desc',
      price_asc: 'price, id',
      price_desc: 'price desc, id desc',
      name: 'name, id',
    };
    const from = `(select id, name, price, created_at, color_id from props where active
      union all select id, name, price, created_at, null from crews where active) as p where ${where}`;
    for (const [sort, by] of Object.entries(orders)) {
      const expected = await catalogue.sql.unsafe<{ id: string }[]>(
        `select id from ${from} order by ${by}`,
      );
      const pages: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Answer = await search(q, { sort, cursor, size: 100 });
        expect([sort, page.total]).toEqual([sort, expected.length]);
        pages.push(...page.items.map((item) => item.id));
        cursor = page.next;
      } while (cursor !== null && pages.length < 400);
      expect([sort, pages]).toEqual([sort, expected.slice(0, pages.length).map(({ id }) => id)]);
    }
  }
  test.each([
    ['lamp', lamp],
    ['lamp 12', `${lamp} and p.name ~ '\\m12\\M'`],
  ])('%s: total and pages in every order are those of a naive search', expectNaive);
  test.each([
    ['brass lamp', `${lamp} and p.name ~* 'brass'`],
    [
      'red lantern',
      `p.name like 'Lantern%' and p.color_id = (select id from colors where name = 'Red')`,
    ],
  ])('%s: so are they', { tags: ['long'] }, expectNaive);

  test('pages list the best matches first, each once, across ranks', async () => {
    const whole: Item[] = [];
    let cursor: string | null = null;
    let total = 0;
    do {
      const page: Answer = await search('red lamp', { size: 100, cursor });
      total = page.total;
      whole.push(...page.items);
      cursor = page.next;
    } while (cursor !== null && whole.length < 3000);
    expect(whole).toHaveLength(total);
    expect(new Set(whole.map((item) => item.id)).size).toBe(total);
    const short = await search('red lamp', { size: 7 });
    const next = await search('red lamp', { size: 7, cursor: short.next });
    expect([...short.items, ...next.items]).toEqual(whole.slice(0, 14));
  });
});

describe('a catalogue’s own search that finds nothing', () => {
  const instead = async (call: Call) => {
    const page = (await catalogue.search(call)) as Answer;
    return [page.total, page.items.length, names(page.instead)];
  };

  test('matches the exact words only and suggests items that have all, or most, of them', async () => {
    expect(await instead({ kind: 'prop', q: 'sofa loft' })).toEqual([
      0,
      0,
      ['Loft Sofa, Teal Velvet'],
    ]);
    expect(await instead({ kind: 'prop', q: 'throws sofa' })).toEqual([0, 0, ['Sofa Throw']]);
    expect(await instead({ kind: 'prop', q: 'sofa loft', category: 'rugs' })).toEqual([
      0,
      0,
      ['Loft Sofa, Teal Velvet'],
    ]);
    expect(await instead({ kind: 'prop', q: 'sofa silk' })).toEqual([
      0,
      0,
      ['Sofa Throw', 'Loft Sofa, Teal Velvet'],
    ]);
    expect(await instead({ kind: 'prop', q: 'drape silk' })).toEqual([0, 0, []]);
    expect(await instead({ kind: 'cloth', q: 'drape silk' })).toEqual([0, 0, ['Silk drape']]);
    expect(await instead({ kind: 'prop', q: 'loft sofa' })).toEqual([1, 1, undefined]);
    expect(await instead({ kind: 'prop', category: 'no-such' })).toEqual([0, 0, undefined]);
  });

  test('does so among the free items', async () => {
    const { sql } = catalogue;
    await sql`update props set price = 10 where name = 'Sofa Throw'`;
    const free = async (q: string) => {
      const [row] = await sql<{ page: Answer }[]>`select search_free_items(q => ${q}) as page`;
      return [row?.page.total, names(row?.page.instead)];
    };
    expect(await free('sofa loft')).toEqual([0, ['Loft Sofa, Teal Velvet']]);
    expect(await free('throw sofa')).toEqual([0, []]);
    expect(await free('muslin storm')).toEqual([0, ['Storm']]);
    expect(await free('loft sofa')).toEqual([1, undefined]);
  });
});
