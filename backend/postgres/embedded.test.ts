import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Log } from '../log.ts';
import { readPostmasterFile } from './cluster.ts';
import { openPool } from './database.ts';
import type { ConnectionOptions } from './database.ts';
import { attachEmbedded, removeEmbedded, startEmbedded } from './embedded.ts';
import type { EmbeddedServer } from './embedded.ts';
import { spawnOptions, startedAt, unprivilegedUser } from './processes.ts';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const servers: EmbeddedServer[] = [];

/** A folder that every user can enter, unless `mode` says otherwise. */
function newFolder(mode = 0o755): string {
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'studio-embedded-')));
  fs.chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedServer & { said: string[] }> {
  const said: string[] = [];
  const log: Log = (_level, message) => void said.push(message);
  const server = await startEmbedded({ dataDir, log });
  servers.push(server);
  return { ...server, said };
}

async function query(owner: ConnectionOptions, text: string): Promise<unknown> {
  const sql = openPool(owner, { max: 1, name: 'test' });
  try {
    return (await sql.unsafe(text))[0];
  } finally {
    await sql.end();
  }
}

/** Another Node process that starts the same data folder, and stays. */
async function startElsewhere(
  dataDir: string,
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<{ kill: () => Promise<void>; pid: number }> {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded.ts'));
  const script = `const { startEmbedded } = await import(${module});
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', errors],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('The other process ended.')));
  });
  const kill = () =>
    new Promise<void>((resolve) => {
      child.removeAllListeners('exit').once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return { kill, pid: child.pid ?? 0 };
}

const dataOf = (owner: ConnectionOptions) => join(owner.host, '../data');

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) {
    if (fs.existsSync(join(folder, 'home'))) removeEmbedded({ dataDir: folder });
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

describe('the embedded server', () => {
  test('keeps its data from one start to the next, and leaves no process', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await query(first.owner, 'create table kept as select 42 as answer');
    const { pid } = readPostmasterFile(dataOf(first.owner)) ?? { pid: 0 };
    expect(startedAt(pid)).not.toBeNull();
    const before = Date.now();
    await first.stop();
    expect(Date.now() - before).toBeLessThan(5_000);
    expect(startedAt(pid)).toBeNull();

    const second = await start(dataDir);
    expect(await query(second.owner, 'select answer from kept')).toEqual({ answer: 42 });
  });

  test('stops within 5 seconds with a transaction open', async () => {
    const server = await start(newFolder());
    const sql = openPool(server.owner, { max: 1, name: 'test' });
    const stuck = sql`select pg_sleep(60)`.catch((error: Error) => error);
    await query(server.owner, 'select pg_sleep(0.1)');
    const before = Date.now();
    await server.stop();
    expect(Date.now() - before).toBeLessThan(5_000);
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

  test('keeps its passwords for this user only', async () => {
    const dataDir = newFolder();
    await start(dataDir);
    expect(fs.statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  });

  test('works at a path too long for a socket', async () => {
    const dataDir = join(newFolder(), 'd'.repeat(120));
    const { owner, stop } = await start(dataDir);
    expect(await query(owner, 'select 1 as one')).toEqual({ one: 1 });
    expect(attachEmbedded({ dataDir })).toEqual(owner);
    await stop();
    expect(fs.existsSync(owner.host)).toBe(false);
  });

  test('lets scripts attach only while it runs', async () => {
    const dataDir = newFolder();
    expect(attachEmbedded({ dataDir })).toBeNull();
    const server = await start(dataDir);
    expect(attachEmbedded({ dataDir })).toEqual(server.owner);
    await server.stop();
    expect(attachEmbedded({ dataDir })).toBeNull();
  });

  test('tells when PostgreSQL ends by itself', async () => {
    const dataDir = newFolder();
    let tell = () => {};
    const lost = new Promise<void>((resolve) => (tell = resolve));
    const server = await startEmbedded({ dataDir, log: () => {}, onLost: tell });
    servers.push(server);
    process.kill(readPostmasterFile(dataOf(server.owner))?.pid ?? 0, 'SIGINT');
    await expect(lost).resolves.toBeUndefined();
  });
});

describe('a second start on the same folder', () => {
  test('is refused by name of the process, and the first goes on', async () => {
    const dataDir = newFolder();
    const { owner } = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(
      `${dataDir} is in use by process ${process.pid}: stop it first, or set another DATA_DIR.`,
    );
    expect(await query(owner, 'select 1 as one')).toEqual({ one: 1 });
    expect(() => removeEmbedded({ dataDir })).toThrow('in use');
  });

  test('is refused when the first is another process', async () => {
    const dataDir = newFolder();
    const other = await startElsewhere(dataDir);
    try {
      await expect(start(dataDir)).rejects.toThrow(`in use by process ${other.pid}`);
    } finally {
      await other.kill();
      await (await start(dataDir)).stop();
    }
  });
});

test('of several first starts at the same time, one wins and the others are refused', async () => {
  const dataDir = newFolder();
  const attempts = await Promise.allSettled(
    Array.from({ length: 3 }, () => startElsewhere(dataDir, 'ignore')),
  );
  const won = attempts.filter((attempt) => attempt.status === 'fulfilled');
  expect(won).toHaveLength(1);
  await won[0]?.value.kill();
  await start(dataDir);
});

describe('after kill -9', () => {
  test('of Node, the next start stops the orphan and has all that was committed', async () => {
    const dataDir = newFolder();
    const other = await startElsewhere(dataDir);
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
    const dataDir = newFolder();
    const other = await startElsewhere(dataDir);
    const owner = attachEmbedded({ dataDir });
    if (!owner) throw new Error('The other process runs no server.');
    await query(owner, 'create table kept as select 42 as answer');
    await other.kill();
    process.kill(readPostmasterFile(dataOf(owner))?.pid ?? 0, 'SIGKILL');
    const server = await start(dataDir);
    expect(await query(server.owner, 'select answer from kept')).toEqual({ answer: 42 });
  });

  test('during the first start, the next one begins afresh', async () => {
    const dataDir = newFolder();
    fs.mkdirSync(join(dataDir, 'postgres/data.new/base'), { recursive: true });
    fs.writeFileSync(join(dataDir, 'postgres/data.new/PG_VERSION'), '18\n');
    const { owner } = await start(dataDir);
    expect(await query(owner, 'select 1 as one')).toEqual({ one: 1 });
  });

  test('a pid file that now names another process does no harm, and neither does a dead one', async () => {
    const dataDir = newFolder();
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

  test('a lock whose number now belongs to another process does no harm', async () => {
    const dataDir = newFolder();
    fs.writeFileSync(join(dataDir, 'lock'), `${process.ppid} 1\n`);
    await expect(start(dataDir)).resolves.toBeDefined();
  });
});

describe.runIf(isRoot)('as root', () => {
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
});

describe('a start that cannot work says why in one line', () => {
  test('when a file is in the way of the folder', async () => {
    const file = join(newFolder(), 'file');
    fs.writeFileSync(file, '');
    await expect(start(join(file, 'data'))).rejects.toThrow(
      `Cannot write to the data folder ${file}/data: a file is in the way.`,
    );
  });

  test('when the passwords are gone, without touching the data', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    fs.renameSync(join(dataDir, 'postgres.json'), join(dataDir, 'away'));
    await expect(start(dataDir)).rejects.toThrow(/^The passwords of .* are missing/);
    fs.renameSync(join(dataDir, 'away'), join(dataDir, 'postgres.json'));
    await start(dataDir);
  });

  test('when the data is of another PostgreSQL', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    fs.writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow('is of PostgreSQL 17, not 18.');
  });

  test('when PostgreSQL itself refuses its data', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    fs.rmSync(join(dataDir, 'postgres/data/global/pg_control'));
    await expect(start(dataDir)).rejects.toThrow(
      /^PostgreSQL does not start on [^\n]*control[^\n]*$/,
    );
  });
});
