import { join } from 'node:path';
import type { Hono } from 'hono';
import {
  connectionFromUrl,
  type ConnectionOptions,
  type Database,
  type EmbeddedServer,
  isDiskFault,
  type Log,
  migrationState,
  type ObjectStore,
  poolLoad,
  type PoolLoad,
  refusePooler,
  startEmbedded,
  sweepRemoved,
  writableFolder,
} from '#backend';
import {
  createDiskStore,
  createFunctions,
  createGateway,
  createRealtime,
  createS3Store,
  type GatewayEnv,
  loadKeys,
  type Realtime,
} from '#backend/api';
import { backupsOf, type MakeBackup } from './backup/studio-backup.ts';
import { cacheCatalogueReads } from './catalogue-reads.ts';
import { followCatalogue, type CatalogueVersion } from './catalogue-version.ts';
import { type Environment, limitsOf, s3Of } from './environment.ts';
import type { FirstAdmin } from './first-admin.ts';
import { createDatabaseOutbox, createRemoteOutbox, type Outbox } from './messages/outbox.ts';
import { MIGRATIONS } from './schema/migrations.ts';
import { followOverdue } from './overdue.ts';
import { fillEmpty, prepareDatabase } from './prepare-database.ts';

const SWEEP_MS = 600_000;
const SUPABASE = join(import.meta.dirname, '../supabase');

/**
 * The home of the data (one of the three places where the backend runs) and the connections to it.
 */
export interface Home {
  kind: 'embedded' | 'postgres' | 'supabase';
  /** Backend address and key for the browser; `url` is null when this process is the backend. */
  config: { url: string | null; anonKey: string };
  /** The embedded API; null in the Supabase home. */
  gateway: Hono<GatewayEnv> | null;
  /** Live changes, null in the Supabase home. */
  realtime: Realtime | null;
  /** Location of database and files, for the operator; without passwords. */
  place: string;
  /** Sign-in hint to print (see pendingAdmin); null in the Supabase home. */
  firstAdmin: FirstAdmin | 'none' | null;
  /**
   * The catalogue's version (see CatalogueVersion); null in the Supabase home, which sends no
   * notifications.
   */
  catalogueVersion: CatalogueVersion['current'] | null;
  /**
   * Why the home is not ready, for the operator; null when it is. Rejects when the database is
   * unreachable.
   */
  readinessProblem(): Promise<string | null>;
  /** Writes a backup into DATA_DIR; null in the Supabase home. */
  makeBackup: MakeBackup | null;
  /** Load of the request pool; null in the Supabase home. */
  load: (() => PoolLoad) | null;
  /** The outbox of messages; null in the Supabase home without MESSAGES_SECRET. */
  outbox: Outbox | null;
  /** Closes the connections and stops what openHome started. */
  close(): Promise<void>;
}

/** The store for pictures: the S3 bucket of the environment, or a folder in DATA_DIR. */
export function objectStore(env: Environment, log: Log): ObjectStore {
  const bucket = s3Of(env);
  return bucket ? createS3Store(bucket, log) : createDiskStore(join(env.DATA_DIR, 'storage'));
}

/**
 * Opens the home that the environment selects and brings it up to date: platform, migrations and,
 * on the first start of the embedded home, demo data and the first admin.
 * @param signal aborts; a database that was started is stopped again.
 * @throws {StartError} with one line for the operator; the signal's reason.
 */
export async function openHome(env: Environment, log: Log, signal: AbortSignal): Promise<Home> {
  if (env.SUPABASE_URL) {
    const config = { url: env.SUPABASE_URL, anonKey: env.SUPABASE_ANON_KEY ?? '' };
    const { MESSAGES_SECRET: secret } = env;
    return {
      kind: 'supabase',
      config,
      gateway: null,
      realtime: null,
      place: `Supabase project at ${env.SUPABASE_URL}`,
      firstAdmin: null,
      catalogueVersion: null,
      readinessProblem: () => supabaseProblem(env),
      makeBackup: null,
      load: null,
      outbox: secret === undefined ? null : createRemoteOutbox({ ...config, secret }),
      close: async () => {},
    };
  }
  writableFolder(env.DATA_DIR);
  const started = env.DATABASE_URL
    ? null
    : await startEmbedded({ dataDir: env.DATA_DIR, log, signal });
  try {
    return await Promise.race([openDatabaseHome(env, log, started), abortOf(signal)]);
  } catch (error) {
    await started?.stop();
    throw error;
  }
}

