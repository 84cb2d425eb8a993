import { beforeAll, describe, expect, test } from 'vitest';
import { CALLERS, LOOKUPS, sqlState, useStudio } from './studio.ts';
import type { CallerName, Ids } from './studio.ts';

const studio = useStudio();

const EVERYONE: readonly CallerName[] = CALLERS;
const STAFF: readonly CallerName[] = ['inventory_user', 'crm_user', 'admin', 'service_role'];
const CRM: readonly CallerName[] = ['crm_user', 'admin', 'service_role'];
const ADMIN: readonly CallerName[] = ['admin', 'service_role'];
const SERVICE: readonly CallerName[] = ['service_role'];

const VERBS = ['select', 'insert', 'update', 'delete'] as const;
type Verb = (typeof VERBS)[number];

/** Who may do it, and how it is done: `insert` and `update` are the rest of the statement. */
type Rule = {
  may: Record<Verb, readonly CallerName[]>;
  insert: (ids: Ids) => string;
  update: string;
  /** Rows that nothing refers to, to be deleted. */
  spare: string;
};

const item = (insert: string): Rule => ({
  may: { select: EVERYONE, insert: STAFF, update: STAFF, delete: SERVICE },
  insert: () => insert,
  update: 'price = 600, active = true',
  spare: 'true',
});

const lookup = (table: string, label: string): Rule => ({
  may: { select: EVERYONE, insert: ADMIN, update: ADMIN, delete: ADMIN },
  insert: () =>
    table === 'gender_options'
      ? `(label, value) values ('New', 'new')`
      : `(${label}) values ('New')`,
  update: `${label} = ${label} || '!'`,
  spare: `slug = 'spare'`,
});

const statuses = (): Rule => ({
  may: { select: CRM, insert: SERVICE, update: SERVICE, delete: SERVICE },
  insert: () => `(value, label, position) values ('new', 'New', 100)`,
  update: `label = label || '!'`,
  spare: `value = 'spare'`,
});

const lines = (parent: string, id: (ids: Ids) => string): Rule => ({
  may: { select: CRM, insert: SERVICE, update: SERVICE, delete: SERVICE },
  insert: (ids) =>
    `(${parent}, item_type, item_id, quantity, price) values ('${id(ids)}', 'prop', '${ids.prop}', 1, 1)`,
  update: 'quantity = 5',
  spare: 'true',
});

/** Every table of the product. One that is not here fails the suite. */
const RULES: Record<string, Rule> = {
  props: item(`(name) values ('New')`),
  clothes: item(`(name) values ('New')`),
  backdrops: item(`(name, length_feet, width_feet) values ('New', 1, 1)`),
  gear: item(`(name) values ('New')`),
  crews: item(`(name) values ('New')`),
  sets: item(`(name, category) values ('New', 'set')`),
  ...Object.fromEntries(
    Object.entries(LOOKUPS).map(([table, label]) => [table, lookup(table, label)]),
  ),
  crm_rental_enquiry_statuses: statuses(),
  crm_rental_order_statuses: statuses(),
  order_payment_statuses: statuses(),
  customers: {
    may: { select: CRM, insert: SERVICE, update: CRM, delete: SERVICE },
    insert: () =>
      `(first_name, last_name, mobile, email) values ('A', 'B', '+919800000003', 'a@b.c')`,
    update: 'assigned_to = null',
    spare: `first_name = 'Spare'`,
  },
  enquiry_orders: {
    may: { select: CRM, insert: SERVICE, update: CRM, delete: SERVICE },
    insert: (ids) => `(customer_id, total_price) values ('${ids.customer}', 1)`,
    update: `status = 'contacted' where status = 'pending'`,
    spare: `status = 'pending'`,
  },
  enquiry_items: lines('enquiry_order_id', (ids) => ids.enquiry),
  orders: {
    may: { select: CRM, insert: SERVICE, update: CRM, delete: SERVICE },
    insert: (ids) => `(customer_id, total_price) values ('${ids.customer}', 1)`,
    update: `status = 'returned', payment_status = 'fully_paid'`,
    spare: 'true',
  },
  order_items: lines('order_id', (ids) => ids.order),
  contact_enquiries: {
    may: { select: CRM, insert: SERVICE, update: SERVICE, delete: SERVICE },
    insert: (ids) => `(customer_id, message) values ('${ids.customer}', 'Hi')`,
    update: `message = 'Changed'`,
    spare: 'true',
  },
  user_profiles: {
    // Everyone with a profile reads at least their own.
    may: { select: STAFF, insert: ADMIN, update: ADMIN, delete: ADMIN },
    insert: (ids) => `(id, display_name, role) values ('${ids.spareUser}', 'New', 'crm_user')`,
    update: `display_name = 'Changed'`,
    spare: `display_name = 'crm_user'`,
  },
};

