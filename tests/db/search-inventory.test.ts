import { beforeAll, describe, expect, test } from 'vitest';
import { refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';
import { longUnless } from '#tests/support/scale.ts';

const studio = useStudio();

type InventoryPage = {
  total: number;
  total_is_exact: boolean;
  items: (Record<string, unknown> & { id: string; name: string; code: string })[];
  next: string | null;
};
type Arguments = Record<string, string | number | object | null>;

const search = (given: Arguments, caller: CallerName = 'inventory_user') =>
  studio.as(caller, async (sql): Promise<InventoryPage> => {
    const named = Object.keys(given).map((key, at) =>
      key === 'filters' ? `filters => $${at + 1}::text::jsonb` : `${key} => $${at + 1}`,
    );
    const values = Object.values(given).map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    );
    const [row] = await sql.unsafe<{ page: InventoryPage }[]>(
      `select search_inventory(${named.join(', ')}) as page`,
      values,
    );
    if (!row) throw new Error('No answer.');
    return row.page;
  });

/** Ids by brute force: no index, no function of the product. */
const expected = async (table: string, where: string, order: string) => {
  const rows = await studio.db.owner.unsafe<{ id: string }[]>(
    `select t.id from ${table} t where ${where} order by ${order}`,
  );
  return rows.map((row) => row.id);
};
const ids = (page: InventoryPage) => page.items.map((item) => item.id);

/** Each kind with its code and its searched fields (docs/product/inventory.md), as plain expressions. */
const KINDS: Record<string, { table: string; code: string; fields: string[] }> = {
  prop: {
    table: 'props',
    code: 'prop_id',
    fields: [
      'name',
      'prop_id',
      'description',
      '(select name from prop_brands where id = t.brand_id)',
      '(select name from prop_categories where id = t.category_id)',
    ],
  },
  cloth: { table: 'clothes', code: 'cloth_id', fields: ['name', 'cloth_id'] },
  backdrop: {
    table: 'backdrops',
    code: 'backdrop_id',
    fields: [
      'name',
      'backdrop_id',
      '(select name from colors where id = t.color_id)',
      '(select size_value from backdrop_size_manager where id = t.size_id)',
      '(select name from backdrop_materials where id = t.material_id)',
    ],
  },
  gear: { table: 'gear', code: 'gear_id', fields: ['name', 'gear_id'] },
  crew: {
    table: 'crews',
    code: 'crew_id',
    fields: ['name', 'crew_id', '(select name from crew_categories where id = t.category_id)'],
  },
  set: { table: 'sets', code: 'set_id', fields: ['name', 'set_id', 'description', 'category'] },
};
const OWN: Record<string, [columns: string, values: string]> = {
  prop: [
    ', brand_id, category_id',
    `, (select id from prop_brands where name = case when n % 3 = 0 then 'Used' else 'Spare' end),
      case when n % 4 > 0 then (select id from prop_categories where name = 'Used') end`,
  ],
  cloth: ['', ''],
  backdrop: [
    ', length_feet, width_feet, material_id, size_id, color_id',
    `, 10, 8, (select id from backdrop_materials where name = case when n % 3 = 0 then 'Used' else 'Spare' end),
      (select id from backdrop_size_manager where name_is_used(n)), null`,
  ],
  gear: ['', ''],
  crew: [', category_id', `, (select id from crew_categories where name = 'Used' and n % 2 = 0)`],
  set: [', category', `, case when n % 3 = 0 then 'package' else 'set' end`],
};

beforeAll(async () => {
  for (const [kind, { table }] of Object.entries(KINDS)) {
    const [columns, values] = OWN[kind] ?? ['', ''];
    await studio.db.owner.unsafe(
      `insert into ${table} (name, description, price, quantity, active, in_studio, created_at${columns})
       select (array['Lamp', 'ÄPFEL', 'a_b', '100% silk', 'back\\slash'])[1 + n % 5] || ' ' || n / 5,
         case when n % 7 = 0 then 'Ein Öl painting' else 'plain' end, n * 37 % 90, n % 6,
         n % 4 > 0, n % 5 = 0, now() - (n / 3) * interval '1 hour'${values.replace('name_is_used(n)', `size_value = 'Used' and n % 2 = 0`)}
       from generate_series(1, 60) n`,
    );
  }
});

