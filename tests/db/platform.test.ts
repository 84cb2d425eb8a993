import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, openPool } from '#backend/postgres/database.ts';
import type { Sql } from '#backend/postgres/database.ts';
import { asRole, createUser, useDatabase } from '#tests/support/database.ts';
import { startTestServer } from '#tests/support/postgres-server.ts';
import type { TestServer } from '#tests/support/postgres-server.ts';

const database = useDatabase({ bare: true });
const roles = ['anon', 'authenticated', 'service_role'] as const;

describe('the platform', () => {
  test('is of the PostgreSQL that this project is for', async () => {
    const [found] = await database.db.owner`select current_setting('server_version') as version`;
    expect(found?.['version']).toMatch(new RegExp(`^${inject('postgres').major}\\.`));
  });

  test('gives requests a login that may do nothing by itself', async () => {
    const { requests } = database.db;
    const [who] = await requests`
      select current_user, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolbypassrls
      from pg_roles where rolname = current_user`;
    expect(who).toEqual({
      current_user: 'authenticator',
      rolsuper: false,
      rolinherit: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
    });
    await expect(requests`select * from auth.users`).rejects.toMatchObject({ code: '42501' });
    await expect(requests`set role studio`).rejects.toMatchObject({ code: '42501' });
    await expect(requests`set role postgres`).rejects.toMatchObject({ code: '42501' });
    await expect(requests`create table public.mine ()`).rejects.toMatchObject({ code: '42501' });
  });

  test.each(roles)('keeps %s out of accounts, sessions and our own bookkeeping', async (role) => {
    const found = await asRole(
      database.db,
      { role },
      (sql) => sql`
      select nspname || '.' || relname as name from pg_class c
      join pg_namespace n on n.oid = relnamespace
      where nspname in ('auth', 'backend') and relkind in ('r', 'v', 'S', 'p')
        and (has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references')
          or has_any_column_privilege(c.oid, 'select, insert, update, references'))`,
    );
    expect([...found]).toEqual([]);
    await expect(
      asRole(database.db, { role }, (sql) => sql`select * from backend.secrets`),
    ).rejects.toThrow('permission denied for schema backend');
  });

  test('tells SQL who asks', async () => {
    const sub = await createUser(database.db);
    const claims = { email: 'a@example.test', amr: [{ method: 'password' }] };
    const found = await asRole(
      database.db,
      { role: 'authenticated', sub, claims },
      (sql) => sql`
      select current_user::text, auth.uid(), auth.role(), auth.email(), auth.jwt() -> 'amr' as amr`,
    );
    expect(found[0]).toEqual({
      current_user: 'authenticated',
      uid: sub,
      role: 'authenticated',
      email: 'a@example.test',
      amr: [{ method: 'password' }],
    });
    const nobody = await database.db.requests.begin(async (sql) => {
      await sql`set local role anon`;
      return sql`select auth.uid(), auth.role(), auth.email(), auth.jwt()`;
    });
    expect(nobody[0]).toEqual({ uid: null, role: null, email: null, jwt: null });
  });

  test('has one account per e-mail address, whatever its letter case', async () => {
    await database.db.owner`insert into auth.users (email) values ('Someone@example.test')`;
    await expect(
      database.db.owner`insert into auth.users (email) values ('someone@EXAMPLE.test')`,
    ).rejects.toMatchObject({ code: '23505', constraint_name: 'users_email_key' });
  });

  test('ends the sessions of an account that is deleted', async () => {
    const user = await createUser(database.db);
    await database.db.owner`with session as (
        insert into auth.sessions (user_id) values (${user}) returning id)
      insert into auth.refresh_tokens (token, user_id, session_id)
      select 'hash', ${user}, id from session`;
    await database.db.owner`delete from auth.users where id = ${user}`;
    expect(
      await database.db.owner`select from auth.refresh_tokens where user_id = ${user}`,
    ).toHaveLength(0);
  });

  test('lets nobody but service_role at files without a policy', async () => {
    await database.db.owner`insert into storage.buckets (id, name) values ('b', 'b')`;
    await database.db.owner`insert into storage.objects (bucket_id, name) values ('b', 'x/y.webp')`;
    const count = (role: (typeof roles)[number]) =>
      asRole(database.db, { role }, (sql) => sql`select path_tokens from storage.objects`);
    expect(await count('anon')).toHaveLength(0);
    expect(await count('authenticated')).toHaveLength(0);
    expect([...(await count('service_role'))]).toEqual([{ path_tokens: ['x', 'y.webp'] }]);
    await expect(
      asRole(
        database.db,
        { role: 'authenticated' },
        (sql) => sql`insert into storage.objects (bucket_id, name) values ('b', 'mine')`,
      ),
    ).rejects.toThrow('row-level security');
  });

  test.each([
    ['a/b/c.tar.gz', 'c.tar.gz', ['a', 'b'], 'gz'],
    ['c.webp', 'c.webp', [], 'webp'],
  ])('takes the path %s apart', async (path, filename, foldername, extension) => {
    const found = await asRole(
      database.db,
      { role: 'anon' },
      (sql) => sql`
      select storage.filename(${path}), storage.foldername(${path}), storage.extension(${path})`,
    );
    expect(found[0]).toEqual({ filename, foldername, extension });
  });

  test('has what the migrations build on', async () => {
    const [found] = await database.db.owner`
      select extensions.similarity('abc', 'abc')::float as same,
        encode(extensions.digest('', 'sha256'), 'hex') as hash,
        (select count(*)::int from pg_publication where pubname = 'supabase_realtime') as live`;
    expect(found?.['same']).toBe(1);
    expect(found?.['hash']).toMatch(/^e3b0c44298fc1c14/);
    expect(found?.['live']).toBe(1);
  });
});