/** Columns that a signed-in member of staff may write at all; the policies say which of them may. */
const ITEM = ['name', 'description', 'price', 'quantity', 'in_studio', 'active', 'images'];
const WRITABLE: Record<string, { insert: string[]; update: string[] }> = Object.fromEntries(
  Object.entries({
    props: [...ITEM, 'brand_id', 'color_id', 'category_id'],
    clothes: [...ITEM, 'brand_id', 'color_id', 'category_id', 'gender_id', 'size_id'],
    backdrops: [
      ...ITEM,
      'material_id',
      'material',
      'color_id',
      'size_id',
      'length_feet',
      'width_feet',
    ],
    gear: [...ITEM, 'gear_category_id', 'gear_brand_id'],
    crews: [...ITEM, 'category_id', 'seniority'],
    sets: [...ITEM, 'category'],
    ...Object.fromEntries(Object.entries(LOOKUPS).map(([table, label]) => [table, [label]])),
    colors: ['name', 'hex'],
    gender_options: ['label', 'value'],
  }).map(([table, columns]) => [table, { insert: columns, update: columns }]),
);
Object.assign(WRITABLE, {
  user_profiles: { insert: ['id', 'display_name', 'role'], update: ['display_name', 'role'] },
  customers: { insert: [], update: ['assigned_to'] },
  enquiry_orders: { insert: [], update: ['status'] },
  orders: { insert: [], update: ['status', 'payment_status'] },
});

const statement = (table: string, verb: Verb, rule: Rule): string => {
  if (verb === 'select') return `select * from public.${table}`;
  if (verb === 'insert') return `insert into public.${table} ${rule.insert(studio.ids)}`;
  if (verb === 'update') return `update public.${table} set ${rule.update}`;
  return `delete from public.${table} where ${rule.spare}`;
};

/** Whether a caller gets through: a refusal (42501) and no row at all both mean no. */
async function getsThrough(caller: CallerName, text: string): Promise<boolean> {
  try {
    return (await studio.as(caller, (sql) => sql.unsafe(text))).count > 0;
  } catch (error) {
    if (sqlState(error) === '42501') return false;
    throw error;
  }
}

