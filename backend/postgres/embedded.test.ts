import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataOf, query, startElsewhere, useEmbedded } from '#tests/support/embedded.ts';
import { eventually } from '#tests/support/waiting.ts';
import { readPostmasterFile } from './cluster.ts';
import { openPool } from './database.ts';
import { attachEmbedded, removeEmbedded } from './embedded.ts';
import { startedAt } from './processes.ts';

const isRoot = process.getuid?.() === 0;
const { newFolder, prepared, start } = useEmbedded();

describe('the embedded server', () => {
  test('keeps its data from one start to the next, and leaves no process', async () => {
    const dataDir = await prepared();
    const first = await start(dataDir);
    await query(first.owner, 'create table kept as select 42 as answer');
    const { pid } = readPostmasterFile(dataOf(first.owner)) ?? { pid: 0 };
    expect(startedAt(pid)).not.toBeNull();
    await first.stop();
    expect(startedAt(pid)).toBeNull();

    const second = await start(dataDir);
    expect(await query(second.owner, 'select answer from kept')).toEqual({ answer: 42 });
  });

  test('stops with a transaction open, and ends it', { tags: ['long'] }, async () => {
    const server = await start(await prepared());
    const sql = openPool(server.owner, { max: 1, name: 'test' });
    const stuck = sql`select pg_sleep(600)`.catch((error: Error) => error);
    await eventually(async () =>
      expect(
        await query(
          server.owner,
          `select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%pg_sleep(600)' `,
        ),
      ).toEqual({ n: 1 }),
    );
    await server.stop();
    expect(await stuck).toBeInstanceOf(Error);
    await sql.end({ timeout: 0 });
  });

  test('gives an ordinary owner, durable settings, and no way in from outside', async () => {
    const { owner } = await start(newFolder());
    const found = await query(
      owner,
      `select rolsuper, rolcreaterole, current_setting('fsync') as fsync,
         current_setting('listen_addresses') as listens,
         current_setting('full_page_writes') as whole,
         datname = 'studio' and datdba = r.oid as owns
       from pg_roles r, pg_database where rolname = current_user and datname = current_database()`,
    );
    expect(found).toEqual({
      rolsuper: false,
      rolcreaterole: true,
      fsync: 'on',
      listens: '',
      whole: 'on',
      owns: true,
    });
    expect(fs.statSync(owner.host).mode & 0o777).toBe(0o700);
    const wrong = { ...owner, password: 'wrong' };
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    const superuser = { ...owner, username: 'postgres' };
    await expect(query(superuser, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('gives way to this process where cores are few', async () => {
    const { owner } = await start(await prepared());
    const sql = openPool(owner, { max: 1, name: 'test' });
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    expect(getPriority(backend?.pid)).toBe(getPriority() + 5);
    await sql.end();
  });

  test('keeps its passwords for this user only', { tags: ['long'] }, async () => {
    const dataDir = newFolder();
    await start(dataDir);
    expect(fs.statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  });

  test('works at a path too long for a socket', { tags: ['long'] }, async () => {
    const dataDir = join(newFolder(), 'd'.repeat(120));
    const { owner, stop } = await start(dataDir);
    expect(await query(owner, 'select 1 as one')).toEqual({ one: 1 });
    expect(attachEmbedded({ dataDir })).toEqual(owner);
    await stop();
    expect(fs.existsSync(owner.host)).toBe(false);
  });

  test('lets scripts attach only while it runs', { tags: ['long'] }, async () => {
    const dataDir = newFolder();
    expect(attachEmbedded({ dataDir })).toBeNull();
    const server = await start(dataDir);
    expect(attachEmbedded({ dataDir })).toEqual(server.owner);
    await server.stop();
    expect(attachEmbedded({ dataDir })).toBeNull();
  });
});

describe('a second start on the same folder', () => {
  test('is refused by name of the process, and the first goes on', async () => {
    const dataDir = await prepared();
    const { owner } = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(
      `${dataDir} is in use by process ${process.pid}: stop it first, or set another DATA_DIR.`,
    );
    expect(await query(owner, 'select 1 as one')).toEqual({ one: 1 });
    expect(() => removeEmbedded({ dataDir })).toThrow('in use');
  });

  test('is refused when the first is another process', { tags: ['long'] }, async () => {
    const dataDir = await prepared();
    const other = startElsewhere(dataDir);
    await other.ready;
    try {
      await expect(start(dataDir)).rejects.toThrow(`in use by process ${other.pid}`);
    } finally {
      await other.kill();
      await (await start(dataDir)).stop();
    }
  });
});

test(
  'of several first starts at the same time, one wins and the others are refused',
  { tags: ['long'] },
  async () => {
    const dataDir = newFolder();
    const attempts = Array.from({ length: 3 }, () => startElsewhere(dataDir));
    const results = await Promise.allSettled(attempts.map((attempt) => attempt.ready));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.all(attempts.map((attempt) => attempt.kill()));
    await start(dataDir);
  },
);

describe.runIf(isRoot)('as root', { tags: ['long'] }, () => {
  test('runs PostgreSQL as an unprivileged user', async () => {
    const { owner } = await start(newFolder());
    expect(fs.statSync(dataOf(owner)).uid).not.toBe(0);
  });

  test('keeps the data elsewhere when that user cannot enter the folder, and says so', async () => {
    const dataDir = join(newFolder(0o700), 'data');
    const first = await start(dataDir);
    const home = join(
      '/var/lib/studio-rental',
      fs.readFileSync(join(dataDir, 'home'), 'utf8').trim(),
    );
    expect(first.said.join('\n')).toContain(
      `cannot enter ${dataDir}: the database is kept in ${home}`,
    );
    await query(first.owner, 'create table kept as select 42 as answer');
    expect(attachEmbedded({ dataDir })).toEqual(first.owner);
    await first.stop();

    const second = await start(dataDir);
    expect(dataOf(second.owner)).toBe(join(home, 'data'));
    expect(await query(second.owner, 'select answer from kept')).toEqual({ answer: 42 });
    await second.stop();

    fs.renameSync(home, `${home}.away`);
    await expect(start(dataDir)).rejects.toThrow(`was kept in ${home}, which is not there`);
    fs.renameSync(`${home}.away`, home);
    removeEmbedded({ dataDir });
    expect(fs.existsSync(home)).toBe(false);
  });

  describe('a copy of a folder whose data is kept elsewhere', () => {
    /** A stopped data folder with a row in its database, and a copy of it. */
    async function original(): Promise<{ dataDir: string; copy: string }> {
      const folder = newFolder(0o700);
      const [dataDir, copy] = [join(folder, 'a'), join(folder, 'c')];
      const server = await start(dataDir);
      await query(server.owner, 'create table kept as select 42 as answer');
      await server.stop();
      execFileSync('cp', ['-a', dataDir, copy]);
      return { dataDir, copy };
    }

    test('is refused, before and while the original runs, and cannot reach its data', async () => {
      const { dataDir, copy } = await original();
      const refusal = `${copy} is a copy of ${dataDir}, and the database in`;
      await expect(start(copy)).rejects.toThrow(refusal);
      const { owner } = await start(dataDir);
      await expect(start(copy)).rejects.toThrow(refusal);
      expect(() => attachEmbedded({ dataDir: copy })).toThrow(refusal);
      expect(await query(owner, 'select answer from kept')).toEqual({ answer: 42 });
    });

    test('is reset without the original, and then has a database of its own', async () => {
      const { dataDir, copy } = await original();
      const home = fs.readFileSync(join(dataDir, 'home'), 'utf8');
      const { owner } = await start(dataDir);
      removeEmbedded({ dataDir: copy });
      const own = await start(copy);
      expect(fs.readFileSync(join(copy, 'home'), 'utf8')).not.toBe(home);
      expect(await query(own.owner, `select to_regclass('kept') as kept`)).toEqual({ kept: null });
      expect(await query(owner, 'select answer from kept')).toEqual({ answer: 42 });
    });

    test('wins nothing by starting at the same time, though nobody has marked the home', async () => {
      const { dataDir, copy } = await original();
      const home = join(
        '/var/lib/studio-rental',
        fs.readFileSync(join(dataDir, 'home'), 'utf8').trim(),
      );
      fs.rmSync(join(home, 'owner.json'));
      const attempts = [dataDir, copy].map(startElsewhere);
      const results = await Promise.allSettled(attempts.map((attempt) => attempt.ready));
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await Promise.all(attempts.map((attempt) => attempt.kill()));
      const owner = results[0]?.status === 'fulfilled' ? dataDir : copy;
      await expect(start(owner === copy ? dataDir : copy)).rejects.toThrow('is a copy of');
      await start(owner);
    });

    test('is not taken for a folder that was moved, which goes on', async () => {
      const { dataDir, copy } = await original();
      fs.rmSync(copy, { recursive: true });
      fs.renameSync(dataDir, copy);
      const moved = await start(copy);
      expect(await query(moved.owner, 'select answer from kept')).toEqual({ answer: 42 });
      await moved.stop();
      // A copy to another disk, whose original was removed, cannot be told from one that was moved.
      execFileSync('cp', ['-a', copy, dataDir]);
      fs.rmSync(copy, { recursive: true });
      await expect(start(dataDir)).rejects.toThrow(`belongs to ${copy}, which is not there`);
      fs.rmSync(join(dataOf(moved.owner), '../owner.json'));
      const again = await start(dataDir);
      expect(await query(again.owner, 'select answer from kept')).toEqual({ answer: 42 });
    });
  });
});
