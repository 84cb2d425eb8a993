import { createHmac } from 'node:crypto';
import postgres from 'postgres';
import { preparePlatform } from './platform.ts';
import { openSocket } from './socket.ts';
import { StartError } from './start-error.ts';

/** A pool of postgres.js, or (as `TransactionSql`) one transaction of it. */
export type Sql = postgres.Sql;

/** `verify` checks the certificate and its name; by the authorities in the file `ca`, or Node's. */
export type Encryption = { verify: boolean; ca?: string };

/** Where a PostgreSQL is and who we are there. `host` is a name, or the absolute folder of a Unix socket. */
export type ConnectionOptions = Record<'host' | 'database' | 'username' | 'password', string> & {
  port: number;
  /** Absent = no encryption. */
  ssl?: Encryption;
};

/**
 * `owner` owns the schema: migrations, sign-in, our own bookkeeping. `requests` logs in as
 * `authenticator`, which may do nothing but become anon, authenticated or service_role: whatever a
 * request sends, even `reset role`, it cannot become more.
 */
export type Database = { owner: Sql; requests: Sql; close: () => Promise<void> };

/**
 * Reads a `postgres://user:password@host:port/database` URL; `sslmode`, `sslrootcert` and, for a
 * Unix socket, `host=/folder` as libpq has them
 * (https://www.postgresql.org/docs/current/libpq-connect.html).
 * @throws StartError when it is not such a URL.
 */
export function connectionFromUrl(text: string): ConnectionOptions {
  // The form with no host, for a socket's folder in `host`, is libpq's alone.
  const url = URL.parse(text.replace('@/', '@localhost/'));
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.username) {
    throw new StartError(
      'The database URL must look like postgres://user:password@host:5432/name.',
    );
  }
  const { hostname, pathname, searchParams } = url;
  const parts = [url.username, url.password, hostname, pathname.slice(1)];
  const [username = '', password = '', name, database] = parts.map(decodeURIComponent);
  const mode = searchParams.get('sslmode') ?? 'disable';
  const ca = searchParams.get('sslrootcert');
  const ssl = { verify: ca !== null || mode.startsWith('verify'), ...(ca && { ca }) };
  return {
    host: searchParams.get('host') ?? (name || 'localhost'),
    port: Number(url.port || searchParams.get('port') || 5432),
    database: database || username,
    username,
    password,
    ...(mode !== 'disable' && { ssl }),
  };
}

/**
 * `onLost` is called whenever a connection ends, or cannot be made. A connection on which nothing
 * comes or goes for `silence` milliseconds is given up, with what waits for its answer.
 */
type PoolOptions = { max: number; name: string; onLost?: () => void; silence?: number };

/** why: a statement of a request ends within a minute, so longer silence is a line that is dead. */
const SILENCE_MS = 75_000;

/** Opens a pool; connections are made when first needed. */
export function openPool(target: ConnectionOptions, options: PoolOptions): Sql {
  const { ssl: _, ...login } = target;
  // why: apart, as the driver's types do not know it.
  const way = { socket: () => openSocket(target, options.silence) };
  return postgres({
    ...login,
    ...way,
    max: options.max,
    idle_timeout: 60,
    connect_timeout: 10,
    // why: by default a pool that met a dead server waits up to 20 s before it looks again. That it
    // asks is also the only word that a listener gets of a lost connection.
    backoff: () => {
      options.onLost?.();
      return 0.1;
    },
    onnotice: () => {},
    connection: { application_name: options.name },
  });
}

/**
 * Opens the two pools on a database, after bringing it to what a Supabase project has from the
 * start (roles, `auth`, `storage`; see platform.ts). Any number of processes may do so at once.
 * `platform` is the last of the platform's migrations to apply, all of them without it.
 * @throws StartError when the database cannot be reached or the owner lacks a right.
 */
export async function openDatabase(
  target: ConnectionOptions,
  options: { ownerConnections?: number; requestConnections?: number; platform?: string } = {},
): Promise<Database> {
  const { ownerConnections = 5, requestConnections = 16, platform } = options;
  const owner = openPool(target, { max: ownerConnections, name: 'studio-owner' });
  const password = createHmac('sha256', target.password).update('authenticator').digest('hex');
  const login = { ...target, username: 'authenticator', password };
  const requests = openPool(login, {
    max: requestConnections,
    name: 'studio-requests',
    silence: SILENCE_MS,
  });
  const close = async () => {
    await Promise.all([owner.end({ timeout: 2 }), requests.end({ timeout: 2 })]);
  };
  try {
    await preparePlatform(owner, requests, password, platform);
    return { owner, requests, close };
  } catch (error) {
    await close();
    throw error;
  }
}
