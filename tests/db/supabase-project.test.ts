// @module-tag long
// @module-tag version
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import type { Sql } from '#backend/postgres/connection.ts';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import { startTestServer } from '#tests/support/postgres-server.ts';

const BACKEND = join(import.meta.dirname, '../../backend/postgres');
const sqlIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/**
 * An older Supabase project before our migrations: `auth` and `storage` belong to services;
 * migrations run as `project`, no superuser (nor is Supabase's `postgres`), which may use their
 * objects and put policies on files and on broadcasts; everything it makes in `public` is granted to the API roles
 * (https://supabase.com/docs/guides/database/postgres/roles, https://supabase.com/docs/guides/realtime/authorization).
 */
const PROJECT = `
  drop schema backend cascade;
  alter role service_role bypassrls;
  create role supabase_auth_admin;
  create role supabase_storage_admin;
  create role supabase_realtime_admin;
  create role project login password 'secret' createrole bypassrls;
  alter database supabase owner to project;
  alter schema extensions owner to project;
  alter publication supabase_realtime owner to project;
  drop extension pg_trgm;
  do $$
  declare
    thing record;
  begin
    for thing in
      select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('auth', 'storage') and c.relkind = 'r'
    loop
      execute format('alter table %I.%I owner to supabase_%s_admin',
        thing.nspname, thing.relname, thing.nspname);
    end loop;
    for thing in
      select p.oid::regprocedure as signature, n.nspname
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('auth', 'storage')
    loop
      execute format('alter function %s owner to supabase_%s_admin', thing.signature, thing.nspname);
    end loop;
  end $$;
  alter schema auth owner to supabase_auth_admin;
  alter schema storage owner to supabase_storage_admin;
  grant usage on schema auth, storage to project;
  grant all on all tables in schema auth, storage to project with grant option;
  grant execute on all functions in schema auth, storage to project;
  grant supabase_storage_admin to project;
  alter table realtime.messages owner to supabase_realtime_admin;
  grant usage on schema realtime to project, supabase_realtime_admin;
  grant execute on function realtime.topic() to project;
  grant supabase_realtime_admin to project;
  alter default privileges for role project in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role project in schema public
    grant all on functions to anon, authenticated, service_role;
  alter default privileges for role project in schema public
    grant all on sequences to anon, authenticated, service_role;`;

/** All objects of `auth` and `storage` except policies and the triggers of foreign keys to them. */
const THEIRS = `
  select format('%s.%s %s', c.oid::regclass, attname, atttypid::regtype) as thing
  from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
  where relnamespace in ('auth'::regnamespace, 'storage'::regnamespace)
  union all
  select format('%s of %s', oid::regprocedure, proowner::regrole) from pg_proc
  where pronamespace in ('auth'::regnamespace, 'storage'::regnamespace)
  union all
  select format('trigger %s on %s', tgname, tgrelid::regclass)
  from pg_trigger join pg_class c on c.oid = tgrelid
  where relnamespace in ('auth'::regnamespace, 'storage'::regnamespace) and not tgisinternal
  union all
  select format('%s of %s, %s', c.oid::regclass, relowner::regrole, relacl) from pg_class c
  where relnamespace in ('auth'::regnamespace, 'storage'::regnamespace)
  order by 1`;

describe('a Supabase project', () => {
  let started: Awaited<ReturnType<typeof startTestServer>>;
  let admin: Sql;
  let project: Sql;
  let before: unknown;

  beforeAll(async () => {
    started = await startTestServer(inject('postgres').major);
    const postgres = openPool(started.server.admin, { max: 1, name: 'test' });
    await postgres`create database supabase`;
    await postgres.end();
    const database = 'supabase';
    admin = openPool({ ...started.server.admin, database }, { max: 1, name: 'test' });
    const roles = readFileSync(join(BACKEND, 'roles.sql'), 'utf8');
    for (const text of [roles, ...sqlIn(join(BACKEND, 'platform')).map((file) => file.text)]) {
      await admin.unsafe(text).simple();
    }
    await admin.unsafe(PROJECT).simple();
    before = await admin.unsafe(THEIRS);
    const login = { ...started.server.owner, username: 'project', password: 'secret', database };
    project = openPool(login, { max: 1, name: 'test' });
  });

  afterAll(async () => {
    await project?.end();
    await admin?.end();
    await started?.stop();
  });

  test('accepts the migrations from its ordinary role, as the Supabase CLI sends them', async () => {
    for (const { name, text } of sqlIn(MIGRATIONS.directory)) {
      await project
        .begin((tx) => tx.unsafe(text).simple())
        .catch((cause: Error) => {
          throw new Error(`${name}: ${cause.message}`, { cause });
        });
    }
    const [made] = await admin`
      select count(*)::int as tables from pg_tables where schemaname = 'public'`;
    expect(made?.['tables']).toBeGreaterThan(20);
  });

  test('keeps its own schemas unchanged, but for triggers of accounts, second factors and pictures', async () => {
    const ours = [
      'trigger mfa_factors_activity_removed on auth.mfa_factors',
      'trigger mfa_factors_activity_verified on auth.mfa_factors',
      'trigger objects_activity_delete on storage.objects',
      'trigger objects_activity_update on storage.objects',
      'trigger users_last_admin on auth.users',
    ];
    const after = await admin.unsafe<{ thing: string }[]>(THEIRS);
    expect(after.filter(({ thing }) => !ours.includes(thing))).toEqual(before);
    expect(after.map(({ thing }) => thing)).toEqual(expect.arrayContaining(ours));
  });

  test('keeps its last admin against the auth server’s own role', async () => {
    const asAuthServer = (text: string) =>
      admin.begin(async (sql) => {
        await sql`set local role supabase_auth_admin`;
        await sql.unsafe(text);
      });
    const id = '11111111-1111-4111-8111-111111111111';
    await asAuthServer(
      `insert into auth.users (id, email, email_confirmed_at) values ('${id}', 'a@example.test', now())`,
    );
    await admin`insert into user_profiles (id, display_name, role) values (${id}, 'A', 'admin')`;
    for (const change of [
      `update auth.users set banned_until = now() + interval '1 day'`,
      `update auth.users set deleted_at = now()`,
      `delete from auth.users`,
    ])
      await expect(asAuthServer(change)).rejects.toMatchObject({ code: 'PT409' });
    await asAuthServer(`update auth.users set last_sign_in_at = now()`);
  });

  test('hides private tables from visitors, whatever the default privileges', async () => {
    const asAnon = (text: string) =>
      admin.begin(async (sql) => {
        await sql`set local role anon`;
        return sql.unsafe(text);
      });
    const tables = await admin<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where tablename in ('customers', 'enquiry_orders', 'enquiry_items', 'orders', 'order_items',
        'contact_enquiries', 'user_profiles')`;
    expect(tables).toHaveLength(7);
    for (const { name } of tables) {
      await expect(asAnon(`select count(*) from ${name}`)).rejects.toMatchObject({ code: '42501' });
    }
    const [answer] = await asAnon(`select search_catalogue(kind => 'prop') ->> 'total' as total`);
    expect(answer).toEqual({ total: '0' });
  });
});
