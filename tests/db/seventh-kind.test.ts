import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from './catalogue.ts';
import { committed, enquiry, liftLimits } from './enquiry.ts';
import { importOf } from './import.ts';
import { committedAs, refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The SQL that CONTRIBUTING tells to start a kind from. */
const RECIPE = 'supabase/examples/seventh-kind.sql';

const studio = useStudio();
const vehicles: Record<string, string> = {};

/** Runs SQL as that caller in a transaction that is committed, and answers its one value. */
const call = <T>(caller: CallerName, statement: string, values: (string | string[])[] = []) =>
  committedAs(studio.db, studio.who(caller), async (sql) => {
    const [row] = await sql.unsafe<{ told: T }[]>(`select ${statement} as told`, values);
    return row!.told;
  });

beforeAll(async () => {
  await liftLimits(studio.db);
  await studio.db.owner.begin((sql) =>
    sql.unsafe(readFileSync(join(ROOT, RECIPE), 'utf8')).simple(),
  );
  const rows = await committedAs(studio.db, studio.who('inventory_user'), async (sql) => {
    await sql`insert into vehicle_types (name) values ('Van'), ('Vintage car')`;
    return sql<{ id: string; name: string }[]>`
      insert into vehicles (name, seats, price, quantity, active, type_id, images)
      select listed.*, type.id, '{/van.webp}' from (values ('Tempo Traveller', 12, 4500, 2, true),
        ('Caravan', 4, 9000, 1, true), ('Wreck', 2, 10, 1, false)) as listed (name, seats, price, quantity, active),
        vehicle_types as type where type.name = 'Van'
      returning id, name`;
  });
  for (const { id, name } of rows) vehicles[name] = id;
});

test('CONTRIBUTING leads to its SQL', () => {
  expect(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')).toContain(RECIPE);
});

/** A table's definitions from the system catalogs, without its own columns and lookups, its names as `<…>`. */
async function shapeOf(table: string, kind: string, own: RegExp): Promise<string[]> {
  const rows = await studio.db.owner<{ fact: string }[]>`
    select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as fact
      from pg_constraint where conrelid = ${table}::regclass and contype <> 'n'
    union all select 'index ' || pg_get_indexdef(indexrelid) from pg_index where indrelid = ${table}::regclass
    union all select 'policy ' || policyname || cmd || roles::text || coalesce(qual, '') || coalesce(with_check, '')
      from pg_policies where tablename = ${table}
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger
      where tgrelid = ${table}::regclass and not tgisinternal
    union all select 'column ' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull::text
        || attcollation::regcollation::text || coalesce(attacl::text, '')
        || coalesce(pg_get_expr(adbin, adrelid), '')
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    union all select 'table ' || relacl::text || relrowsecurity::text from pg_class where oid = ${table}::regclass
    union all select 'published ' || pubname from pg_publication_tables where tablename = ${table}
    union all select 'sequence ' || data_type::text from pg_sequences where sequencename = ${`${kind}_code_seq`}`;
  return rows
    .map(({ fact }) => fact)
    .filter((fact) => !own.test(fact))
    .map((fact) =>
      fact
        .replaceAll(table, '<table>')
        .replaceAll(kind, '<kind>')
        .replace(/'(VEH|CLT)'/, '<prefix>'),
    )
    .toSorted();
}

test('a kind made by private.add_kind has what the kinds of the baseline have', async () => {
  const made = await shapeOf('vehicles', 'vehicle', /type_id|seats/);
  const lookups = /(brand|color|category|gender|size)_id/;
  const known = await shapeOf('clothes', 'cloth', lookups);
  expect(made.length).toBeGreaterThan(50);
  expect(made).toEqual(known);
  const lookup = await shapeOf('vehicle_types', '-', /^$/);
  expect(lookup.length).toBeGreaterThan(12);
  expect(lookup).toEqual(await shapeOf('crew_categories', '-', /^$/));
});

describe('a seventh kind', () => {
  test('is listed for visitors, with its filter', async () => {
    const page = await call<Page>('anon', `search_catalogue('vehicle', sort => 'name')`);
    expect(page.items).toMatchObject([
      { kind: 'vehicle', name: 'Caravan', category: 'Van', label: 'Van', price: 9000 },
      { kind: 'vehicle', name: 'Tempo Traveller', slug: 'tempo-traveller', code: 'VEH-00001' },
    ]);
    expect(page.facets['type']).toMatchObject([
      { value: 'van', count: 2 },
      { value: 'vintage-car', count: 0 },
    ]);
    const none = await call<Page>('anon', `search_catalogue('vehicle', category => 'vintage-car')`);
    expect(none.total).toBe(0);
    const item = await call<object>('anon', `item_page('vehicle', 'caravan')`);
    expect(JSON.stringify(item)).toContain('Caravan');
    expect(await call('anon', `item_page('vehicle', 'wreck') -> 'item'`)).toBeNull();
    expect(
      await call(
        'anon',
        `jsonb_path_query_array(sitemap_parts(), '$[*] ? (@.kind == "vehicle").first')`,
      ),
    ).toHaveLength(1);
    expect(await call('anon', `(select count(*)::int from vehicles)`)).toBe(2);
  });

  test('is searched', async () => {
    const found = async (statement: string) =>
      (await call<Page>('anon', statement)).items.map(({ name }) => name);
    expect(await found(`search_catalogue('vehicle', 'tempo')`)).toEqual(['Tempo Traveller']);
    expect(await found(`search_catalogue('vehicle', 'veh-00002')`)).toEqual(['Caravan']);
    expect(await found(`search_by_words('caravan')`)).toEqual(['Caravan']);
    expect(await found(`search_by_words('traveler tempo')`)).toContain('Tempo Traveller');
    expect(await found(`search_by_words('veh-00001')`)).toEqual(['Tempo Traveller']);
    expect(await found(`search_by_words('', category => 'vehicle')`)).toHaveLength(2);
  });

  test('is enquired for and converted', async () => {
    const id = vehicles['Caravan'] ?? '';
    const line = { type: 'vehicle', id, quantity: 1, price: 9000 };
    const sent = await committed(studio.db, studio.who('anon'), enquiry({ items: [line] }));
    expect(sent.items).toEqual([{ ...line, name: 'Caravan', free: 1, of: 1 }]);
    const wreck = enquiry({ items: [{ ...line, id: vehicles['Wreck'] ?? '' }] });
    const refused = await refusal(committed(studio.db, studio.who('anon'), wreck));
    expect(refused.message).toBe('item_unavailable');
    const order = await call<{ order_number: string }>(
      'crm_user',
      `convert_enquiry_to_order((select id from enquiry_orders where enquiry_number = $1))`,
      [sent.enquiry_number],
    );
    expect(
      await call('crm_user', `order_record(number => $1) -> 'items'`, [order.order_number]),
    ).toMatchObject([{ item_type: 'vehicle', item_id: id, name: 'Caravan', code: 'VEH-00002' }]);
  });

  test('is managed: lists, bulk change, undo, counts and values', async () => {
    const list = (given: string) =>
      call<{ total: number; items: { name: string }[] }>(
        'inventory_user',
        `search_inventory('vehicle', ${given})`,
      );
    expect((await list(`q => 'van', sort => 'name'`)).items.map(({ name }) => name)).toEqual([
      'Caravan',
      'Tempo Traveller',
      'Wreck',
    ]);
    expect((await list(`filters => '{"active": false}'`)).total).toBe(1);
    const figures = () => call('crm_user', `dashboard_figures() -> 'inventory' -> 'vehicle'`);
    expect(await figures()).toEqual({ active: 2, inactive: 1, without_picture: 0 });
    const batch = crypto.randomUUID();
    expect(
      await call(
        'inventory_user',
        `change_items('vehicle', $1::uuid[], '{"active": false, "price": 70}', $2)`,
        [Object.values(vehicles), batch],
      ),
    ).toEqual({ changed: 3 });
    expect(await figures()).toEqual({ active: 0, inactive: 3, without_picture: 0 });
    expect(await call('inventory_user', `jsonb_array_length(item_log('vehicle'))`)).toBe(1);
    expect(await call('inventory_user', 'undo_items($1)', [batch])).toMatchObject({ restored: 3 });
    expect(await figures()).toEqual({ active: 2, inactive: 1, without_picture: 0 });
    const values = await call<object>('inventory_user', `lookup_values('vehicle_types')`);
    expect(JSON.stringify(values)).toContain('Vintage car');
    const removing = studio.as('inventory_user', (sql) => sql`delete from vehicles`);
    expect((await refusal(removing)).code).toBe('42501');
  });

  test('is imported, a known code as a change', async () => {
    const files = importOf(studio);
    const id = await files.stage('vehicle', [
      [2, { name: 'Bus', seats: '40', price: '12000', quantity: '1', type: 'van' }],
      [3, { code: 'VEH-00002', price: '9500' }],
    ]);
    expect(await files.check(id)).toMatchObject({ total: 0, new: 1, changed: 1 });
    expect(await files.apply(id)).toEqual({ created: 1, changed: 1, unchanged: 0 });
    const bus = { name: 'Coach', seats: '1000', price: '1', quantity: '1', type: 'Van' };
    const wrong = await files.stage('vehicle', [[2, bus]]);
    expect((await files.check(wrong)).problems).toMatchObject([{ field: 'seats' }]);
    expect(
      await call('anon', `(select price::float8 from catalogue_items where code = 'VEH-00002')`),
    ).toBe(9500);
  });

  test('is in the registry', async () => {
    const rows = await studio.db.owner`
      select item.code, item.name, item.quantity, item.active from public.items as item
        join vehicles using (id) where item.kind = 'vehicle' and item.name in ('Wreck', 'Tempo Traveller')
        order by item.code`;
    expect([...rows]).toEqual([
      { code: 'VEH-00001', name: 'Tempo Traveller', quantity: 2, active: true },
      { code: 'VEH-00003', name: 'Wreck', quantity: 1, active: false },
    ]);
  });
});
