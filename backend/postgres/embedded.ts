import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { packagedBinaries, runnableBinaries } from './binaries.ts';
import * as cluster from './cluster.ts';
import type { ConnectionOptions } from './database.ts';
import { canEnter, isPostmasterOf, makePrivate, readIfThere } from './processes.ts';
import { takeLock, unprivilegedUser, type RunAs } from './processes.ts';
import { explain, StartError } from './start-error.ts';

/** A PostgreSQL of our own, under the data folder. `owner` is an ordinary role, not the superuser. */
export type EmbeddedServer = { owner: ConnectionOptions; stop: () => Promise<void> };

/** Where data and binaries go when PostgreSQL's user cannot enter the data folder. */
const SHARED = '/var/lib/studio-rental';

/** Milliseconds before a server that has ended is started again. */
const PAUSE = 500;

type Options = { dataDir: string };

/**
 * Starts PostgreSQL on `dataDir` (made on the first start) and resolves when it takes connections.
 * A server that a killed process left running is stopped first; one that ends by itself later is
 * started again, at the same place.
 * @throws StartError: in use, not writable, disk full, no binaries for this platform.
 */
export async function startEmbedded(options: Options & { log: Log }): Promise<EmbeddedServer> {
  const { log } = options;
  const packaged = packagedBinaries();
  const dataDir = writableFolder(options.dataDir);
  const unlock = lock(dataDir);
  try {
    const { home, user } = chooseHome(dataDir, log);
    const data = join(home, 'data');
    const native = runnableBinaries(packaged, user, user ? SHARED : dataDir);
    const credentials = credentialsOf(dataDir, data);
    if (!fs.existsSync(data)) {
      log('info', 'Making the database (first start)', { folder: data });
      cluster.createCluster(native, data, user, credentials);
    }
    const version = fs.readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
    if (version !== '18') {
      throw new StartError(`The database in ${data} is of PostgreSQL ${version}, not 18.`);
    }
    const socketFolder = cluster.socketFolderFor(home, user);
    if (await cluster.clearLeftovers(data)) {
      log('warn', 'Stopped a PostgreSQL that an earlier, killed process had left running');
    }
    const logFile = join(home, 'postgres.log');
    const launch = () => cluster.launch({ native, data, socketFolder, logFile, user });
    const ending = new AbortController();
    const stopped = keepRunning(log, await launch(), launch, ending.signal).finally(() => {
      fs.rmSync(socketFolder, { recursive: true, force: true });
      unlock();
    });
    const stop = () => {
      ending.abort();
      return stopped;
    };
    return { owner: ownerConnection(socketFolder, credentials), stop };
  } catch (error) {
    unlock();
    throw explain(`Cannot start the database in ${dataDir}`, error);
  }
}

/** Launches a postmaster again whenever it ends, until the signal; then stops it. */
async function keepRunning(
  log: Log,
  running: cluster.Postmaster,
  launch: () => Promise<cluster.Postmaster>,
  signal: AbortSignal,
): Promise<void> {
  const ending = once(signal, 'abort');
  for (;;) {
    await Promise.race([running.exited, ending]);
    if (signal.aborted) return cluster.stopPostmaster(running.pid);
    log('error', 'PostgreSQL has ended by itself and is being started again');
    await Promise.race([sleep(PAUSE), ending]);
    if (signal.aborted) return;
    try {
      running = await launch();
      log('warn', 'PostgreSQL runs again');
    } catch (error) {
      log('error', explain('Cannot start PostgreSQL', error).message);
    }
  }
}

/** The owner's way, for scripts, to the server that another process runs there; null for none. */
export function attachEmbedded(options: Options): ConnectionOptions | null {
  const dataDir = resolve(options.dataDir);
  try {
    const data = join(homeOf(dataDir), 'data');
    const state = cluster.readPostmasterFile(data);
    if (!state?.ready || !isPostmasterOf(state.pid, fs.realpathSync(data))) return null;
    return ownerConnection(state.socketFolder, credentialsOf(dataDir, data));
  } catch (error) {
    throw explain(`Cannot look for a running database in ${dataDir}`, error);
  }
}

/** Deletes only the database of a data folder. @throws StartError when the folder is in use. */
export function removeEmbedded(options: Options): void {
  const dataDir = writableFolder(options.dataDir);
  const unlock = lock(dataDir);
  for (const path of [homeOf(dataDir), 'home', 'postgres', 'postgres.json']) {
    fs.rmSync(resolve(dataDir, path), { recursive: true, force: true });
  }
  unlock();
}

function lock(dataDir: string): () => void {
  const advice = 'stop it first, or set another DATA_DIR.';
  const inUse = (pid: string) => `${dataDir} is in use by process ${pid}: ${advice}`;
  return takeLock(join(dataDir, 'lock'), inUse);
}

function ownerConnection(host: string, { owner }: cluster.Credentials): ConnectionOptions {
  const { OWNER, PORT } = cluster;
  return { host, port: PORT, database: OWNER, username: OWNER, password: owner };
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

/** The folder of cluster, socket and log; `DATA_DIR/home` holds the name of one in SHARED. */
function homeOf(dataDir: string): string {
  const name = readIfThere(join(dataDir, 'home'))?.trim();
  return name ? join(SHARED, name) : join(dataDir, 'postgres');
}

/** The home and the user it belongs to. Once chosen it stays: a cluster cannot change its owner. */
function chooseHome(dataDir: string, log: Log): { home: string; user: RunAs } {
  const pointer = join(dataDir, 'home');
  const isElsewhere = fs.existsSync(pointer);
  const known = homeOf(dataDir);
  const made = fs.statSync(join(known, 'data'), { throwIfNoEntry: false });
  const user = unprivilegedUser();
  // An earlier start made it, perhaps as an ordinary user: go on as that user.
  if (made) return { home: known, user: user && { uid: made.uid, gid: made.gid } };
  if (isElsewhere && !fs.existsSync(known)) {
    throw new StartError(
      `The database of ${dataDir} was kept in ${known}, which is not there: ` +
        `bring it back, or remove ${pointer} to start with an empty one.`,
    );
  }
  makePrivate(known, user);
  if (isElsewhere || canEnter(known, user)) return { home: known, user };
  fs.rmSync(known, { recursive: true });
  const home = join(SHARED, randomBytes(8).toString('hex'));
  fs.mkdirSync(SHARED, { recursive: true });
  fs.chmodSync(SHARED, 0o755);
  makePrivate(home, user);
  fs.writeFileSync(pointer, `${basename(home)}\n`);
  log('info', `PostgreSQL's user cannot enter ${dataDir}: the database is kept in ${home}`);
  return { home, user };
}

/** The kept passwords, made on the first start. @throws StartError when they are lost. */
function credentialsOf(dataDir: string, data: string): cluster.Credentials {
  const file = join(dataDir, 'postgres.json');
  const kept = readIfThere(file);
  if (kept !== null) return JSON.parse(kept) as cluster.Credentials;
  if (fs.existsSync(data)) {
    throw new StartError(`The passwords of ${data} are missing: bring ${file} back.`);
  }
  const secret = () => randomBytes(24).toString('hex');
  const credentials = { superuser: secret(), owner: secret() };
  fs.writeFileSync(`${file}.new`, JSON.stringify(credentials), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
  return credentials;
}
