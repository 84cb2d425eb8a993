import { describe, expect, inject, test } from 'vitest';
import { asRole, createUser, useDatabase } from '#tests/support/database.ts';

const database = useDatabase({ bare: true });
const roles = ['anon', 'authenticated', 'service_role'] as const;

describe('the platform', () => {
  test('runs the PostgreSQL version of this test project', async () => {
    const [found] = await database.db.owner`select current_setting('server_version') as version`;
    expect(found?.['version']).toMatch(new RegExp(`^${inject('postgres').major}\\.`));
  });

  test('gives requests a login without privileges of its own', async () => {
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

  test('stores changes until they are flushed, so that writers do not wait for each other’s commits', async () => {
    const { owner } = database.db;
    const heard: string[] = [];
    await owner.listen('realtime_changes', (text) => heard.push(text));
    await owner`create table public.followed (id integer primary key)`;
    await owner`create table public.paired (name text, place integer, primary key (name, place))`;
    await owner`alter publication supabase_realtime add table public.followed, public.paired`;
    await owner`select backend.follow_publication()`;
    await owner`insert into public.followed values (1), (2)`;
    await owner`update public.followed set id = 3 where id = 2`;
    await owner`update public.followed set id = 4 where id = 2`;
    await owner`insert into public.paired values ('a', 1), ('b', 2)`;
    await owner`insert into public.followed select n from generate_series(100, 149) as n`;
    expect(heard).toEqual([]);
    await owner`select backend.tell_changes()`;
    const many = Array.from({ length: 50 }, (_, n) => ({ id: 100 + n }));
    const followed = { schema: 'public', table: 'followed' };
    await expect
      .poll(() => heard.map((message) => JSON.parse(message) as unknown))
      .toMatchObject([
        { ...followed, type: 'INSERT', keys: [{ id: 1 }, { id: 2 }] },
        { ...followed, type: 'UPDATE', keys: [{ id: 3 }] },
        {
          schema: 'public',
          table: 'paired',
          type: 'INSERT',
          keys: [
            { name: 'a', place: 1 },
            { name: 'b', place: 2 },
          ],
        },
        { ...followed, type: 'INSERT', keys: many.slice(0, 40) },
        { ...followed, type: 'INSERT', keys: many.slice(40) },
      ]);
    expect(await owner`select from backend.announcements`).toHaveLength(0);
  });

  test('exposes the caller to SQL', async () => {
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
    await database.db.owner`insert into auth.sessions (user_id) values (${user})`;
    await database.db.owner`delete from auth.users where id = ${user}`;
    expect(await database.db.owner`select from auth.sessions where user_id = ${user}`).toHaveLength(
      0,
    );
  });

  test('allows only service_role to access files without a policy', async () => {
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

  test('has the roles, schemas and functions that the migrations need', async () => {
    const [found] = await database.db.owner`
      select extensions.similarity('abc', 'abc')::float as same,
        encode(extensions.digest('', 'sha256'), 'hex') as hash,
        (select count(*)::int from pg_publication where pubname = 'supabase_realtime') as live`;
    expect(found?.['same']).toBe(1);
    expect(found?.['hash']).toMatch(/^e3b0c44298fc1c14/);
    expect(found?.['live']).toBe(1);
  });
});
