import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { packagedBinaries, runnableBinaries } from './binaries.ts';
import * as cluster from './cluster.ts';
import type { Credentials } from './cluster.ts';
import type { ConnectionOptions } from './database.ts';
import { canEnter, isPostmasterOf, readIfThere, takeLock, unprivilegedUser } from './processes.ts';
import type { RunAs } from './processes.ts';
import { explain, StartError } from './start-error.ts';

export type { ConnectionOptions };

/** A PostgreSQL of our own, under the data folder. `owner` is an ordinary role, not the superuser. */
export type EmbeddedServer = { owner: ConnectionOptions; stop: () => Promise<void> };

/** Where data and binaries go when PostgreSQL's user cannot enter the data folder. */
const SHARED = '/var/lib/studio-rental';

/**
 * Starts PostgreSQL on `dataDir` (made on the first start) and resolves when it takes connections.
 * A server that a killed process left running is stopped first; one that ends by itself later is
 * started again, at the same place.
 * @throws StartError: in use, not writable, disk full, no binaries for this platform.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: Log;
}): Promise<EmbeddedServer> {
  const { log } = options;
  const native = packagedBinaries();
  const dataDir = writableFolder(options.dataDir);
  const unlock = lock(dataDir);
  try {
    const { home, user } = chooseHome(dataDir, log);
    const data = join(home, 'data');
    const bin = runnableBinaries(native, user, user ? SHARED : dataDir);
    const credentials = readCredentials(dataDir) ?? writeCredentials(dataDir, data);
    if (fs.existsSync(data)) checkVersion(data);
    else {
      log('info', 'Making the database (first start)', { folder: data });
      cluster.createCluster(bin, data, user, credentials);
    }
    const socketFolder = cluster.socketFolderFor(home, user);
    const logFile = join(home, 'postgres.log');
    const stopServer = await keepRunning(log, async () => {
      if (await cluster.clearLeftovers(data)) {
        log('warn', 'Stopped a PostgreSQL that an earlier, killed process had left running');
      }
      return cluster.launch({ native: bin, data, socketFolder, logFile, user });
    });
    let stopping: Promise<void> | null = null;
    const stop = async () => {
      await stopServer();
      cluster.removeSocketFolder(socketFolder, home);
      unlock();
    };
    return {
      owner: ownerConnection(socketFolder, credentials),
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    unlock();
    throw explain(`Cannot start the database in ${dataDir}`, error);
  }
}

/**
 * Boots a postmaster, and again whenever it ends: after 0.1 s, then at doubling pauses of at most
 * 5 s until one has run for a minute.
 * @returns Stops it for good.
 * @throws What the first boot throws.
 */
async function keepRunning(
  log: Log,
  boot: () => Promise<cluster.Postmaster>,
): Promise<() => Promise<void>> {
  let running = await boot();
  let booting = Promise.resolve();
  const ending = new AbortController();
  const watch = async () => {
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      const since = performance.now();
      await running.exited;
      if (ending.signal.aborted) return;
      if (performance.now() - since > 60_000) pause = 100;
      log('error', 'PostgreSQL has ended by itself and is being started again');
      await sleep(pause, null, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      booting = boot().then(
        (postmaster) => {
          running = postmaster;
          log('warn', 'PostgreSQL runs again');
        },
        (error: Error) => log('error', error.message),
      );
      await booting;
    }
  };
  void watch();
  return async () => {
    ending.abort();
    await booting;
    await cluster.stopPostmaster(running.pid);
  };
}

/**
 * The owner's connection to the server that another process runs on this data folder, for scripts;
 * null when none is running.
 */
export function attachEmbedded(options: { dataDir: string }): ConnectionOptions | null {
  const dataDir = resolve(options.dataDir);
  try {
    const id = readIfThere(join(dataDir, 'home'))?.trim();
    const data = join(id ? join(SHARED, id) : join(dataDir, 'postgres'), 'data');
    const credentials = readCredentials(dataDir);
    const state = cluster.readPostmasterFile(data);
    if (!credentials || !state?.ready) return null;
    if (!isPostmasterOf(state.pid, fs.realpathSync(data))) return null;
    return ownerConnection(state.socketFolder, credentials);
  } catch (error) {
    throw explain(`Cannot look for a running database in ${dataDir}`, error);
  }
}

