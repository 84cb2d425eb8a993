import { describe, expect, test } from 'vitest';
import { useStudio } from './studio.ts';

/** A Supabase project of the older kind, which grants all on every new object to the API roles. */
const studio = useStudio({ permissive: true });

const PERSONAL = [
  'customers',
  'enquiry_orders',
  'enquiry_items',
  'orders',
  'order_items',
  'contact_enquiries',
  'user_profiles',
];

describe('under old default privileges', () => {
  test.each(PERSONAL)('a visitor neither reads, counts nor writes %s', async (table) => {
    const statements = [
      `select * from ${table}`,
      `select count(*) from ${table}`,
      `insert into ${table} default values`,
      `update ${table} set id = id`,
      `delete from ${table}`,
      `truncate ${table}`,
    ];
    for (const text of statements) {
      await expect(studio.as('anon', (sql) => sql.unsafe(text))).rejects.toMatchObject({
        code: '42501',
      });
    }
  });

  test('a visitor writes nothing at all, and uses no sequence', async () => {
    const granted = await studio.db.owner`
      select c.oid::regclass::text as name, p.privilege
      from pg_class c, unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as p (privilege)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
        and has_table_privilege('anon', c.oid, p.privilege)
      union all
      select sequencename, 'usage' from pg_sequences
      where schemaname in ('public', 'private')
        and has_sequence_privilege('anon', format('%I.%I', schemaname, sequencename), 'usage, select, update')`;
    expect(granted).toEqual([]);
  });

  test('a visitor executes the public functions and no other', async () => {
    const executable = await studio.db.owner`
      select oid::regproc::text as name from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_function_privilege('anon', oid, 'execute')
      order by 1`;
    expect(executable.map((row) => row.name as string)).toEqual([
      'related_items',
      'search_catalogue',
      'submit_contact_enquiry',
      'submit_enquiry',
    ]);
  });

  test('what is made later is granted to nobody either', async () => {
    const sql = studio.db.owner;
    await sql.unsafe(`create table public.later (id int);
      create function public.later_too() returns int language sql return 1;
      create sequence public.later_still`);
    const [may] = await sql`select
      has_table_privilege('anon', 'public.later', 'select') as table,
      has_function_privilege('anon', 'public.later_too()', 'execute') as function,
      has_sequence_privilege('anon', 'public.later_still', 'usage') as sequence,
      has_table_privilege('service_role', 'public.later', 'select') as service`;
    await sql.unsafe(`drop table public.later; drop function public.later_too();
      drop sequence public.later_still`);
    expect(may).toEqual({ table: false, function: false, sequence: false, service: false });
  });

  test('a visitor still reads the catalogue', async () => {
    const rows = await studio.as('anon', (sql) => sql`select name from props`);
    expect(rows).toHaveLength(1);
  });
});
