import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../core/log.ts';
import { packagedBinaries, runnableBinaries } from './binaries.ts';
import * as cluster from './cluster.ts';
import type { ConnectionOptions } from './connection.ts';
import { isPostmasterOf, readIfThere, takeLock, unprivilegedUser } from './processes.ts';
import { watchLog } from './server-log.ts';
import { foreignOwner, homeOf, lockHome, makeHome, SHARED } from './shared-home.ts';
import { toStartError, StartError } from './start-error.ts';

/**
 * An embedded PostgreSQL with its cluster, socket and log in the folder `home`. `owner` is an
 * ordinary role, not the superuser.
 */
export type EmbeddedServer = {
  owner: ConnectionOptions;
  home: string;
  stop: () => Promise<void>;
};

/** Pause in milliseconds before a crashed server is restarted. */
const RESTART_DELAY_MS = 500;

type Options = { dataDir: string };

/**
 * Starts PostgreSQL on `dataDir` (created on the first start) and resolves when it accepts
 * connections. A server left running by a killed process is stopped first. A server that crashes
 * later is restarted with the same socket.
 * @param options `signal` aborts a start in progress; `stop` ends a running server.
 * @throws StartError: in use, not writable, disk full, no binaries for this platform.
 */
export async function startEmbedded(
  options: Options & { log: Log; signal?: AbortSignal },
): Promise<EmbeddedServer> {
  const { log, signal } = options;
  const packaged = packagedBinaries();
  const dataDir = writableFolder(options.dataDir);
  const unlocks = [lockFolder(dataDir)];
  const unlock = () => {
    for (const each of unlocks.splice(0).toReversed()) each();
  };
  try {
    const nobody = unprivilegedUser();
    const { home, isNew } = makeHome(dataDir, nobody);
    if (isNew) {
      log('info', `PostgreSQL's user cannot enter ${dataDir}: the database is kept in ${home}`);
    }
    unlocks.push(lockHome(dataDir, inUse(dataDir)));
    const data = join(home, 'data');
    // An earlier start may have created it as an ordinary user; keep using that user.
    const made = fs.statSync(data, { throwIfNoEntry: false });
    const user = nobody && made ? { uid: made.uid, gid: made.gid } : nobody;
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
    const launch = (given?: AbortSignal) =>
      cluster.launch({ native, data, socketFolder, logFile, user, signal: given });
    const first = await launch(signal).catch((error: unknown) => {
      fs.rmSync(socketFolder, { recursive: true, force: true });
      throw error;
    });
    const unwatch = watchLog(logFile, (error) =>
      log('warn', toStartError(`Cannot shorten ${logFile}`, error).message),
    );
    const ending = new AbortController();
    const stopped = keepRunning(log, first, launch, ending.signal).finally(() => {
      unwatch();
      fs.rmSync(socketFolder, { recursive: true, force: true });
      unlock();
    });
    const stop = () => {
      ending.abort();
      return stopped;
    };
    return { owner: ownerConnection(socketFolder, credentials), home, stop };
  } catch (error) {
    unlock();
    throw toStartError(`Cannot start the database in ${dataDir}`, error);
  }
}

/** Restarts the postmaster whenever it exits, until the signal aborts; then stops it. */
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
    await Promise.race([sleep(RESTART_DELAY_MS), ending]);
    if (signal.aborted) return;
    try {
      running = await launch();
      log('warn', 'PostgreSQL runs again');
    } catch (error) {
      log('error', toStartError('Cannot start PostgreSQL', error).message);
    }
  }
}

/**
 * The owner's connection, for scripts, to the server that another process runs on this folder; null
 * when none runs.
 * @throws StartError when the database belongs to another data folder.
 */
export function attachEmbedded(options: Options): ConnectionOptions | null {
  const given = resolve(options.dataDir);
  try {
    if (!fs.existsSync(given)) return null;
    const dataDir = fs.realpathSync(given);
    const refusal = foreignOwner(dataDir);
    if (refusal !== null) throw new StartError(refusal);
    const data = join(homeOf(dataDir).home, 'data');
    const state = cluster.readPostmasterFile(data);
    if (!state?.ready || !isPostmasterOf(state.pid, fs.realpathSync(data))) return null;
    return ownerConnection(state.socketFolder, credentialsOf(dataDir, data));
  } catch (error) {
    throw toStartError(`Cannot look for a running database in ${given}`, error);
  }
}

/** The folder of a data folder's database; `isForeign` when it belongs to another data folder. */
export function databaseFolder({ dataDir }: Options): { folder: string; isForeign: boolean } {
  const real = fs.realpathSync(dataDir);
  return { folder: homeOf(real).home, isForeign: foreignOwner(real) !== null };
}

/**
 * Deletes the database of a data folder and nothing else. A database that belongs to another data
 * folder is kept.
 * @throws StartError when the folder is in use.
 */
export function removeEmbedded(options: Options): void {
  const dataDir = writableFolder(options.dataDir);
  const unlock = lockFolder(dataDir);
  try {
    const { home } = homeOf(dataDir);
    if (fs.existsSync(home) && foreignOwner(dataDir) === null) {
      lockHome(dataDir, inUse(dataDir));
      fs.rmSync(home, { recursive: true, force: true });
    }
    const copies = fs.readdirSync(dataDir).filter((name) => name.startsWith('postgresql-'));
    for (const name of ['home', 'postgres', 'postgres.json', ...copies]) {
      fs.rmSync(join(dataDir, name), { recursive: true, force: true });
    }
  } finally {
    unlock();
  }
}

const inUse = (dataDir: string) => (pid: string) =>
  `${dataDir} is in use by process ${pid}: stop it first, or set another DATA_DIR.`;

const lockFolder = (dataDir: string) => takeLock(join(dataDir, 'lock'), inUse(dataDir));

function ownerConnection(host: string, { owner }: cluster.Credentials): ConnectionOptions {
  const { OWNER, PORT } = cluster;
  return { host, port: PORT, database: OWNER, username: OWNER, password: owner };
}

/**
 * Creates the folder if needed and returns its real path. @throws StartError when it is not
 * writable.
 */
export function writableFolder(path: string): string {
  try {
    makeFolder(resolve(path));
    fs.accessSync(path, fs.constants.W_OK);
    return fs.realpathSync(path);
  } catch (error) {
    throw toStartError(`Cannot write to the data folder ${resolve(path)}`, error);
  }
}

/** why: Node's recursive mkdir loops forever where mkdir always fails (/proc). */
function makeFolder(path: string): void {
  if (fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(path));
  try {
    fs.mkdirSync(path);
  } catch (error) {
    if (fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' ? new Error('no folder can be made there', { cause: error }) : error;
  }
}

/** The saved passwords, generated on the first start. @throws StartError when they are lost. */
function credentialsOf(dataDir: string, data: string): cluster.Credentials {
  const file = join(dataDir, 'postgres.json');
  const saved = readIfThere(file);
  if (saved !== null) return JSON.parse(saved) as cluster.Credentials;
  if (fs.existsSync(data)) {
    throw new StartError(`The passwords of ${data} are missing: bring ${file} back.`);
  }
  const secret = () => randomBytes(24).toString('hex');
  const credentials = { superuser: secret(), owner: secret() };
  fs.writeFileSync(`${file}.new`, JSON.stringify(credentials), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
  return credentials;
}