describe('tables', () => {
  let tables: { schema: string; name: string; rls: boolean; service: boolean }[] = [];
  beforeAll(async () => {
    tables = await studio.db.owner`
      select n.nspname as schema, c.relname as name, c.relrowsecurity as rls,
        exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*'
          and p.polroles = array['service_role'::regrole::oid]) as service
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'f', 'm')`;
  });

  test('each one is known here', () => {
    const names = tables.filter((each) => each.schema === 'public').map((each) => each.name);
    expect(names.toSorted()).toEqual(Object.keys(RULES).toSorted());
  });

  test('each has row level security, and each public one a policy to service_role', () => {
    expect(tables.filter((each) => !each.rls)).toEqual([]);
    expect(tables.filter((each) => each.schema === 'public' && !each.service)).toEqual([]);
  });

  test('nobody reaches the private schema', async () => {
    for (const { name } of tables.filter((each) => each.schema === 'private')) {
      for (const caller of CALLERS) {
        const through = await getsThrough(caller, `select * from private.${name}`);
        expect({ caller, name, through }).toEqual({ caller, name, through: false });
      }
    }
  });

  describe.each(Object.entries(RULES))('%s', (table, rule) => {
    test.each(VERBS)('%s', async (verb) => {
      const through: CallerName[] = [];
      for (const caller of CALLERS) {
        if (await getsThrough(caller, statement(table, verb, rule))) through.push(caller);
      }
      expect(through).toEqual([...rule.may[verb]]);
    });
  });

  test('counting personal data is refused to who may not read it', async () => {
    for (const table of Object.keys(RULES).filter((name) => RULES[name]?.may.select === CRM)) {
      await expect(
        studio.as('anon', (sql) => sql.unsafe(`select count(*) from ${table}`)),
      ).rejects.toMatchObject({ code: '42501' });
      const [counted] = await studio.as('inventory_user', (sql) =>
        sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${table}`),
      );
      expect([table, counted?.n]).toEqual([table, 0]);
    }
  });
});

describe('columns', () => {
  test('a signed-in caller may write exactly these, anon none', async () => {
    const granted = await studio.db.owner<
      { table: string; role: string; verb: 'insert' | 'update'; column: string }[]
    >`
      select c.relname as table, r.role, v.verb, a.attname as column
      from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
        unnest(array['anon', 'authenticated']) as r (role), unnest(array['insert', 'update']) as v (verb)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
        and has_column_privilege(r.role, c.oid, a.attnum, v.verb)`;
    const written: Record<string, { insert: string[]; update: string[] }> = {};
    for (const { table, role, verb, column } of granted) {
      expect([role, verb, table, column]).toEqual(['authenticated', verb, table, column]);
      (written[table] ??= { insert: [], update: [] })[verb].push(column);
    }
    const sorted = (rules: typeof WRITABLE) =>
      Object.fromEntries(
        Object.entries(rules).map(([table, { insert, update }]) => [
          table,
          { insert: insert.toSorted(), update: update.toSorted() },
        ]),
      );
    expect(sorted(written)).toEqual(sorted(WRITABLE));
  });
});

describe('functions', () => {
  test('these and no others can be executed', async () => {
    const executable = await studio.db.owner<{ name: string; roles: string[] }[]>`
      select p.oid::regproc::text as name, array_agg(r.role order by r.role) as roles
      from pg_proc p, unnest(array['anon', 'authenticated', 'service_role']) as r (role)
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_function_privilege(r.role, p.oid, 'execute')
      group by p.oid order by p.oid::regproc::text collate "C"`;
    const all = ['anon', 'authenticated', 'service_role'];
    expect(Object.fromEntries(executable.map(({ name, roles }) => [name, roles]))).toEqual({
      related_items: all,
      search_catalogue: all,
      submit_contact_enquiry: all,
      submit_enquiry: all,
      convert_enquiry_to_order: ['authenticated'],
      search_enquiries: ['authenticated'],
      search_leads: ['authenticated'],
      search_orders: ['authenticated'],
      'private.is_staff': ['authenticated'],
      // Constraints call these in the name of who writes the row.
      'private.is_email': ['authenticated', 'service_role'],
      'private.is_image_list': ['authenticated', 'service_role'],
      'private.is_person_name': ['authenticated', 'service_role'],
      'private.trimmed': ['authenticated', 'service_role'],
    });
  });

  test('those with the rights of their owner pin their search path', async () => {
    const loose = await studio.db.owner`
      select oid::regproc::text as name from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
        and not coalesce('search_path=""' = any (proconfig), false)`;
    expect(loose).toEqual([]);
  });

  test('is_staff tells the roles asked for, and nothing to who has no profile', async () => {
    const roles = async (caller: CallerName) => {
      const names = ['admin', 'crm_user', 'inventory_user'];
      const { sub } = studio.who(caller);
      const found: string[] = [];
      for (const name of names) {
        const [row] = await studio.db.owner.begin(async (sql) => {
          await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub })}, true)`;
          return sql<{ yes: boolean }[]>`select private.is_staff(${name}) as yes`;
        });
        if (row?.yes) found.push(name);
      }
      return found;
    };
    expect(await roles('admin')).toEqual(['admin']);
    expect(await roles('crm_user')).toEqual(['crm_user']);
    expect(await roles('inventory_user')).toEqual(['inventory_user']);
    expect(await roles('no profile')).toEqual([]);
    expect(await roles('anon')).toEqual([]);
  });
});