describe('on a server of its own', () => {
  let started: { server: TestServer; stop(): Promise<void> };
  let admin: Sql;

  beforeAll(async () => {
    started = await startTestServer(inject('postgres').major);
    admin = openPool(started.server.admin, { max: 1, name: 'test' });
    await admin.unsafe("create role other login password 'secret'");
    await admin.unsafe('create database other owner other');
    await admin.unsafe('create database two owner studio');
  });

  afterAll(async () => {
    await admin?.end();
    await started?.stop();
  });

  const other = () => ({
    ...started.server.owner,
    database: 'other',
    username: 'other',
    password: 'secret',
  });

  test('many processes prepare two databases at the same time', async () => {
    const { owner } = started.server;
    const targets = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? owner : { ...owner, database: 'two' },
    );
    const opened = await Promise.all(
      targets.map((target) => openDatabase(target, { ownerConnections: 2, requestConnections: 1 })),
    );
    for (const db of opened) {
      expect(await db.requests`select current_user::text`).toEqual([
        { current_user: 'authenticator' },
      ]);
    }
    await Promise.all(opened.map((db) => db.close()));
  });

  test('a lost password of the request login is set again', async () => {
    await admin.unsafe("alter role authenticator password 'changed'");
    const db = await openDatabase(started.server.owner);
    expect(await db.requests`select 1 as one`).toEqual([{ one: 1 }]);
    await db.close();
  });

  test('an owner without CREATEROLE is told what to run', async () => {
    await expect(openDatabase(other())).rejects.toThrow('alter role "other" createrole');
  });

  test('since PostgreSQL 16, an owner whose server has the roles from another is told', async () => {
    await admin.unsafe('alter role other createrole');
    const grant =
      'grant anon, authenticated, service_role, authenticator to "other" with admin option';
    const told = await openDatabase(other()).then(
      (db) => db.close(),
      (error: Error) => error.message,
    );
    const expected = expect.stringContaining(grant) as unknown;
    expect(told).toEqual(started.server.major < 16 ? undefined : expected);
    if (told) await admin.unsafe(grant);
    const db = await openDatabase(other());
    expect(await db.requests`select 1 as one`).toEqual([{ one: 1 }]);
    await db.close();
  });

  test('a database of a Supabase project is refused', async () => {
    await admin.unsafe('create database supabase owner studio');
    const inside = openPool(
      { ...started.server.admin, database: 'supabase' },
      { max: 1, name: 't' },
    );
    await inside.unsafe('create schema auth');
    await inside.end();
    await expect(openDatabase({ ...started.server.owner, database: 'supabase' })).rejects.toThrow(
      'Schema "auth" of the database belongs to postgres: use an empty database',
    );
  });

  test('wrong ways in are told in one line', async () => {
    const { owner } = started.server;
    await expect(openDatabase({ ...owner, password: 'wrong' })).rejects.toThrow(
      /^Cannot prepare the database: password authentication failed for user "studio"\.$/,
    );
    await expect(openDatabase({ ...owner, database: 'none' })).rejects.toThrow(
      /^Cannot prepare the database: database "none" does not exist\.$/,
    );
    await expect(openDatabase({ ...owner, host: '127.0.0.1', port: 1 })).rejects.toThrow(
      /^Cannot prepare the database: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
    );
    await expect(openDatabase({ ...owner, host: 'localhost', port: 1 })).rejects.toThrow(
      /^Cannot prepare the database: .*ECONNREFUSED/,
    );
  });

  test('an owner who may not create schemas is told so', async () => {
    await admin.unsafe("create role guest login createrole password 'secret'");
    if (started.server.major >= 16) {
      await admin.unsafe(
        'grant anon, authenticated, service_role, authenticator to guest with admin option',
      );
    }
    await admin.unsafe('create database closed');
    const guest = { ...other(), database: 'closed', username: 'guest' };
    await expect(openDatabase(guest)).rejects.toThrow(
      'Cannot prepare the database: permission denied for database closed.',
    );
  });
});
