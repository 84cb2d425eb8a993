import { describe, expect, test } from 'vitest';
import { LOOKUPS, refusal, useStudio } from './studio.ts';

const studio = useStudio();

/** The tables of items: code column, prefix, and what a row needs besides its name. */
const ITEMS = [
  { table: 'props', code: 'prop_id', prefix: 'PRP', more: {} },
  { table: 'clothes', code: 'cloth_id', prefix: 'CLT', more: {} },
  {
    table: 'backdrops',
    code: 'backdrop_id',
    prefix: 'BDP',
    more: { length_feet: 9, width_feet: 8 },
  },
  { table: 'gear', code: 'gear_id', prefix: 'GER', more: {} },
  { table: 'crews', code: 'crew_id', prefix: 'CRW', more: {} },
  { table: 'sets', code: 'set_id', prefix: 'SET', more: { category: 'package' } },
] as const;

describe.each(ITEMS)('$table', ({ table, code, prefix, more }) => {
  test('a code and a slug come from the database, and stay', async () => {
    await studio.as('inventory_user', async (sql) => {
      const add = (name: string) =>
        sql`insert into ${sql(table)} ${sql({ name, ...more })} returning *`;
      const [first] = await add('Blue Vase, tall');
      const [second] = await add('Blue vase (tall)');
      expect(first?.[code]).toBe(`${prefix}-00002`);
      expect(second?.[code]).toBe(`${prefix}-00003`);
      expect([first?.slug, second?.slug]).toEqual(['blue-vase-tall', 'blue-vase-tall-2']);
      const [renamed] = await sql`update ${sql(table)} set name = 'Green vase'
        where id = ${first?.id} returning *`;
      expect(renamed).toMatchObject({
        name: 'Green vase',
        slug: 'blue-vase-tall',
        [code]: first?.[code],
      });
    });
  });

  test('a code or slug from a client is refused, from the owner ignored', async () => {
    for (const column of [code, 'slug', 'created_at', 'search_text']) {
      const said = await refusal(
        studio.as('admin', (sql) => sql.unsafe(`update ${table} set ${column} = default`)),
      );
      expect([column, said.code]).toEqual([column, '42501']);
    }
    const [row] = await studio.db.owner`
      insert into ${studio.db.owner(table)}
      ${studio.db.owner({ name: 'Owned', [code]: 'X-1', slug: 'mine', ...more })} returning *`;
    expect(row?.[code]).toMatch(new RegExp(`^${prefix}-\\d{5}$`));
    expect(row?.slug).toBe('owned');
    const [kept] = await studio.db.owner`
      update ${studio.db.owner(table)} set ${studio.db.owner({ [code]: 'X-1', slug: 'mine' })}
      where id = ${row?.id} returning *`;
    expect(kept).toMatchObject({ [code]: row?.[code], slug: 'owned' });
  });

  test('a create that is sent again under its id is refused by the primary key', async () => {
    const id = crypto.randomUUID();
    const row = { id, name: 'Sent twice', ...more };
    const add = () =>
      studio.as('inventory_user', (sql) => sql`insert into ${sql(table)} ${sql(row)} returning *`);
    const [made] = await add();
    expect(made).toMatchObject({ id, name: 'Sent twice' });
    await studio.db.owner`insert into ${studio.db.owner(table)} ${studio.db.owner(row)}`;
    const again = await refusal(add());
    expect(again.code).toBe('23505');
    expect(again.message).toContain(`"${table}_pkey"`);
    await studio.db.owner`delete from ${studio.db.owner(table)} where id = ${id}`;
  });

  test('a name without Latin letters takes its code as slug', async () => {
    const [row] = await studio.as(
      'admin',
      (sql) => sql`insert into ${sql(table)} ${sql({ name: '🪑 कुर्सी', ...more })} returning *`,
    );
    expect(row?.slug).toBe(String(row?.[code]).toLowerCase());
  });

  test('updated_at moves with a change', async () => {
    // why: as text, for a Date would drop the microseconds that lie between the two statements.
    const [row] = await studio.db.owner`
      insert into ${studio.db.owner(table)} ${studio.db.owner({ name: 'Timed', ...more })}
      returning id, created_at, updated_at::text as stamp`;
    const [later] = await studio.db.owner`
      update ${studio.db.owner(table)} set price = 7 where id = ${row?.['id']}
      returning created_at, updated_at > ${row?.['stamp']}::text::timestamptz as moved`;
    expect(later).toEqual({ created_at: row?.['created_at'], moved: true });
  });

  test('defaults of a new item', async () => {
    const [row] = await studio.as(
      'inventory_user',
      (sql) => sql`insert into ${sql(table)} ${sql({ name: 'Plain', ...more })} returning *`,
    );
    expect(row).toMatchObject({
      description: '',
      price: '0.00',
      quantity: 0,
      active: true,
      in_studio: table === 'sets',
      images: [],
    });
  });

  const refused: [what: string, values: Record<string, unknown>, constraint: string][] = [
    ['an empty name', { name: '' }, 'name_length'],
    ['a blank name', { name: ' \u00a0\t' }, 'name_length'],
    ['a name of 121', { name: 'x'.repeat(121) }, 'name_length'],
    ['a description of 4,001', { description: 'x'.repeat(4001) }, 'description_length'],
    ['a price below 0', { price: -0.01 }, 'price_range'],
    ['a price that is not a number', { price: 'NaN' }, 'price_range'],
    ['a quantity below 0', { quantity: -1 }, 'quantity_range'],
    ['four pictures', { images: ['/1', '/2', '/3', '/4'] }, 'images_check'],
    ['a blank picture', { images: [' '] }, 'images_check'],
    ['a picture that is null', { images: [null] }, 'images_check'],
    ['a script as picture', { images: ['javascript:alert(1)'] }, 'images_check'],
    ['a picture on another scheme', { images: ['data:image/png;base64,AA'] }, 'images_check'],
    ['a picture without scheme', { images: ['//elsewhere.test/a.png'] }, 'images_check'],
    ['a picture behind a backslash', { images: ['/\\elsewhere.test/a.png'] }, 'images_check'],
  ];
  test.each(refused)('%s is refused by name', async (_, values, constraint) => {
    const said = await refusal(
      studio.as('admin', (sql) => {
        const row = { name: 'Refused', ...more, ...values };
        return sql`insert into ${sql(table)} ${sql(row)}`;
      }),
    );
    expect(said.code).toBe('23514');
    expect(said.message).toContain(`${table}_${constraint}`);
  });

  test('pictures of our own and of others are kept', async () => {
    const images = [
      '/storage/v1/object/public/catalogue/a.webp',
      'https://cdn.test/a b'.replace(' ', '%20'),
    ];
    const [row] = await studio.as('admin', (sql) => {
      return sql`insert into ${sql(table)} ${sql({ name: 'Pictured', images, ...more })} returning images`;
    });
    expect(row?.images).toEqual(images);
  });

  test('an inactive item is there for staff only', async () => {
    await studio.db.owner`insert into ${studio.db.owner(table)}
      ${studio.db.owner({ name: 'Inactive', active: false, ...more })}`;
    const seen = async (caller: 'anon' | 'no profile' | 'inventory_user') =>
      (await studio.as(caller, (sql) => sql`select from ${sql(table)} where name = 'Inactive'`))
        .count;
    expect(await seen('anon')).toBe(0);
    expect(await seen('no profile')).toBe(0);
    expect(await seen('inventory_user')).toBe(1);
  });

  test('two people adding the same name at once get two slugs', async () => {
    const sql = studio.db.owner;
    const rows = await Promise.all(
      Array.from(
        { length: 8 },
        () => sql`insert into ${sql(table)} ${sql({ name: 'At once', ...more })} returning slug`,
      ),
    );
    const slugs = rows.map(([row]) => row?.slug as string);
    expect(slugs.toSorted()).toEqual(
      ['at-once', ...Array.from({ length: 7 }, (_, i) => `at-once-${i + 2}`)].toSorted(),
    );
  });
});

