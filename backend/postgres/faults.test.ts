// @module-tag long
import { execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  dataOf,
  mountsDisks,
  query,
  startElsewhere,
  useEmbedded,
} from '#tests/support/embedded.ts';
import { eventually } from '#tests/support/waiting.ts';
import { readPostmasterFile } from './cluster.ts';
import { openPool } from './database.ts';
import { attachEmbedded, startEmbedded } from './embedded.ts';
import { spawnOptions, startedAt, unprivilegedUser } from './processes.ts';

const isRoot = process.getuid?.() === 0;
const { newDisk, newFolder: newPlainFolder, prepared, start } = useEmbedded();

/**
 * A data folder, in memory where this process may mount disks. why: syncing new clusters to a disk
 * takes most of the time, and a killed process loses nothing that it wrote, synced or not.
 */
const newFolder = () => (mountsDisks ? newDisk(400) : newPlainFolder());
const usedFolder = () => prepared(newFolder());

describe('after kill -9', () => {
  test('of Node, the next start stops the orphan and has all committed data', async () => {
    const dataDir = await usedFolder();
    const other = startElsewhere(dataDir);
    await other.ready;
    const owner = attachEmbedded({ dataDir });
    if (!owner) throw new Error('The other process runs no server.');
    await query(owner, 'create table kept as select 42 as answer');
    const orphan = readPostmasterFile(dataOf(owner))?.pid ?? 0;
    await other.kill();
    expect(startedAt(orphan)).not.toBeNull();

    const server = await start(dataDir);
    expect(startedAt(orphan)).toBeNull();
    expect(server.said).toContain(
      'Stopped a PostgreSQL that an earlier, killed process had left running',
    );
    expect(await query(server.owner, 'select answer from kept')).toEqual({ answer: 42 });
  });

  test('of Node and PostgreSQL, the next start recovers', async () => {
    const dataDir = await usedFolder();
    const other = startElsewhere(dataDir);
    await other.ready;
    const owner = attachEmbedded({ dataDir });
    if (!owner) throw new Error('The other process runs no server.');
    await query(owner, 'create table kept as select 42 as answer');
    await other.kill();
    process.kill(readPostmasterFile(dataOf(owner))?.pid ?? 0, 'SIGKILL');
    const server = await start(dataDir);
    expect(await query(server.owner, 'select answer from kept')).toEqual({ answer: 42 });
  });

  test.each(['PG_VERSION', 'global/pg_control', 'pg_hba.conf'])(
    'during the first start, once %s exists, the next start begins again',
    async (file) => {
      const dataDir = newFolder();
      const home = join(dataDir, 'postgres');
      const other = startElsewhere(dataDir);
      const madeSoFar = () => (fs.existsSync(home) ? fs.readdirSync(home) : []);
      while (!madeSoFar().some((draft) => fs.existsSync(join(home, draft, file)))) await sleep(1);
      await other.kill();
      const { owner } = await start(dataDir);
      expect(await query(owner, 'select 1 as one')).toEqual({ one: 1 });
    },
  );

  test('a pid file that names another process, or a dead one, is harmless', async () => {
    const dataDir = await usedFolder();
    const { owner, stop } = await start(dataDir);
    await stop();
    const pidFile = join(dataOf(owner), 'postmaster.pid');
    const user = unprivilegedUser();
    const stranger = spawn('sleep', ['60'], { ...spawnOptions(user), stdio: 'ignore' });
    for (const pid of [stranger.pid ?? 0, 4_194_303]) {
      const lines = [pid, dataOf(owner), 1, 5432, owner.host, '', '', 'ready'];
      fs.writeFileSync(pidFile, `${lines.join('\n')}\n`);
      expect(attachEmbedded({ dataDir })).toBeNull();
      const again = await start(dataDir);
      expect(await query(again.owner, 'select 1 as one')).toEqual({ one: 1 });
      await again.stop();
    }
    expect(stranger.kill()).toBe(true);
  });

  test('a lock whose pid now belongs to another process is harmless', async () => {
    const dataDir = newFolder();
    fs.symlinkSync(`${process.ppid} 1`, join(dataDir, 'lock'));
    await expect(start(dataDir)).resolves.toBeDefined();
  });
});

