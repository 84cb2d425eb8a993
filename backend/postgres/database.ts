import { createHmac } from 'node:crypto';
import postgres from 'postgres';
import { preparePlatform } from './platform.ts';
import { StartError } from './start-error.ts';

/** A pool of postgres.js, or (as `TransactionSql`) one transaction of it. */
export type Sql = postgres.Sql;

/** Where a PostgreSQL is and who we are there. `host` is a name, or the absolute folder of a Unix socket. */
export type ConnectionOptions = {
  host: string;
  port: number;
  database: string;
  username: string;
  password: string;
  /** `verify` also checks the certificate; absent = no encryption. */
  ssl?: 'require' | 'verify';
};

/**
 * `owner` owns the schema: migrations, sign-in, our own bookkeeping. `requests` logs in as
 * `authenticator`, which may do nothing but become anon, authenticated or service_role: whatever a
 * request sends, even `reset role`, it cannot become more.
 */
export type Database = { owner: Sql; requests: Sql; close: () => Promise<void> };

/**
 * Reads a `postgres://user:password@host:port/database` URL; `sslmode` and, for a Unix socket,
 * `host=/folder` as libpq has them (https://www.postgresql.org/docs/current/libpq-connect.html).
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
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  return {
    host: url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || 'localhost'),
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database: decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(mode.startsWith('verify') && { ssl: 'verify' as const }),
    ...(/^(allow|prefer|require)$/.test(mode) && { ssl: 'require' as const }),
  };
}

/** Opens a pool; connections are made when first needed. */
export function openPool(
  target: ConnectionOptions,
  options: { max: number; name: string; idleSeconds?: number },
): Sql {
  return postgres({
    ...target,
    ssl: target.ssl === 'verify' ? 'verify-full' : (target.ssl ?? false),
    max: options.max,
    idle_timeout: options.idleSeconds ?? 60,
    connect_timeout: 10,
    // why: by default a pool that met a dead server waits up to 20 s before it looks again.
    backoff: () => 0.1,
    onnotice: () => {},
    connection: { application_name: options.name },
  });
}

/**
 * Opens the two pools on a database, after bringing it to what a Supabase project has from the
 * start (roles, `auth`, `storage`; see platform.ts). Any number of processes may do so at once.
 * @throws StartError when the database cannot be reached or the owner lacks a right.
 */
export async function openDatabase(
  target: ConnectionOptions,
  options: { ownerConnections?: number; requestConnections?: number } = {},
): Promise<Database> {
  const owner = openPool(target, { max: options.ownerConnections ?? 5, name: 'studio-owner' });
  const password = createHmac('sha256', target.password).update('authenticator').digest('hex');
  const requests = openPool(
    { ...target, username: 'authenticator', password },
    { max: options.requestConnections ?? 16, name: 'studio-requests' },
  );
  const close = async () => {
    await Promise.all([owner.end({ timeout: 2 }), requests.end({ timeout: 2 })]);
  };
  try {
    await preparePlatform(owner, { password, works: () => logsIn(requests) });
    return { owner, requests, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether requests can log in and become each of the API roles. */
async function logsIn(pool: Sql): Promise<boolean> {
  try {
    const [found] = await pool<[{ ready: boolean }]>`
      select count(*) = 3 as ready from pg_roles
      where rolname in ('anon', 'authenticated', 'service_role') and pg_has_role(oid, 'member')`;
    return found.ready;
  } catch (error) {
    // 28P01 wrong password or no such role, 28000 a role that may not log in.
    if (error instanceof postgres.PostgresError && error.code.startsWith('28')) return false;
    throw error;
  }
}