test('codes go on beyond five digits', async () => {
  const sql = studio.db.owner;
  await sql`select setval('private.gear_code_seq', 99998)`;
  const rows = await sql`insert into gear (name) values ('Last'), ('Next') returning gear_id`;
  expect(rows.map((row) => row.gear_id)).toEqual(['GER-99999', 'GER-100000']);
});

test('slugs: accents are dropped, length is bounded, a gap is filled', async () => {
  const slugs = await studio.as('admin', async (sql) => {
    const rows =
      await sql`insert into props (name) values ('Café “Crème” №2'), (${'long '.repeat(24)}),
      ('Lamp'), ('Lamp 2'), ('Lamp'), ('Lamp') returning slug`;
    return rows.map((row) => row.slug as string);
  });
  expect(slugs).toEqual([
    'cafe-creme-no2',
    'long-'.repeat(16).slice(0, -1),
    'lamp',
    'lamp-2',
    'lamp-3',
    'lamp-4',
  ]);
});

test('the material of a backdrop is its material_id, whatever is written', async () => {
  await studio.as('inventory_user', async (sql) => {
    const [used, spare] = await sql<{ id: string }[]>`
      select id from backdrop_materials order by name desc`;
    const [row] = await sql`insert into backdrops
      ${sql({ name: 'Mirror', length_feet: 1, width_feet: 1, material_id: used?.id, material: spare?.id })}
      returning *`;
    expect(row?.material).toBe(used?.id);
    const [changed] = await sql`update backdrops set material_id = ${spare?.id ?? null}
      where id = ${row?.id} returning *`;
    expect(changed?.material).toBe(spare?.id);
    const [cleared] =
      await sql`update backdrops set material_id = null, material = ${used?.id ?? null}
      where id = ${row?.id} returning *`;
    expect(cleared?.material).toBeNull();
  });
});

