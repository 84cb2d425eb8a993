import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPostmasterOf, makePrivate, readIfThere, spawnOptions, startedAt } from './processes.ts';
import type { RunAs } from './processes.ts';
import { toStartError, StartError } from './start-error.ts';

/** Passwords of the two roles that a new cluster has. */
export type Credentials = { superuser: string; owner: string };

/** The ordinary role that owns the product's database, and the name of that database. */
export const OWNER = 'studio';

/** Part of the socket's file name (`.s.PGSQL.5432`). No TCP port is opened. */
export const PORT = 5432;

/**
 * Creates a cluster in `data` atomically: superuser `postgres`, role `studio` (login, createrole)
 * and its database `studio`.
 * @param native Folder with bin, lib and share of PostgreSQL.
 * @param locale Options of initdb. The default is built into PostgreSQL since 17, so it is the same
 * on every machine.
 * @throws StartError with the reason (disk full, not writable).
 */
export function createCluster(
  native: string,
  data: string,
  user: RunAs,
  credentials: Credentials,
  locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
): void {
  const run = (program: string, args: string[], input = ''): void => {
    const options = { ...spawnOptions(user), input, encoding: 'utf8' } as const;
    const done = spawnSync(join(native, 'bin', program), args, options);
    if (done.status !== 0 || /\b(FATAL|PANIC|ERROR):/.test(done.stderr)) {
      throw new Error(`${done.error?.message ?? ''}\n${done.stderr}`);
    }
  };
  // why: the initdb of a killed attempt may still be writing, so each attempt has a new draft
  // folder.
  const draft = `${data}.new-${randomUUID()}`;
  try {
    removeDrafts(data);
    // why: `trust` is never in effect: pg_hba.conf is replaced before the first postmaster starts.
    const fixed = ['-D', draft, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions'];
    run('initdb', [...fixed, ...locale]);
    fs.writeFileSync(join(draft, 'pg_hba.conf'), 'local all all scram-sha-256\n');
    // Single-user mode reads one statement per line; the passwords are hexadecimal.
    const setUp = `alter role postgres password '${credentials.superuser}'
create role ${OWNER} login createrole password '${credentials.owner}'
create database ${OWNER} owner ${OWNER}\n`;
    run('postgres', ['--single', '-D', draft, 'postgres'], setUp);
    fs.renameSync(draft, data);
  } catch (error) {
    removeDrafts(data);
    throw toStartError(`Cannot make the database in ${data}`, error);
  }
}

function removeDrafts(data: string): void {
  const names = fs.readdirSync(dirname(data));
  for (const name of names.filter((each) => each.startsWith(`${basename(data)}.new`))) {
    try {
      fs.rmSync(join(dirname(data), name), { recursive: true, force: true, maxRetries: 2 });
    } catch {
      // Still being written to; the next start removes it.
    }
  }
}

/** Settings of every server that this process starts, for a machine of about two cores and 2 GB. */
const settings: Record<string, string> = {
  listen_addresses: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '60',
  // why: part of the 512 MB that all takes; what does not fit is in the system's cache of files.
  shared_buffers: '48MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  log_checkpoints: 'off',
  // why: statements, details and messages such as 'invalid input syntax for type uuid: "…"' would
  // put personal data into the log. In log_min_messages, `log` ranks above `error`.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_min_messages: 'log',
};

/** Options of a server: paths are absolute, `settings` override ours, `signal` aborts the start. */
export type Launch = Record<'native' | 'data' | 'socketFolder' | 'logFile', string> & {
  user: RunAs;
  settings?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/** A running postmaster. `exited` resolves when it has ended, for any reason. */
export type Postmaster = { pid: number; exited: Promise<void> };

/**
 * Starts a postmaster on `data` and waits until it accepts connections (crash recovery included).
 * It is detached, so that Ctrl-C in the terminal does not end it before requests in flight are
 * done.
 * @throws StartError with PostgreSQL's message when it does not start; the signal's reason.
 */
export async function launch(options: Launch, tries = 10): Promise<Postmaster> {
  const { native, data, logFile, socketFolder, user, signal } = options;
  signal?.throwIfAborted();
  // A killed server leaves its socket and the socket's lock file, which would block the next one.
  for (const name of fs.readdirSync(socketFolder)) fs.rmSync(join(socketFolder, name));
  const logStart = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const output = fs.openSync(logFile, 'a', 0o600);
  const all = { ...settings, unix_socket_directories: socketFolder, ...options.settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(native, 'bin/postgres'), ['-D', data, ...flags], {
    ...spawnOptions(user),
    detached: true,
    stdio: ['ignore', output, output],
  });
  fs.closeSync(output);
  child.unref();
  // why: PostgreSQL must not outlive a crash of this process; only kill -9 can leave it running.
  const onExit = () => child.kill('SIGINT');
  process.once('exit', onExit);
  let ended = false;
  const exited = new Promise<unknown>((end) => child.once('exit', end).once('error', end));
  const afterwards = exited.then(() => {
    ended = true;
    process.off('exit', onExit);
  });
  const pid = child.pid ?? 0;
  const isReady = () => {
    const state = readPostmasterFile(data);
    return state?.pid === pid && state.ready;
  };
  await until(120_000, () => ended || isReady() || signal?.aborted === true);
  if (!ended && isReady()) {
    // why: this process's event loop serves every request, a PostgreSQL backend only one, so
    // backends get a lower priority. They are forked by the postmaster and inherit it.
    setPriority(pid, Math.min(getPriority() + 5, 19));
    return { pid, exited: afterwards };
  }
  await stopPostmaster(pid);
  signal?.throwIfAborted();
  // why: `logStart` counts bytes, and messages may hold letters of several bytes.
  const messages = fs.readFileSync(logFile).subarray(logStart).toString();
  if (tries > 1 && messages.includes('pre-existing shared memory block')) {
    // Children of a killed postmaster are still exiting.
    await sleep(200);
    return launch(options, tries - 1);
  }
  throw toStartError(`PostgreSQL does not start on ${data}`, messages);
}

/** Polls `done`; false on timeout. why: performance.now(), since the wall clock may be changed. */
async function until(milliseconds: number, done: () => boolean): Promise<boolean> {
  for (const deadline = performance.now() + milliseconds; !done(); await sleep(10)) {
    if (performance.now() > deadline) return false;
  }
  return true;
}

/** Parses `postmaster.pid` of a data folder, whether or not that process is alive. */
export function readPostmasterFile(data: string) {
  // postmaster.pid: pid, data folder, start time, port, socket folder, address, memory key, status.
  const lines = readIfThere(join(data, 'postmaster.pid'))?.split('\n');
  if (!lines) return null;
  const [pid, , , , socketFolder = '', , , status] = lines;
  return { pid: Number(pid), socketFolder, ready: status?.trim() === 'ready' };
}

/**
 * Cleans up after a killed process: stops a postmaster that still runs on `data`, and makes its pid
 * file harmless.
 * @returns Whether a postmaster was running.
 */
export async function clearLeftovers(data: string): Promise<boolean> {
  const file = join(data, 'postmaster.pid');
  const pid = readPostmasterFile(data)?.pid ?? 0;
  const runs = isPostmasterOf(pid, data);
  if (runs) await stopPostmaster(pid);
  // why: PostgreSQL refuses to start when the pid belongs to any living process (zombies included)
  // except its own parent, so the parent's pid is written. The rest of the file lets it detect
  // living children of the old postmaster.
  const text = readIfThere(file);
  if (text !== null) fs.writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
  return runs;
}

/** Stops a postmaster within 5 seconds: a fast shutdown, then an immediate one, then SIGKILL. */
export async function stopPostmaster(pid: number): Promise<void> {
  const start = startedAt(pid);
  if (start === null) return;
  for (const [name, wait] of Object.entries({ SIGINT: 3_500, SIGQUIT: 1_000, SIGKILL: 400 })) {
    process.kill(pid, name);
    if (await until(wait, () => startedAt(pid) !== start)) return;
  }
  throw new StartError(`PostgreSQL (process ${pid}) does not stop.`);
}

/**
 * A private folder for the socket: beside the data, or in /tmp when that path is too long (107
 * bytes on Linux, 103 on macOS). The caller removes it.
 */
export function socketFolderFor(home: string, user: RunAs): string {
  const near = join(home, 'socket');
  const isShort = Buffer.byteLength(join(near, `.s.PGSQL.${PORT}.lock`)) <= 103;
  const folder = isShort ? near : fs.mkdtempSync('/tmp/studio-rental-');
  makePrivate(folder, user);
  return folder;
}
