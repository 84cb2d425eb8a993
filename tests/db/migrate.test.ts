import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import {
  migrate,
  migrationFiles,
  migrationState,
  todaysVersion,
} from '#backend/postgres/migrate.ts';
import { useDatabase } from '#tests/support/database.ts';

const database = useDatabase({ bare: true });
const history = 'supabase_migrations.schema_migrations';
let directory = '';

const write = (name: string, text: string) => fs.writeFileSync(join(directory, name), text);
const apply = () => migrate(database.db.owner, { directory, history });
const applied = () => database.db.owner`
  select version, name from supabase_migrations.schema_migrations order by version`;

beforeEach(() => {
  directory = fs.mkdtempSync(join(tmpdir(), 'studio-migrations-'));
});

afterEach(async () => {
  fs.rmSync(directory, { recursive: true });
  await database.db.owner`drop schema if exists supabase_migrations cascade`;
  await database.db.owner`delete from backend.migration_checksums where history = ${history}`;
  await database.db.owner`drop table if exists public.steps`;
});

describe('migrations', () => {
  test('are applied in the order of their numbers, once', async () => {
    write('20260101000200_second.sql', "insert into steps values ('second');");
    write('20260101000100_first.sql', 'create table steps (step text);');
    write('README.md', 'No migration.');
    expect(await apply()).toEqual(['20260101000100_first.sql', '20260101000200_second.sql']);
    expect(await apply()).toEqual([]);
    write('20260101000300_third.sql', "insert into steps values ('third');");
    expect(await apply()).toEqual(['20260101000300_third.sql']);
    expect(await database.db.owner`select step from steps`).toEqual([
      { step: 'second' },
      { step: 'third' },
    ]);
    expect(await applied()).toEqual([
      { version: '20260101000100', name: 'first' },
      { version: '20260101000200', name: 'second' },
      { version: '20260101000300', name: 'third' },
    ]);
  });

  test('are applied once by many processes at the same time', async () => {
    write('20260101000100_first.sql', 'create table steps (step text); select pg_sleep(0.2);');
    for (let number = 2; number < 8; number += 1) {
      write(`20260101000${number}00_more.sql`, `insert into steps values ('${number}');`);
    }
    const pools = Array.from({ length: 6 }, () =>
      openPool(database.owner, { max: 2, name: 'test' }),
    );
    const lists = await Promise.all(pools.map((pool) => migrate(pool, { directory, history })));
    await Promise.all(pools.map((pool) => pool.end()));
    expect(lists.flat().toSorted()).toEqual(fs.readdirSync(directory).toSorted());
    const [found] = await database.db.owner`select string_agg(step, '') as steps from steps`;
    expect(found).toEqual({ steps: '234567' });
  });

  test('that fail leave nothing behind, and name file, line and reason', async () => {
    write('20260101000100_first.sql', 'create table steps (step text);');
    write(
      '20260101000200_bad.sql',
      "insert into steps values ('lost');\ncreate table lost (id int);\nselect wrong from steps;\n",
    );
    write('20260101000300_after.sql', "insert into steps values ('after');");
    await expect(apply()).rejects.toThrow(
      `${directory}/20260101000200_bad.sql:3: column "wrong" does not exist (42703)`,
    );
    expect(await database.db.owner`select * from steps`).toEqual([]);
    expect(await applied()).toEqual([{ version: '20260101000100', name: 'first' }]);
    const [lost] = await database.db.owner`select to_regclass('lost') as lost`;
    expect(lost).toEqual({ lost: null });

    write('20260101000200_bad.sql', "insert into steps values ('mended');");
    expect(await apply()).toHaveLength(2);
  });

  test('are refused when changed after they were applied, but for line ends', async () => {
    write('20260101000100_first.sql', 'create table steps\n (step text);');
    await apply();
    write('20260101000100_first.sql', 'create table steps\r\n (step text);');
    expect(await apply()).toEqual([]);
    write('20260101000100_first.sql', 'create table steps\n (step text, more text);');
    write('20260101000200_second.sql', "insert into steps values ('second');");
    await expect(apply()).rejects.toThrow(
      '20260101000100_first.sql was changed after it was applied',
    );
    expect(await database.db.owner`select * from steps`).toEqual([]);
  });

  test('are refused when they come before what is applied', async () => {
    write('20260101000200_second.sql', 'create table steps (step text);');
    await apply();
    write('20260101000100_first.sql', 'select 1;');
    await expect(apply()).rejects.toThrow('20260101000100_first.sql comes before 20260101000200');
  });

  test('are refused when the database is ahead of the program', async () => {
    write('20260101000100_first.sql', 'create table steps (step text);');
    await apply();
    fs.rmSync(join(directory, '20260101000100_first.sql'));
    await expect(apply()).rejects.toThrow('The database has migration 20260101000100');
  });

  test('are refused with a wrong name, or a number given twice', async () => {
    write('1_first.sql', 'select 1;');
    await expect(apply()).rejects.toThrow('1_first.sql is not named like');
    fs.rmSync(join(directory, '1_first.sql'));
    write('20260101000100_one.sql', 'select 1;');
    write('20260101000100_two.sql', 'select 1;');
    await expect(apply()).rejects.toThrow('Two migrations have the number 20260101000100.');
  });

  test('may not end their transaction', async () => {
    write('20260101000100_first.sql', 'create table steps (step text); commit; begin;');
    await expect(apply()).rejects.toThrow('must not begin or end transactions itself');
  });

  test('that the Supabase CLI applied are taken as applied', async () => {
    write('20260101000100_first.sql', 'create table steps (step text);');
    await apply();
    await database.db.owner`delete from backend.migration_checksums where history = ${history}`;
    expect(await apply()).toEqual([]);
  });
});

