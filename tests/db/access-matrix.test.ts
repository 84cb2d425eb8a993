import { beforeAll, describe, expect, test } from 'vitest';
import { catalog, outcomes, probes } from './access-probes.ts';
import type { Found, Probe } from './access-probes.ts';
import { BEHIND, CALLED, INNER } from './access-rules/functions.ts';
import { SEQUENCES } from './access-rules/private.ts';
import { RELATIONS } from './access-rules/relations.ts';
import type { Contents } from '#tests/support/database.ts';
import { CALLERS, sqlState, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

// The default privileges of older Supabase projects: ALL on new objects to the API roles.
describe('a project with permissive default privileges', () => {
  matrixTests({ permissive: true });
});
// why long: what is revoked there, nobody has here.
describe('a project of our own', { tags: ['long'] }, () => {
  matrixTests({});
});

function matrixTests(contents: Contents): void {
  const studio = useStudio(contents);
  let found: Found = { relations: [], functions: [], sequences: [] };
  let matrix: Probe[] = [];

  beforeAll(async () => {
    const sql = studio.db.owner;
    await sql`insert into props (name, price, active) values ('Off', 0, false)`;
    await sql`insert into props (name, price) values ('Free', 0)`;
    await sql`insert into clothes (name, active) values ('Off', false)`;
    await sql`insert into backdrops (name, length_feet, width_feet, active) values ('Off', 1, 1, false)`;
    await sql`insert into gear (name, active) values ('Off', false)`;
    await sql`insert into crews (name, active) values ('Off', false)`;
    await sql`insert into sets (name, category, active) values ('Off', 'set', false)`;
    found = await catalog(studio.db);
    matrix = probes(found, studio.ids, CALLED);
  });

  test('has no table, view, column, function or sequence that is missing from the rules', () => {
    const columns = (rule: string) => rule.replaceAll(/[*+~]/g, '').split(/\s+/).toSorted();
    expect(
      Object.fromEntries(
        found.relations.map((each) => [each.name, each.columns.map(({ name }) => name).toSorted()]),
      ),
    ).toEqual(
      Object.fromEntries(
        Object.entries(RELATIONS).map(([name, rule]) => [name, columns(rule.columns)]),
      ),
    );
    const named = (list: { schema: string; name: string }[]) =>
      list.map(({ schema, name }) => `${schema}.${name}`).toSorted();
    expect(named(found.functions)).toEqual(
      [
        ...Object.keys(CALLED).map((name) => `public.${name}`),
        ...[...Object.keys(BEHIND), ...INNER].map((name) => `private.${name}`),
      ].toSorted(),
    );
    expect(named(found.sequences)).toEqual(SEQUENCES.map((name) => `private.${name}`).toSorted());
  });

  /** Cells of the matrix that differ from the rules. */
  const wrong = async (caller: CallerName, rows: Probe[]) => {
    const told = await studio.as(caller, (sql) => outcomes(sql, rows));
    expect(told).toHaveLength(rows.length);
    return rows
      .map(({ key, may }, at) => ({
        key,
        ought: may.includes(caller) ? 'yes' : 'no',
        is: told[at],
      }))
      .filter(({ ought, is }) => ought !== is);
  };

  test.each(CALLERS)('allows %s exactly what the rules allow', async (caller) => {
    expect(await wrong(caller, matrix)).toEqual([]);
  });

  test('an account without a profile reads nothing more than a visitor', async () => {
    const reads = Object.keys(RELATIONS)
      .filter((name) => name.startsWith('public.'))
      .concat('storage.objects', 'storage.buckets')
      .map((name) => `(select to_jsonb(read) as row from ${name} as read)`);
    const kinds = ['prop', 'cloth', 'backdrop', 'gear', 'crew', 'set'];
    const calls = kinds
      .flatMap((kind) => [
        `search_catalogue('${kind}')`,
        `related_items('${kind}', '${studio.ids.prop}')`,
        `item_page('${kind}', 'off')`,
      ])
      .concat('search_free_items()', 'sitemap_parts()')
      .map((call) => `(select to_jsonb(${call}) as row)`);
    const seenBy = (caller: CallerName) =>
      studio.as(caller, async (sql) => {
        const seen: Record<string, unknown> = {};
        for (const source of [...reads, ...calls]) {
          seen[source] = await sql
            .savepoint((inner) =>
              inner.unsafe(`select row from ${source} as read order by row::text collate "C"`),
            )
            .then((rows) => [...rows], sqlState);
        }
        return seen;
      });
    const [visitor, account] = [await seenBy('anon'), await seenBy('no profile')];
    const more = Object.keys(visitor).filter(
      (source) =>
        JSON.stringify(account[source]) !== JSON.stringify(visitor[source]) &&
        // why: an empty result reveals no more than a refusal.
        JSON.stringify(account[source]) !== '[]',
    );
    expect(more).toEqual([]);
    expect(visitor[reads.find((read) => read.includes('public.props '))!]).toHaveLength(2);
  });

  test('reports each planted hole', { tags: ['long'] }, async () => {
    const sql = studio.db.owner;
    await sql.unsafe(`create table public.unknown (id int);
      grant select (email) on customers to anon;
      create policy hole on customers for select to anon using (true);
      grant update (total_price) on orders to authenticated;
      grant execute on function private.slug_of(text) to anon;
      grant usage on schema private to anon`);
    const now = await catalog(studio.db);
    const holes = {
      anon: await wrong('anon', matrix),
      crm_user: await wrong('crm_user', matrix),
    };
    await sql.unsafe(`drop table public.unknown;
      revoke select (email) on customers from anon;
      drop policy hole on customers;
      revoke update (total_price) on orders from authenticated;
      revoke execute on function private.slug_of(text) from anon;
      revoke usage on schema private from anon`);
    expect(now.relations.map(({ name }) => name)).toContain('public.unknown');
    expect(holes.anon.map(({ key }) => key)).toEqual([
      'public.customers count',
      'public.customers.email select',
      'private.slug_of(null::text) execute',
    ]);
    expect(holes.crm_user.map(({ key }) => key)).toEqual(['public.orders.total_price update']);
  });

  test('has a matrix of thousands of cells', () => {
    expect(matrix.length * CALLERS.length).toBeGreaterThan(6000);
  });

  test('grants nothing outside the matrix, and nothing to PUBLIC', async () => {
    const grants = await studio.db.owner<{ name: string; role: string; privilege: string }[]>`
      select c.oid::regclass::text as name, coalesce(r.rolname, 'PUBLIC') as role,
        given.privilege_type as privilege
      from pg_class c
        join lateral (
          select a.* from aclexplode(c.relacl) as a
          union all
          select a.* from pg_attribute, aclexplode(attacl) as a where attrelid = c.oid
        ) as given on true
        left join pg_roles r on r.oid = given.grantee
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and (given.grantee = 0 or r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator'))
        and not (c.relnamespace = 'public'::regnamespace and given.grantee <> 0 and case c.relkind
          when 'r' then given.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
          when 'v' then given.privilege_type = 'SELECT' else false end)`;
    expect([...grants]).toEqual([]);
  });

  test('grants EXECUTE to exactly these roles', async () => {
    const executable = await studio.db.owner<{ name: string; roles: string[] }[]>`
      select p.proname as name, array_agg(r.role order by r.role) as roles
      from pg_proc p, unnest(array['anon', 'authenticated', 'authenticator', 'service_role']) as r (role)
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_function_privilege(r.role, p.oid, 'execute')
      group by p.oid, p.proname`;
    const roles = (who: readonly string[]) => [
      ...(who.includes('anon') ? ['anon'] : []),
      'authenticated',
      ...(who.includes('service_role') ? ['service_role'] : []),
    ];
    expect(Object.fromEntries(executable.map((each) => [each.name, each.roles]))).toEqual({
      ...Object.fromEntries(Object.entries(CALLED).map(([name, who]) => [name, roles(who)])),
      ...BEHIND,
    });
  });

  test('has row level security on every table, security-invoker views and pinned search paths', async () => {
    const sql = studio.db.owner;
    const loose = await sql<{ name: string; why: string }[]>`
      select oid::regclass::text as name, 'no row level security' as why from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and relkind in ('r', 'p') and not relrowsecurity
      union all
      select oid::regclass::text, 'no policy to service_role' from pg_class c
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not exists (
        select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*'
          and p.polroles = array['service_role'::regrole::oid])
      union all
      select oid::regclass::text, 'rights of its owner' from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and relkind in ('v', 'm') and not coalesce('security_invoker=true' = any (reloptions), false)
      union all
      select oid::regproc::text, 'search path not pinned' from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
        and not coalesce('search_path=""' = any (proconfig), false)`;
    expect([...loose]).toEqual([]);
  });

  test('grants nothing on objects created later', async () => {
    const sql = studio.db.owner;
    await sql.unsafe(`create table public.later (id int);
      create function public.later_too() returns int language sql return 1;
      create sequence public.later_still`);
    const may = await sql`select r.role,
        has_table_privilege(r.role, 'public.later', 'select, insert, update, delete') as table,
        has_function_privilege(r.role, 'public.later_too()', 'execute') as function,
        has_sequence_privilege(r.role, 'public.later_still', 'usage, select, update') as sequence
      from unnest(array['anon', 'authenticated', 'service_role']) as r (role)`;
    await sql.unsafe(`drop table public.later; drop function public.later_too();
      drop sequence public.later_still`);
    const none = { table: false, function: false, sequence: false };
    expect([...may]).toEqual(
      ['anon', 'authenticated', 'service_role'].map((role) => ({ role, ...none })),
    );
  });
}