/**
 * Deletes the database of a data folder, wherever it is kept; other files of the folder stay.
 * @throws StartError when the folder is in use.
 */
export function removeEmbedded(options: { dataDir: string }): void {
  const dataDir = writableFolder(options.dataDir);
  const unlock = lock(dataDir);
  const id = readIfThere(join(dataDir, 'home'))?.trim();
  for (const path of ['home', 'postgres', 'postgres.json']) {
    fs.rmSync(join(dataDir, path), { recursive: true, force: true });
  }
  if (id) fs.rmSync(join(SHARED, id), { recursive: true, force: true });
  unlock();
}

function lock(dataDir: string): () => void {
  const inUse = (pid: number) =>
    `${dataDir} is in use by process ${pid}: stop it first, or set another DATA_DIR.`;
  return takeLock(join(dataDir, 'lock'), inUse);
}

function ownerConnection(host: string, credentials: Credentials): ConnectionOptions {
  const name = cluster.OWNER;
  const password = credentials.owner;
  return { host, port: cluster.PORT, database: name, username: name, password };
}

/** Makes a folder where there is none, and answers its real path. Throws StartError when it cannot be written to. */
export function writableFolder(path: string): string {
  try {
    fs.mkdirSync(path, { recursive: true });
    fs.accessSync(path, fs.constants.W_OK);
    return fs.realpathSync(path);
  } catch (error) {
    throw explain(`Cannot write to the data folder ${resolve(path)}`, error);
  }
}

/**
 * The folder of cluster, socket and log, and the user they belong to. Once chosen it stays: a
 * cluster cannot change its owner. `DATA_DIR/home` holds the name of a folder in SHARED.
 */
function chooseHome(dataDir: string, log: Log): { home: string; user: RunAs } {
  const pointer = join(dataDir, 'home');
  const id = readIfThere(pointer)?.trim();
  const known = id ? join(SHARED, id) : join(dataDir, 'postgres');
  const made = fs.statSync(join(known, 'data'), { throwIfNoEntry: false });
  const user = unprivilegedUser();
  // An earlier start made it, perhaps as an ordinary user: go on as that user.
  if (made) return { home: known, user: user && { uid: made.uid, gid: made.gid } };
  if (id && !fs.existsSync(known)) {
    throw new StartError(
      `The database of ${dataDir} was kept in ${known}, which is not there: ` +
        `bring it back, or remove ${pointer} to start with an empty one.`,
    );
  }
  makeHome(known, user);
  if (id || canEnter(known, user)) return { home: known, user };
  fs.rmSync(known, { recursive: true });
  const name = randomBytes(8).toString('hex');
  const home = join(SHARED, name);
  fs.mkdirSync(SHARED, { recursive: true });
  fs.chmodSync(SHARED, 0o755);
  makeHome(home, user);
  fs.writeFileSync(pointer, `${name}\n`);
  log('info', `PostgreSQL's user cannot enter ${dataDir}: the database is kept in ${home}`);
  return { home, user };
}

function makeHome(path: string, user: RunAs): void {
  fs.mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user) fs.chownSync(path, user.uid, user.gid);
}

function checkVersion(data: string): void {
  const version = fs.readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== '18') {
    throw new StartError(`The database in ${data} is of PostgreSQL ${version}, not 18.`);
  }
}

function readCredentials(dataDir: string): Credentials | null {
  const text = readIfThere(join(dataDir, 'postgres.json'));
  return text === null ? null : (JSON.parse(text) as Credentials);
}

function writeCredentials(dataDir: string, data: string): Credentials {
  const file = join(dataDir, 'postgres.json');
  if (fs.existsSync(data)) {
    throw new StartError(`The passwords of ${data} are missing: bring ${file} back.`);
  }
  const secret = () => randomBytes(24).toString('hex');
  const credentials = { superuser: secret(), owner: secret() };
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
  return credentials;
}
