import { beforeAll, describe, expect, test } from 'vitest';
import { createStaff } from '#tests/support/database.ts';
import { committedAs, refusal, useStudio, type CallerName } from './studio.ts';

const studio = useStudio();

interface Entry {
  id: string;
  person: { id: string; name: string | null } | null;
  area: string;
  what: string;
  table: string;
  record: { type: string; id: string; label: string; kind: string | null; to: string | null };
  changes: { field: string; was: unknown; became: unknown }[];
  more: number;
}
interface Page {
  rows: Entry[];
  next: string | null;
}

/** Runs a statement as that caller and commits; returns `told` of its first row. */
const call = <T>(caller: CallerName, statement: string, values: string[] = []) =>
  committedAs(studio.db, studio.who(caller), async (sql) => {
    const [row] = await sql.unsafe<{ told: T }[]>(statement, values);
    return row?.told as T;
  });
const log = async (args = '', caller: CallerName = 'admin') => {
  const page = await call<Page>(caller, `select activity(${args}) as told`);
  return page.rows;
};
/** The newest entry, without what differs from run to run. */
const newest = async (args = '', caller: CallerName = 'admin') => {
  const [entry] = await log(args, caller);
  const { what, table, area, record, changes, more } = entry!;
  return { what, table, area, label: record.label, to: record.to, changes, more };
};
const admin = () => studio.who('admin').sub ?? '';

/**
 * Tables that have no trigger of the log, and what logs them instead or why nothing does.
 * A table that staff write belongs in `logged elsewhere`, with a test below.
 */
const WITHOUT_TRIGGER: Record<string, readonly string[]> = {
  'logged elsewhere': [
    // public.crm_events has what staff do with these.
    'public.customers',
    'public.customer_notes',
    'public.customer_merges',
    'public.contact_enquiries',
    'public.enquiry_orders',
    'public.enquiry_items',
    'public.orders',
    'public.order_items',
    'public.order_movements',
    'public.order_movement_lines',
    // private.setting_changes has the published values; drafts are nobody's change yet.
    'private.studio_settings',
    // private.log_change, because they are saved as whole lists.
    'public.item_components',
    'private.availability_settings',
    'private.closed_days',
    'private.catalogue_kinds',
  ],
  'a log': ['private.activity', 'public.item_batches', 'public.item_changes'],
  'written by migrations only': [
    'private.catalogue_lookups',
    'private.set_categories',
    'private.setting_rules',
    'private.settings',
    'public.crm_rental_enquiry_statuses',
    'public.crm_rental_order_statuses',
    'public.order_payment_statuses',
  ],
  'derived from other tables': [
    'private.catalogue_counts',
    'private.search_entries',
    'private.search_words',
    'private.search_marks',
    'private.kit_parts',
    'private.item_days',
    'private.full_days',
    'private.lead_figures',
  ],
  'passing: drafts, secrets and limits': [
    'private.imports',
    'private.import_lines',
    'private.idempotency_keys',
    'private.limit_uses',
    'private.limit_salt',
    'private.recovery_codes',
    'private.setting_previews',
  ],
};