test('a backdrop is at least 0.1 ft long and wide', async () => {
  const insert = (length: number, width: number) =>
    studio.as(
      'inventory_user',
      (sql) =>
        sql`insert into backdrops ${sql({ name: 'Small', length_feet: length, width_feet: width })}`,
    );
  await insert(0.1, 0.1);
  expect((await refusal(insert(0.05, 1))).code).toBe('23514');
  expect((await refusal(insert(1, 0.09))).code).toBe('23514');
});

test('one foreign key between an item and each of its lookups, so that embeds resolve', async () => {
  const keys = await studio.db.owner<{ pair: string; n: number }[]>`
    select conrelid::regclass || ' ' || confrelid::regclass as pair, count(*)::int as n
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    group by 1 order by 1`;
  // why: two customers of a merge or who were told apart, the document of a line and the one that it takes back, a kit and its component, who
  // made and who undid a movement; a client names the key.
  expect(keys.filter((key) => key.n > 1)).toEqual([
    { pair: 'customer_merges customers', n: 2 },
    { pair: 'customers_told_apart customers', n: 2 },
    { pair: 'document_lines documents', n: 2 },
    { pair: 'item_components items', n: 2 },
    { pair: 'order_movements user_profiles', n: 2 },
  ]);
  expect(keys.map((key) => key.pair)).toEqual(
    expect.arrayContaining([
      'props prop_brands',
      'clothes cloth_brands',
      'backdrops backdrop_materials',
      'gear gear_category_manager',
      'crews crew_categories',
      'enquiry_orders customers',
      'orders customers',
      'enquiry_items enquiry_orders',
      'order_items orders',
    ]),
  );
});

test('every foreign key has an index that begins with its column', async () => {
  const bare = await studio.db.owner`
    select conrelid::regclass || '.' || a.attname as column
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and not exists (select from pg_index i
        where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1]
          and coalesce(pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)', true))`;
  // why: items are never deleted (decision 0036), so nothing looks for the reservations of one that is.
  expect(bare).toEqual([{ column: 'reservations.item_id' }]);
});

test('names are ordered without regard to case, numbers by value', async () => {
  const names = await studio.as('admin', async (sql) => {
    await sql`delete from colors where name = 'Spare'`;
    await sql`insert into colors (name) values ('beige 10'), ('Amber'), ('Beige 9'), ('zinc'), ('amber')`;
    const rows = await sql`select name from colors where name <> 'Used' order by name`;
    return rows.map((row) => row.name as string);
  });
  expect(names.map((name) => name.toLowerCase())).toEqual([
    'amber',
    'amber',
    'beige 9',
    'beige 10',
    'zinc',
  ]);
});

describe.each(Object.entries(LOOKUPS))('%s', (table, label) => {
  test('has slugs from its names, each once', async () => {
    await studio.as('admin', async (sql) => {
      const row = (name: string, value: string) =>
        table === 'gender_options' ? { [label]: name, value } : { [label]: name };
      const add = (name: string, value: string) =>
        sql`insert into ${sql(table)} ${sql(row(name, value))} returning slug`;
      const [first] = await add('Dusty Pink / Rosé', 'one');
      const [second] = await add('dusty pink (rose)', 'two');
      expect([first?.slug, second?.slug]).toEqual(['dusty-pink-rose', 'dusty-pink-rose-2']);
    });
    const said = await refusal(
      studio.as('admin', (sql) =>
        sql.unsafe(
          table === 'gender_options'
            ? `insert into ${table} (label, value) values ('Used', 'again')`
            : `insert into ${table} (${label}) values ('Used')`,
        ),
      ),
    );
    expect(said.code).toBe('23505');
  });
});

test('a colour of a swatch is a hex value', async () => {
  const set = (hex: string) =>
    studio.as('admin', (sql) => sql`update colors set hex = ${hex} where name = 'Used'`);
  expect((await set('#a1b2c3')).count).toBe(1);
  expect((await refusal(set('red'))).message).toContain('colors_hex_format');
});
