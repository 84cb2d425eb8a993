// @module-tag long
// @module-tag version
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, openPool } from '#backend/postgres/database.ts';
import type { ConnectionOptions, Sql } from '#backend/postgres/connection.ts';
import type { Database } from '#backend/postgres/database.ts';
import { migrate } from '#backend/postgres/migrate.ts';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import { startTestServer } from '#tests/support/postgres-server.ts';
import type { TestServer } from '#tests/support/postgres-server.ts';

describe('on a separate server', () => {
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
    await Promise.all(opened.map((db) => db.close()));
    await admin?.end();
    await started?.stop();
  });

  const opened: Database[] = [];
  const openedAs = async (target: ConnectionOptions): Promise<Database> => {
    const db = await openDatabase(target);
    opened.push(db);
    return db;
  };

  const other = () => ({
    ...started.server.owner,
    database: 'other',
    username: 'other',
    password: 'secret',
  });

  test('many processes prepare two databases concurrently', async () => {
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

  test('a lost password of the request login is reset', async () => {
    await admin.unsafe("alter role authenticator password 'changed'");
    const db = await openDatabase(started.server.owner);
    expect(await db.requests`select 1 as one`).toEqual([{ one: 1 }]);
    await db.close();
  });

  test('a second studio is refused, and the first can go on', async () => {
    await admin.unsafe('alter role other createrole');
    const first = await openedAs(started.server.owner);
    await expect(openDatabase(other())).rejects.toThrow(
      /^Another studio uses this server: database "(studio|two)" of "studio"\. Both would log in as "authenticator" .*, or "studio" as the owner of its database\.$/,
    );
    // The first studio can still open new connections.
    const again = await openedAs(started.server.owner);
    expect(await again.requests`select 1 as one`).toEqual([{ one: 1 }]);
    expect(await first.requests`select 1 as one`).toEqual([{ one: 1 }]);
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

  test('a wrong connection URL is reported in one line', async () => {
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

  test('an extension that the owner may not create is named, with the SQL to run', async () => {
    await admin.unsafe('create database managed owner studio');
    const inside = openPool(
      { ...started.server.admin, database: 'managed' },
      { max: 1, name: 't' },
    );
    await inside.unsafe(`create function refuse() returns event_trigger language plpgsql as $$
        begin
          if current_user <> 'postgres' then
            raise insufficient_privilege using message = 'permission denied to create extension "pg_trgm"';
          end if;
        end $$;
      create event trigger no_extensions on ddl_command_start when tag in ('CREATE EXTENSION')
        execute function refuse()`);
    const managed = { ...started.server.owner, database: 'managed' };
    const told = await openDatabase(managed).then(
      (db) => db.close(),
      (error: Error) => error.message,
    );
    expect(told).toBe(
      'permission denied to create extension "pg_trgm". Install it on the server, then let an ' +
        'administrator run in the database: ' +
        'create schema if not exists extensions authorization "studio"; ' +
        'create extension pg_trgm schema extensions;',
    );
    await inside.unsafe(`create schema extensions authorization studio;
      create extension pg_trgm schema extensions; create extension pgcrypto schema extensions;
      drop event trigger no_extensions`);
    await inside.end();
    await migrate((await openedAs(managed)).owner, MIGRATIONS);
  });

  test('a server older than 15 is refused in one line', async () => {
    await admin.unsafe('create database old owner studio');
    const inside = openPool({ ...started.server.admin, database: 'old' }, { max: 1, name: 't' });
    await inside.unsafe(`create function public.current_setting(text) returns text language sql
        return case $1 when 'server_version_num' then '140012' else '14.12' end;
      alter database old set search_path = public, pg_catalog`);
    await inside.end();
    await expect(openDatabase({ ...started.server.owner, database: 'old' })).rejects.toThrow(
      /^The database is PostgreSQL 14\.12, which is older than 15: upgrade it\.$/,
    );
  });
});

describe('on a server without a studio', () => {
  let started: { server: TestServer; stop(): Promise<void> };
  let admin: Sql;

  beforeAll(async () => {
    started = await startTestServer(inject('postgres').major);
    admin = openPool(started.server.admin, { max: 1, name: 'test' });
  });

  afterAll(async () => {
    await admin?.end();
    await started?.stop();
  });

  const ownedBy = async (username: string, database = username): Promise<ConnectionOptions> => {
    await admin.unsafe(`create role ${username} createrole login password '${username}'`);
    await admin.unsafe(`create database "${database}" owner ${username}`);
    return { ...started.server.owner, database, username, password: username };
  };

  test('of two studios that first start concurrently, one is refused', async () => {
    const targets = [await ownedBy('one'), await ownedBy('another')];
    const opened = await Promise.allSettled(targets.map((target) => openDatabase(target)));
    expect(opened.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refusals = opened.flatMap((each) =>
      each.status === 'rejected' ? [String(each.reason)] : [],
    );
    expect(refusals).toEqual([expect.stringContaining('Another studio uses this server')]);
    for (const each of opened) if (each.status === 'fulfilled') await each.value.close();
    const index = opened.findIndex(({ status }) => status === 'fulfilled');
    const db = await openDatabase(targets[index] ?? started.server.owner);
    expect(await db.requests`select 1 as one`).toEqual([{ one: 1 }]);
    await db.close();
    for (const { database } of targets) await admin.unsafe(`drop database "${database}"`);
  });

  test('the error for an owner without CREATEROLE has the SQL to run', async () => {
    const target = await ownedBy('plain');
    await admin.unsafe('alter role plain nocreaterole');
    await expect(openDatabase(target)).rejects.toThrow(
      /^The owner of the database, "plain", lacks rights\. Let an administrator run in the database: alter role plain createrole;/,
    );
  });

  test('since PostgreSQL 16, the error for roles left by a former studio has the SQL to run', async () => {
    const target = await ownedBy('other');
    const grant = /grant [a-z_, ]+ to other with admin option;/;
    const told = await openDatabase(target).then(
      (db) => db.close(),
      (error: Error) => error.message,
    );
    expect(grant.test(told ?? '')).toBe(started.server.major >= 16);
    await admin.unsafe(grant.exec(told ?? '')?.[0] ?? '');
    const db = await openDatabase(target);
    expect(await db.requests`select 1 as one`).toEqual([{ one: 1 }]);
    await db.close();
    await admin.unsafe('drop database other');
  });

  test('the error for a login that does not own database and schema has the SQL to run, which suffices', async () => {
    await admin.unsafe("create role guest login password 'another'");
    await admin.unsafe('create database "Closed one"');
    const inside = openPool(
      { ...started.server.admin, database: 'Closed one' },
      { max: 1, name: 't' },
    );
    await inside.unsafe('alter schema public owner to postgres');
    const guest = {
      ...started.server.owner,
      database: 'Closed one',
      username: 'guest',
      password: 'another',
    };
    const asked: string[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const told = await openDatabase(guest).then(
        (db) => db.close(),
        (error: Error) => error.message,
      );
      if (!told) break;
      expect(told.split('\n')).toHaveLength(1);
      asked.push(told.split(' in the database: ')[1] ?? '');
      await inside.unsafe(asked.at(-1) ?? '');
    }
    await inside.end();
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain('alter role guest createrole;');
    expect(asked[0]).toContain('alter database "Closed one" owner to guest;');
    expect(asked[1]).toBe('alter schema public owner to guest;');
    const db = await openDatabase(guest);
    await migrate(db.owner, MIGRATIONS);
    await db.close();
  });
});