describe('PostgreSQL that crashes', () => {
  test.each(['SIGINT', 'SIGKILL'])('with %s is restarted while pools are open', async (signal) => {
    const { owner, said } = await start(await usedFolder());
    const pool = openPool(owner, { max: 4, name: 'test' });
    await pool`create table kept as select 42 as answer`;
    const first = readPostmasterFile(dataOf(owner))?.pid ?? 0;
    process.kill(first, signal);
    await eventually(() => expect(said).toContain('PostgreSQL runs again'));
    expect(await eventually(() => pool`select answer from kept`)).toEqual([{ answer: 42 }]);
    expect(readPostmasterFile(dataOf(owner))?.pid).not.toBe(first);
    await pool.end();
  });

  test('aborts the transactions in progress and nothing else', async () => {
    const { owner } = await start(await usedFolder());
    const pool = openPool(owner, { max: 8, name: 'test' });
    for (let round = 0; round < 3; round++) {
      const underWay = new Set<number>();
      const began = Array.from({ length: 40 }, (_, n) =>
        pool.begin(async (tx) => {
          const rows = await tx`select ${n}::int as n`;
          underWay.add(n);
          // Eight connections hold eight of them here; the others are queued.
          if (underWay.size <= 8) await tx`select pg_sleep(600)`;
          return rows[0];
        }),
      );
      await eventually(() => expect(underWay.size).toBe(8));
      const ended = new Set(underWay);
      process.kill(readPostmasterFile(dataOf(owner))?.pid ?? 0, 'SIGKILL');
      for (const [n, end] of (await Promise.allSettled(began)).entries()) {
        // A queued one may have met no server, or the restarted one.
        const answered = end.status === 'fulfilled' && !ended.has(n);
        expect(end).toMatchObject(answered ? { value: { n } } : { status: 'rejected' });
      }
      const all = Array.from({ length: 40 }, (_, n) =>
        eventually(() => pool`select ${n}::int as n`),
      );
      expect(await Promise.all(all)).toEqual(Array.from({ length: 40 }, (_, n) => [{ n }]));
    }
    await pool.end();
  });

  test('and does not restart is retried until it does', async () => {
    const { owner, said } = await start(await usedFolder());
    const pool = openPool(owner, { max: 4, name: 'test' });
    await pool`select 1`;
    const data = dataOf(owner);
    const { pid } = readPostmasterFile(data) ?? { pid: 0 };
    fs.renameSync(data, `${data}.away`);
    process.kill(pid, 'SIGKILL');
    await eventually(() =>
      expect(said.filter((line) => line.includes('does not start')).length).toBeGreaterThan(1),
    );
    await expect(pool`select 1`).rejects.toMatchObject({
      code: expect.stringMatching(/^(ECONNREFUSED|ENOENT)$/) as string,
    });
    fs.renameSync(`${data}.away`, data);
    expect(await eventually(() => pool`select 1 as one`)).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test('leaves nothing running when the site stops during a restart', async () => {
    const dataDir = await usedFolder();
    const { owner, stop } = await start(dataDir);
    const data = dataOf(owner);
    process.kill(readPostmasterFile(data)?.pid ?? 0, 'SIGKILL');
    await sleep(150);
    await stop();
    expect(attachEmbedded({ dataDir })).toBeNull();
    await expect(query(owner, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  });
});

describe('a clock that jumps', () => {
  afterEach(() => void vi.restoreAllMocks());

  test('by a day at every reading neither fails a start nor shortens a stop', async () => {
    let now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 86_400_000));
    const dataDir = await usedFolder();
    const { owner, stop } = await start(dataDir);
    expect(await query(owner, 'select 1 as one')).toEqual({ one: 1 });
    await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow('is in use by process');
    await stop();
    const log = fs.readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8');
    expect(log).toContain('received fast shutdown request');
    expect(log).not.toContain('immediate shutdown');
  });
});

describe('a disk without space', () => {
  test.runIf(mountsDisks)(
    'fails the first start with one line, and the next succeeds',
    async () => {
      const dataDir = newDisk(24);
      await expect(start(dataDir)).rejects.toThrow(
        `Cannot make the database in ${dataDir}/postgres/data: the disk is full.`,
      );
      expect(fs.readdirSync(join(dataDir, 'postgres'))).toEqual([]);
      execFileSync('mount', ['-o', 'remount,size=200m', dataDir]);
      const { owner } = await start(dataDir);
      expect(await query(owner, 'select 1 as one')).toEqual({ one: 1 });
    },
  );

  test.runIf(mountsDisks)(
    'fails a later start with one line, without touching the data',
    async () => {
      const dataDir = await prepared(newDisk(200));
      const first = await start(dataDir);
      await query(first.owner, 'create table kept as select 42 as answer');
      await first.stop();
      const fill = join(dataDir, 'fill');
      fillUp(fill);
      await expect(start(dataDir)).rejects.toThrow(/^[^\n]*: the disk is full\.$/);
      fs.rmSync(fill);
      const { owner } = await start(dataDir);
      expect(await query(owner, 'select answer from kept')).toEqual({ answer: 42 });
    },
  );

  test.runIf(mountsDisks)(
    'refuses writes at run time, still serves reads, and recovers on its own',
    async () => {
      const dataDir = await prepared(newDisk(200));
      const { owner } = await start(dataDir);
      const pool = openPool(owner, { max: 2, name: 'test' });
      await pool`create table kept as select 42 as answer`;
      await pool`checkpoint`.catch(() => {});
      fillUp(join(dataDir, 'fill'));
      const tooMuch = () => pool`create table big as
      select repeat(md5(n::text), 30) from generate_series(1, 60000) n`;
      await expect(tooMuch()).rejects.toMatchObject({
        code: expect.stringMatching(/^(53100|57P0|CONNECTION)/) as string,
      });
      fs.rmSync(join(dataDir, 'fill'));
      expect(await eventually(() => pool`select answer from kept`)).toEqual([{ answer: 42 }]);
      await eventually(() => pool`insert into kept values (43)`);
      await pool.end();
    },
  );

  test.runIf(mountsDisks || !isRoot)('that is read-only is reported as such', async () => {
    const dataDir = await usedFolder();
    await (await start(dataDir)).stop();
    if (mountsDisks) execFileSync('mount', ['-o', 'remount,ro', dataDir]);
    else fs.chmodSync(dataDir, 0o555);
    const reason = mountsDisks ? 'the disk is read-only' : 'this user may not write there';
    await expect(start(dataDir)).rejects.toThrow(
      `Cannot write to the data folder ${dataDir}: ${reason}.`,
    );
  });
});

/** Fills the disk. */
function fillUp(file: string): void {
  const block = Buffer.alloc(65_536);
  expect(() => {
    for (;;) fs.appendFileSync(file, block);
  }).toThrow('ENOSPC');
}

describe('a start that cannot succeed gives the reason in one line', () => {
  test('when a file is in the way of the folder', async () => {
    const file = join(newFolder(), 'file');
    fs.writeFileSync(file, '');
    await expect(start(join(file, 'data'))).rejects.toThrow(
      `Cannot write to the data folder ${file}/data: a file is in the way.`,
    );
  });

  test('when the passwords are gone, without touching the data', async () => {
    const dataDir = await usedFolder();
    await (await start(dataDir)).stop();
    fs.renameSync(join(dataDir, 'postgres.json'), join(dataDir, 'away'));
    await expect(start(dataDir)).rejects.toThrow(/^The passwords of .* are missing/);
    fs.renameSync(join(dataDir, 'away'), join(dataDir, 'postgres.json'));
    await start(dataDir);
  });

  test('when the data is of another PostgreSQL', async () => {
    const dataDir = await usedFolder();
    await (await start(dataDir)).stop();
    fs.writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow('is of PostgreSQL 17, not 18.');
  });

  test('when PostgreSQL itself refuses its data', async () => {
    const dataDir = await usedFolder();
    await (await start(dataDir)).stop();
    fs.rmSync(join(dataDir, 'postgres/data/global/pg_control'));
    await expect(start(dataDir)).rejects.toThrow(
      /^PostgreSQL does not start on [^\n]*control[^\n]*$/,
    );
  });

  test('when letters beyond ASCII stand in the log of earlier starts', async () => {
    const dataDir = await usedFolder();
    await (await start(dataDir)).stop();
    fs.appendFileSync(join(dataDir, 'postgres/postgres.log'), `${'ಬೆಂಗಳೂರು '.repeat(1_000)}\n`);
    fs.rmSync(join(dataDir, 'postgres/data/global/pg_control'));
    await expect(start(dataDir)).rejects.toThrow(
      /^PostgreSQL does not start on [^\n]*control[^\n]*$/,
    );
  });
});