describe('a chain that a baseline replaced', () => {
  const old = () => join(directory, 'old');
  const chain = () => ({ directory: old(), history });
  const migrations = () => ({
    directory,
    history,
    folded: {
      list: join(directory, 'folded.sha256'),
      baseline: '20260201000200',
      commit: 'abc123',
    },
  });
  const versions = async () =>
    (await applied()).map(({ version }) => String(version).slice(4)).join(' ');
  const OLD_FILES = {
    '20260101000100_first.sql': 'create table steps (step text);',
    '20260101000200_second.sql': "insert into steps values ('second');",
    '20260101000300_third.sql': "insert into steps values ('third');",
  };

  beforeEach(() => {
    fs.mkdirSync(old());
    for (const [name, text] of Object.entries(OLD_FILES)) write(`old/${name}`, text);
    const lines = migrationFiles(old()).map(({ name, checksum }) => `${checksum}  ${name}\n`);
    write('folded.sha256', lines.join(''));
    write('20260201000100_steps.sql', 'create table steps (step text);');
    write('20260201000200_rows.sql', "insert into steps values ('second'), ('third');");
    write('20260301000100_later.sql', "insert into steps values ('later');");
  });

  const rows = async () =>
    (await database.db.owner<{ step: string }[]>`select step from steps`).map(({ step }) => step);
  const state = () => migrationState(database.db.owner, migrations());
  const TOO_OLD = 'is of an older version of the program: bring it up to date with commit abc123';

  test('is left alone by an empty database, which gets the baseline', async () => {
    expect(await migrate(database.db.owner, migrations())).toEqual([
      '20260201000100_steps.sql',
      '20260201000200_rows.sql',
      '20260301000100_later.sql',
    ]);
    expect(await rows()).toEqual(['second', 'third', 'later']);
    expect((await state()).missing).toEqual([]);
  });

  test('becomes the baseline in the history of a database that has all of it', async () => {
    await migrate(database.db.owner, chain());
    expect((await state()).missing).toHaveLength(3);
    expect(await migrate(database.db.owner, migrations())).toEqual(['20260301000100_later.sql']);
    expect(await rows()).toEqual(['second', 'third', 'later']);
    expect(await versions()).toBe('0201000100 0201000200 0301000100');
    expect((await state()).missing).toEqual([]);
    expect(await migrate(database.db.owner, migrations())).toEqual([]);
    write('20260201000200_rows.sql', "insert into steps values ('another');");
    await expect(migrate(database.db.owner, migrations())).rejects.toThrow(
      '20260201000200_rows.sql was changed after it was applied',
    );
  });

  test('is replaced once by many processes at the same time', async () => {
    await migrate(database.db.owner, chain());
    const pools = Array.from({ length: 6 }, () =>
      openPool(database.owner, { max: 2, name: 'test' }),
    );
    const lists = await Promise.all(pools.map((pool) => migrate(pool, migrations())));
    await Promise.all(pools.map((pool) => pool.end()));
    expect(lists.flat()).toEqual(['20260301000100_later.sql']);
    expect(await rows()).toEqual(['second', 'third', 'later']);
  });

  test.each(['20260101000100', '20260101000200'])(
    'is refused where it ends with %s, and nothing changes',
    async (last) => {
      await migrate(database.db.owner, chain(), last);
      const before = await versions();
      await expect(migrate(database.db.owner, migrations())).rejects.toThrow(`database ${TOO_OLD}`);
      expect(await versions()).toBe(before);
    },
  );

  test('is refused where a file of it was another, or one is unknown', async () => {
    write('old/20260101000200_second.sql', "insert into steps values ('changed');");
    await migrate(database.db.owner, chain());
    await expect(migrate(database.db.owner, migrations())).rejects.toThrow(`database ${TOO_OLD}`);
    expect(await versions()).toBe('0101000100 0101000200 0101000300');
    await database.db.owner`update supabase_migrations.schema_migrations
      set version = '20260101000250' where version = '20260101000200'`;
    await expect(migrate(database.db.owner, migrations())).rejects.toThrow(`database ${TOO_OLD}`);
  });

  test('keeps its whole history when its connection is killed during the rewrite', async () => {
    const { owner } = database.db;
    await migrate(owner, chain());
    await owner.unsafe(`create function public.refuse_rows() returns trigger language plpgsql as $$
      begin
        if new.version = '20260201000200' then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new;
      end $$`);
    await owner`create trigger refuse before insert on supabase_migrations.schema_migrations
      for each row execute function public.refuse_rows()`;
    const killed = openPool(database.owner, { max: 1, name: 'test' });
    await expect(migrate(killed, migrations())).rejects.toThrow(
      /terminating connection|CONNECTION_CLOSED/,
    );
    await killed.end({ timeout: 0 });
    expect(await versions()).toBe('0101000100 0101000200 0101000300');
    await owner`drop function public.refuse_rows() cascade`;
    expect(await migrate(owner, migrations())).toEqual(['20260301000100_later.sql']);
    expect(await versions()).toBe('0201000100 0201000200 0301000100');
  });

  test('gives a backup of its last version the version of the baseline, and refuses older ones', () => {
    expect(todaysVersion(migrations(), '20260101000300')).toBe('20260201000200');
    expect(todaysVersion(migrations(), '20260301000100')).toBe('20260301000100');
    expect(() => todaysVersion(migrations(), '20260101000200')).toThrow(`backup ${TOO_OLD}`);
  });
});