describe('coverage', () => {
  test('every table is logged, or listed with the reason why not', async () => {
    const tables = await studio.db.owner<{ name: string; logs: string[] }[]>`
      select format('%s.%s', nspname, relname) as name,
        array(select distinct split_part(tgname, '_activity', 2) from pg_trigger
          where tgrelid = pg_class.oid and tgname like '%\_activity%' order by 1) as logs
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p') and nspname in ('public', 'private') order by 1`;
    const listed = Object.values(WITHOUT_TRIGGER).flat();
    const logged = tables.filter(({ logs }) => logs.length > 0);
    expect(tables.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual(
      logged.map(({ name }) => name),
    );
    expect(listed.filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
    const partly = logged
      .filter(({ logs }) => logs.length < 3)
      .map(({ name, logs }) => [name, logs]);
    expect(Object.fromEntries(partly)).toEqual({
      // The registry follows the tables of the kinds, and both logs only grow.
      'public.items': ['_update'],
      'public.crm_events': [''],
      'private.setting_changes': [''],
    });
  });
});

describe('what is logged', () => {
  test('an item: the changed fields with names instead of ids, and nothing else', async () => {
    await call('inventory_user', `insert into prop_brands (name) values ('Kartell')`);
    expect(await newest()).toEqual({
      what: 'created',
      table: 'prop_brands',
      area: 'lists',
      label: 'Kartell',
      to: null,
      changes: [{ field: 'name', was: null, became: 'Kartell' }],
      more: 0,
    });
    await call(
      'inventory_user',
      `update props set price = 650, name = name,
        brand_id = (select id from prop_brands where name = 'Kartell') where id = $1`,
      [studio.ids.prop],
    );
    const changed = {
      what: 'changed',
      table: 'props',
      area: 'items',
      label: 'PRP-00001 · Wing chair',
      to: 'PRP-00001',
      changes: [
        { field: 'brand_id', was: 'Used', became: 'Kartell' },
        { field: 'price', was: 500, became: 650 },
      ],
      more: 0,
    };
    expect(await newest()).toEqual(changed);
    // A removed value of a list is still named.
    await call('admin', `update props set brand_id = null where id = $1`, [studio.ids.prop]);
    await call('admin', `delete from prop_brands where name = 'Kartell'`);
    expect((await log())[2]?.changes[0]).toEqual(changed.changes[0]);
    // Saving without a difference is no change.
    const [before] = await log();
    await call('admin', `update props set price = price where id = $1`, [studio.ids.prop]);
    expect((await log())[0]?.id).toBe(before?.id);
  });

  test('a change of many is one entry, whose records are listed apart', async () => {
    await call(
      'admin',
      `insert into props (name) select 'Stool ' || n from generate_series(1, 5) as n`,
    );
    expect(await newest()).toMatchObject({
      what: 'created',
      label: expect.stringContaining('Stool'),
      more: 4,
    });
    await call(
      'admin',
      `select change_items('prop', array(select id from props where name like 'Stool%'), '{"price": 90}') as told`,
    );
    const [first, second] = await log();
    expect(first).toMatchObject({ what: 'changed', more: 4 });
    expect(second).toMatchObject({ what: 'created', more: 4 });
    const all = await log(`'{"type": "change", "id": "${first?.id}"}'`);
    expect(all).toHaveLength(5);
    expect(new Set(all.map(({ record }) => record.label)).size).toBe(5);
    const last = all.find(({ id }) => id !== first?.id);
    expect(
      (await log(`'{"type": "item", "id": "${last?.record.id}"}'`)).map(({ what }) => what),
    ).toEqual(['changed', 'created']);
  });

  test('turnaround, place, pieces, out of service and components of an item', async () => {
    const item = studio.ids.prop;
    const about = `'{"type": "item", "id": "${item}"}'`;
    await call('inventory_user', `select set_turnaround('prop', $1::uuid, 2) as told`, [item]);
    expect(await newest(about)).toMatchObject({
      table: 'items',
      changes: [{ field: 'turnaround_days', was: null, became: 2 }],
    });
    const [piece] = await studio.db.owner<[{ id: string }]>`
      select id from item_pieces where item_id = ${item}`;
    await call('inventory_user', `select edit_piece($1::uuid, 'Scratched', true) as told`, [
      piece.id,
    ]);
    expect(await newest(about)).toMatchObject({
      table: 'item_pieces',
      label: 'PRP-00001-01 · Wing chair',
      changes: [
        { field: 'note', was: null, became: 'Scratched' },
        { field: 'retired_at', was: null },
      ],
    });
    const { id: reservation } = await call<{ id: string }>(
      'inventory_user',
      `select set_out_of_service('prop', $1::uuid, 1, current_date + 3, current_date + 4, 'Lent to Asha',
        gen_random_uuid()) as told`,
      [item],
    );
    const [made] = await log(about);
    expect(made).toMatchObject({ what: 'created', table: 'reservations' });
    expect(made?.changes.map(({ field }) => field)).toEqual([
      'kind',
      'quantity',
      'rented',
      'status',
    ]);
    await call('inventory_user', `select release_reservation($1::uuid) as told`, [reservation]);
    expect(await newest(about)).toMatchObject({
      table: 'reservations',
      changes: [{ field: 'status', was: 'booked', became: 'released' }],
    });
    const [kit] = await studio.db.owner<[{ id: string }]>`select id from items where kind = 'set'`;
    await call(
      'inventory_user',
      `select set_components('set', $1::uuid, $2::text::jsonb) as told`,
      [kit.id, JSON.stringify([{ type: 'prop', id: item, quantity: 3 }])],
    );
    expect(await newest(`'{"type": "item", "id": "${kit.id}"}'`)).toMatchObject({
      table: 'item_components',
      changes: [
        {
          field: 'components',
          was: ['PRP-00001 · Wing chair ×2'],
          became: ['PRP-00001 · Wing chair ×3'],
        },
      ],
    });
  });

  test('enquiries, orders and customers, without personal data', async () => {
    await call('crm_user', `update enquiry_orders set status = 'quoted' where id = $1`, [
      studio.ids.enquiry,
    ]);
    expect(await newest(`'{"type": "enquiry", "id": "${studio.ids.enquiry}"}'`)).toMatchObject({
      what: 'status',
      area: 'crm',
      to: expect.stringMatching(/^ENQ-/),
      changes: [{ field: 'status', was: 'pending', became: 'quoted' }],
    });
    await call('crm_user', `update customers set assigned_to = $2::uuid where id = $1`, [
      studio.ids.customer,
      admin(),
    ]);
    const about = `'{"type": "customer", "id": "${studio.ids.customer}"}'`;
    expect((await log(about)).map(({ what }) => what)).toEqual(['assigned', 'status']);
    const [{ text } = { text: '' }] = await studio.db.owner<{ text: string }[]>`
      select string_agg(activity::text, ' ') as text from private.activity`;
    expect(text).not.toMatch(/Asha|Rao|9800000001|asha@example/);
    // A customer's name finds their changes, for those who may read customers.
    expect(await log(`query => 'asha'`, 'crm_user')).toHaveLength(2);
    expect(await log(`query => 'asha'`, 'inventory_user')).toEqual([]);
  });

  test('settings of one save are one entry; availability names what changed', async () => {
    await call(
      'admin',
      `select change_settings('[{"key": "studio.name", "value": "Chitra"}, {"key": "studio.city", "value": "Pune"}]') as told`,
    );
    expect(await newest()).toEqual({
      what: 'changed',
      table: 'setting_changes',
      area: 'settings',
      label: 'studio.city',
      to: 'studio.city',
      changes: [{ field: 'value', was: null, became: 'Pune' }],
      more: 1,
    });
    await call(
      'admin',
      `select change_availability_settings('yes-no', '{}', '{7}', '[]',
        (availability_settings() ->> 'updated_at')::timestamptz) as told`,
    );
    expect(await newest()).toMatchObject({
      table: 'availability_settings',
      changes: [
        { field: 'closed_weekdays', was: [], became: [7] },
        { field: 'shows', was: 'exact', became: 'yes-no' },
      ],
    });
  });

  test('staff: roles, names, disabling, and by scripts too; the name stays when a person leaves', async () => {
    const person = await createStaff(studio.db, 'crm_user');
    expect((await log(`area => 'staff'`))[0]).toMatchObject({
      what: 'created',
      person: null,
      record: { type: 'person', id: person, to: person },
    });
    await call('admin', `update user_profiles set display_name = 'Meera' where id = $1`, [person]);
    await call('admin', `select set_account_disabled($1::uuid, true) as told`, [person]);
    expect(await newest(`area => 'staff'`)).toMatchObject({ what: 'disabled', label: 'Meera' });
    await call('admin', `select set_account_disabled($1::uuid, false) as told`, [person]);
    await committedAs(
      studio.db,
      { role: 'authenticated', sub: person },
      (sql) => sql`update props set price = 700 where id = ${studio.ids.prop}`,
    );
    await call('admin', `select remove_account($1::uuid) as told`, [person]);
    const [removed] = await log(`area => 'staff'`);
    expect(removed).toMatchObject({
      what: 'removed',
      record: { label: 'Meera', to: null },
      changes: [
        { field: 'display_name', was: 'Meera', became: null },
        { field: 'role', was: 'crm_user', became: null },
      ],
    });
    const theirs = await log(`person => '${person}'`);
    expect(theirs).toHaveLength(1);
    expect(theirs[0]).toMatchObject({ person: { id: person, name: 'Meera' }, table: 'props' });
    const people = await call<{ id: string }[]>('admin', 'select activity_people() as told');
    expect(people).toContainEqual({ id: person, name: 'Meera' });
  });

  test('links without their secret', async () => {
    await call('admin', `select make_calendar_link('studio', key => gen_random_uuid()) as told`);
    const [made] = await log();
    expect(made).toMatchObject({ table: 'links', record: { label: 'Calendar of the studio' } });
    expect(made?.changes.map(({ field }) => field)).toEqual(['kind']);
  });

  test('nothing that visitors and scripts do, but for staff and settings', async () => {
    const [before] = await log();
    await studio.db.owner`update props set price = 710 where id = ${studio.ids.prop}`;
    await studio.db
      .owner`insert into customers (first_name, last_name, mobile) values ('New', 'One', '+919800000009')`;
    expect((await log())[0]?.id).toBe(before?.id);
  });
});

describe('reading', () => {
  beforeAll(async () => {
    await call('admin', `update props set quantity = 9 where id = $1`, [studio.ids.prop]);
  });

  test('each role reads its part', async () => {
    const areas = async (caller: CallerName) =>
      [...new Set((await log('most => 100', caller)).map(({ area }) => area))].toSorted();
    expect(await areas('admin')).toEqual(['crm', 'items', 'lists', 'settings', 'staff']);
    expect(await areas('crm_user')).toEqual(['crm', 'items', 'lists']);
    expect(await areas('inventory_user')).toEqual(['items', 'lists']);
    for (const [caller, area] of [
      ['crm_user', 'staff'],
      ['crm_user', 'settings'],
      ['inventory_user', 'crm'],
    ] as const) {
      expect((await refusal(log(`area => '${area}'`, caller))).code).toBe('42501');
      const about = `'{"type": "person", "id": "${admin()}"}'`;
      expect(await log(about, caller)).toEqual([]);
    }
    expect((await refusal(log('', 'no profile'))).code).toBe('42501');
    expect((await refusal(log('', 'anon'))).code).toBe('42501');
  });

  test('pages by cursor meet every entry once', async () => {
    const all = (await log('most => 100')).map(({ id }) => id);
    const ids: string[] = [];
    for (let before: string | null = ''; before !== null;) {
      const page: Page = await call<Page>(
        'admin',
        `select activity(most => 3, before => nullif($1, '')) as told`,
        [before],
      );
      ids.push(...page.rows.map(({ id }) => id));
      before = page.next;
    }
    expect(ids).toEqual(all);
    expect(ids.length).toBeGreaterThan(10);
  });

  test('by text, person and days', async () => {
    expect(
      (await log(`query => 'wing'`)).every(({ record }) => record.label.includes('Wing')),
    ).toBe(true);
    expect((await log(`query => ' PRP-00001 '`)).length).toBeGreaterThan(2);
    expect(await log(`query => '100%'`)).toEqual([]);
    const today = `(now() at time zone 'Asia/Kolkata')::date`;
    expect(await log(`since => ${today} + 1`)).toEqual([]);
    expect(await log(`until => ${today} - 1`)).toEqual([]);
    expect(
      (await log(`since => ${today}, until => ${today}, person => '${admin()}'`)).length,
    ).toBeGreaterThan(3);
  });

  test.each([
    [`before => 'x'`, 'PT400'],
    [`before => '999999999'`, 'PT400'],
    [`'{"type": "order"}'`, 'PT400'],
    [`'{"type": "change", "id": "x"}'`, 'PT400'],
    [`area => 'nothing'`, '42501'],
  ])('refuses %s', async (args, code) => {
    expect((await refusal(log(args))).code).toBe(code);
  });

  test('an unknown record has no entries', async () => {
    expect(await log(`'{"type": "customer", "id": "nobody"}'`)).toEqual([]);
    expect(await log(`'{"type": "item", "id": "nothing"}'`)).toEqual([]);
  });
});

test('an erased customer leaves no personal data, a deleted one nothing at all', async () => {
  const { customer, order } = studio.ids;
  const about = `'{"type": "customer", "id": "${customer}"}'`;
  await studio.db.owner`update orders set status = 'completed' where id = ${order}`;
  await call('admin', `select erase_customer($1::uuid) as told`, [customer]);
  const entries = await log(about);
  expect(entries.map(({ what }) => what)).toContain('erased');
  expect(JSON.stringify(entries)).not.toMatch(/Asha|Rao|9800000001|asha@example/);
  expect(await log(`query => 'asha'`)).toEqual([]);

  const [deletes] = await studio.db.owner<[{ rule: string }]>`
    select confdeltype as rule from pg_constraint where conname = 'activity_customer_id_fkey'`;
  expect(deletes.rule).toBe('c');
});