describe.each(Object.entries(KINDS))('%s', (kind, { table, code, fields }) => {
  // why: one function searches all six; of these two one has most columns, the other parts.
  const inSome = longUnless(['prop', 'set'].includes(kind));
  test.each([
    ['created', 't.created_at'],
    ['code', `substr(t.${code}, 5)::bigint`],
    ['name', 't.name'],
    ['price', 't.price'],
    ['quantity', 't.quantity'],
  ])('by %s, both ways, in pages, with what is switched off', inSome, async (sort, by) => {
    for (const [key, way] of [
      [sort, 'asc'],
      [`-${sort}`, 'desc'],
    ] as const) {
      const all = await expected(table, 'true', `${by} ${way}, t.id ${way}`);
      const first = await search({ kind, sort: key, size: 20 });
      expect(ids(first)).toEqual(all.slice(0, 20));
      expect(first).toMatchObject({ total: all.length, total_is_exact: true, next: '2' });
      expect(ids(await search({ kind, sort: key, size: 20, page: 2 }))).toEqual(all.slice(20, 40));
      const last = await search({ kind, sort: key, size: 20, page: 4 });
      expect(ids(last)).toEqual(all.slice(60));
      expect(last.next).toBeNull();
    }
  });

  test.each([
    'lamp',
    'äPF',
    'a_b',
    '100%',
    'k\\s',
    'öl',
    'used',
    '-0000',
    'PACKAGE',
    'pRP-0001',
    'crw-00002',
    'SET-0003',
    'bdp-00001',
    'nothing',
    '%',
  ])('finds %s in the code and in the searched columns, and nowhere else', inSome, async (q) => {
    const needle = `lower('${q}' collate private.names)`;
    const where = fields
      .map((field) => `strpos(lower((${field}) collate private.names), ${needle}) > 0`)
      .join(' or ');
    const all = await expected(table, where, 't.created_at desc, t.id desc');
    const page = await search({ kind, q, size: 100 });
    expect(ids(page)).toEqual(all);
    expect(page.total).toBe(all.length);
  });

  test('matches of a search text and a switch are paged, in any order', inSome, async () => {
    for (const [sort, by] of [
      ['-created', 't.created_at desc, t.id desc'],
      ['name', 't.name, t.id'],
      ['-price', 't.price desc, t.id desc'],
    ] as const) {
      const all = await expected(table, `t.active and t.name ilike '%a%'`, by);
      const call = { kind, q: 'a', filters: { active: true }, sort, size: 7 };
      const found: string[] = [];
      for (let next: string | null = '1'; next !== null;) {
        const page: InventoryPage = await search({ ...call, page: Number(next) });
        found.push(...ids(page));
        next = page.next;
      }
      const named = all.filter((id) => found.includes(id));
      expect(named).toEqual(all);
      expect(found).toHaveLength((await search({ ...call, size: 100 })).total);
      expect(new Set(found).size).toBe(found.length);
    }
  });

  test('filters by both switches', inSome, async () => {
    for (const active of [true, false]) {
      for (const in_studio of [true, false]) {
        const all = await expected(
          table,
          `active = ${active} and in_studio = ${in_studio}`,
          't.created_at desc, t.id desc',
        );
        const page = await search({ kind, filters: { active, in_studio }, size: 100 });
        expect(ids(page)).toEqual(all);
        expect(page.total).toBe(all.length);
      }
    }
  });

  test('an item has its code and its whole row, except search_text', async () => {
    const [item] = (await search({ kind, size: 1 })).items;
    expect(item?.code).toBe(item?.[code]);
    expect(item).toMatchObject({ price: expect.any(Number), images: [], names: expect.anything() });
    expect(item).not.toHaveProperty('search_text');
  });
});

test('filters by a lookup, and names it', async () => {
  const all = await expected(
    'props',
    `brand_id = (select id from prop_brands where slug = 'used')`,
    't.created_at desc, t.id desc',
  );
  const page = await search({ kind: 'prop', filters: { brand: 'used' }, size: 100 });
  expect(ids(page)).toEqual(all);
  expect(page.items[0]?.['names']).toMatchObject({ brand: 'Used' });
  expect((await search({ kind: 'prop', filters: { brand: 'no-such' } })).total).toBe(0);
  const packages = await search({ kind: 'set', filters: { category: 'package' }, size: 100 });
  expect(packages.total).toBe(20);
  expect(packages.items[0]?.['names']).toEqual({ category: 'Package' });
});