/** Rejects when the signal aborts; never resolves. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Opens the home on the started embedded server, or on the PostgreSQL of DATABASE_URL. */
async function openDatabaseHome(
  env: Environment,
  log: Log,
  started: EmbeddedServer | null,
): Promise<Home> {
  const owner = started?.owner ?? connectionFromUrl(env.DATABASE_URL ?? '');
  const store = objectStore(env, log);
  let db: Database | undefined;
  let catalogue: CatalogueVersion | undefined;
  try {
    if (!started) await refusePooler(owner);
    const prepared = await prepareDatabase(owner, (empty) =>
      fillEmpty(empty, env, store, started !== null),
    );
    const { db: opened, firstAdmin } = prepared;
    db = opened;
    const keys = await loadKeys(db.owner, env.JWT_SECRET ? { jwtSecret: env.JWT_SECRET } : {});
    catalogue = await followCatalogue(owner, db.owner);
    const functions = createFunctions({
      folder: join(SUPABASE, 'functions'),
      config: join(SUPABASE, 'config.toml'),
      keys,
      log,
      watching: process.env['NODE_ENV'] !== 'production',
    });
    const gateway = createGateway({
      db,
      keys,
      store,
      cacheRoot: join(env.DATA_DIR, 'cache'),
      trustedProxies: env.TRUSTED_PROXIES,
      limits: limitsOf(env),
      readCache: cacheCatalogueReads(catalogue.current),
      functions,
      log,
    });
    const sweep = () =>
      sweepRemoved(opened.owner, store).catch((error: unknown) =>
        log('error', 'Removed pictures could not be deleted', { code: Object(error).code }),
      );
    const sweeping = setInterval(() => void sweep(), SWEEP_MS).unref();
    const overdue = followOverdue(opened.owner, log);
    return {
      kind: started ? 'embedded' : 'postgres',
      config: { url: null, anonKey: keys.anonKey },
      gateway,
      realtime: await createRealtime({ db, keys, log }),
      place: placeOf(env, owner, started),
      firstAdmin,
      catalogueVersion: catalogue.current,
      readinessProblem: () => databaseProblem(opened),
      makeBackup: backupsOf({ target: owner, objects: store, dataDir: env.DATA_DIR }),
      load: () => poolLoad(opened.requests),
      outbox: createDatabaseOutbox(owner, opened.owner),
      close: async () => {
        clearInterval(sweeping);
        overdue.close();
        await functions.close();
        await catalogue?.close();
        await opened.close();
        await started?.stop();
      },
    };
  } catch (error) {
    await catalogue?.close();
    await db?.close();
    throw error;
  }
}

function placeOf(
  env: Environment,
  { host, port, database }: ConnectionOptions,
  started: EmbeddedServer | null,
): string {
  const where = started
    ? `embedded PostgreSQL, database in ${join(started.home, 'data')}`
    : `PostgreSQL of DATABASE_URL, database "${database}" at ${host}:${port}`;
  const bucket = s3Of(env);
  return `${where}; ${bucket ? `pictures in bucket ${bucket.bucket}; ` : ''}folder ${env.DATA_DIR}`;
}

/**
 * Reason for which the database does not serve or store, for the operator; null without one.
 * Rejects when it is unreachable.
 */
async function databaseProblem({ owner, requests }: Database): Promise<string | null> {
  try {
    await requests.begin('read only', async (sql) => {
      // why: more than fits, so it is written to the database's disk; nothing of it stays.
      await sql`set local work_mem = '64kB'`;
      await sql`select count(*) from generate_series(1, 20000)`;
    });
  } catch (error) {
    if (isDiskFault(error)) return 'The disk of the database is full, read-only or failing';
    throw error;
  }
  const { missing } = await migrationState(owner, MIGRATIONS);
  return missing.length === 0 ? null : `The database lacks ${missing.length} migrations`;
}

async function supabaseProblem(env: Environment): Promise<string | null> {
  const headers = { apikey: env.SUPABASE_ANON_KEY ?? '' };
  const signal = AbortSignal.timeout(2000);
  const { ok } = await fetch(`${env.SUPABASE_URL}/auth/v1/health`, { headers, signal });
  return ok ? null : 'The Supabase project does not answer';
}