test('is allowed to staff only', async () => {
  for (const caller of ['anon', 'no profile', 'service_role'] as const) {
    expect((await refusal(search({ kind: 'prop' }, caller))).code).toBe('42501');
  }
  for (const caller of ['inventory_user', 'crm_user', 'admin'] as const) {
    expect((await search({ kind: 'prop' }, caller)).total).toBe(61);
  }
});

test.each<[Arguments, RegExp]>([
  [{ kind: 'boat' }, /^There is no kind "boat"\.$/],
  [{ kind: 'prop', sort: 'brand' }, /^There is no sort "brand" here\.$/],
  [{ kind: 'prop', sort: '--price' }, /^There is no sort "--price" here\.$/],
  [{ kind: 'prop', size: 0 }, /^size must be between 1 and 100\.$/],
  [{ kind: 'prop', page: 0 }, /^page must be between 1 and 1000000\.$/],
  [{ kind: 'prop', filters: [] }, /^filters must be an object\.$/],
  [{ kind: 'prop', filters: { gender: 'x' } }, /^There is no filter "gender" here\.$/],
  [{ kind: 'prop', filters: { active: 'yes' } }, /^The filter "active" must be true or false\.$/],
  [{ kind: 'prop', filters: { brand: 1 } }, /^The filter "brand" must be a text\.$/],
])('refuses %j', async (given, message) => {
  expect(await refusal(search(given))).toMatchObject({
    code: 'PT400',
    message: expect.stringMatching(message),
  });
});

test('a search text in many items is counted up to 1,000', { tags: ['long'] }, async () => {
  await studio.db.owner`insert into crews (name) select 'Grip of the crowd'
    from generate_series(1, 1001)`;
  const page = await search({ kind: 'crew', q: 'crowd' });
  expect(page).toMatchObject({ total: 1000, total_is_exact: false, next: '2' });
  expect(page.items).toHaveLength(25);
  const all = await search({ kind: 'crew', filters: { active: true } });
  expect(all.total_is_exact).toBe(true);
  expect(all.total).toBeGreaterThan(1000);
});

test(
  'a deep page by code, and the list of items in the studio, read an index',
  { tags: ['long'] },
  async () => {
    const sql = studio.db.owner;
    await sql`insert into props (name) select 'Prop of the crowd' from generate_series(1, 3000)`;
    await sql`vacuum analyze props`;
    const plan = async (statement: string) =>
      (await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${statement}`))
        .map((row) => row['QUERY PLAN'])
        .join('\n');
    expect(
      await plan(
        'select substr(prop_id, 5)::bigint, id from props order by 1, 2 limit 25 offset 2500',
      ),
    ).toContain('Index Only Scan using props_code_idx');
    expect(await plan('select count(*) from props where in_studio')).toContain(
      'props_in_studio_idx',
    );
  },
);

test('filters by pictures; the dashboard counts the items without any, but for archived ones', async () => {
  const { owner } = studio.db;
  const picture = ['https://pictures.example/lamp.webp'];
  await owner`update gear set images = ${picture} where gear_id > 'GER-00040'`;
  await owner`
    update items set archived_at = now()
    where id in (select id from gear where not active order by gear_id limit 2)`;
  const newest = 't.created_at desc, t.id desc';
  const listed = 't.id not in (select id from items where archived_at is not null)';
  const found = async (filters: Record<string, boolean>) =>
    search({ kind: 'gear', filters, size: 100 });
  const without = await found({ pictures: false });
  expect(ids(without)).toEqual(await expected('gear', `t.images = '{}' and ${listed}`, newest));
  expect(without.total).toBeGreaterThan(0);
  const pictured = await found({ pictures: true });
  expect(ids(pictured)).toEqual(await expected('gear', `t.images <> '{}' and ${listed}`, newest));
  expect(pictured.total).toBeGreaterThan(0);
  expect(ids(await found({ pictures: false, active: false }))).toEqual(
    await expected('gear', `t.images = '{}' and not t.active and ${listed}`, newest),
  );
  const figures = await studio.as('inventory_user', async (sql) => {
    const [row] = await sql<
      { figures: { inventory: Record<string, object> } }[]
    >`select dashboard_figures() as figures`;
    return row?.figures.inventory['gear'];
  });
  expect(figures).toMatchObject({ without_picture: without.total });
});
