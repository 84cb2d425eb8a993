import { createHmac } from 'node:crypto';
import postgres from 'postgres';
import type { ConnectionOptions, Sql } from './connection.ts';
import { openLanes } from './lanes.ts';
import { preparePlatform } from './platform.ts';
import { openSocket } from './socket.ts';
import { StartError } from './start-error.ts';

/**
 * `owner` owns the schema: migrations, sign-in, the backend's tables. `requests` logs in as
 * `authenticator`, which can only become anon, authenticated or service_role: whatever SQL a
 * request might inject, even `reset role`, it gains no more rights. Requests themselves run on the
 * connections of their kind, beside it (lanes.ts).
 */
export type Database = { owner: Sql; requests: Sql; close: () => Promise<void> };

/**
 * Parses a `postgres://user:password@host:port/database` URL, with libpq's `sslmode`, `sslrootcert`
 * and, for a Unix socket, `host=/folder`
 * (https://www.postgresql.org/docs/current/libpq-connect.html).
 * @throws StartError for another form.
 */
export function connectionFromUrl(text: string): ConnectionOptions {
  // The form without a host, with the socket's folder in `host`, is libpq's alone.
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
 * `onLost` is called whenever a connection ends or cannot be opened. A connection without traffic
 * for `silence` milliseconds is closed, and its pending queries fail.
 */
type PoolOptions = { max: number; name: string; onLost?: () => void; silence?: number };

/**
 * why: a request's statement times out within a minute, so after a longer silence the connection is
 * dead.
 */
const SILENCE_MS = 75_000;

/**
 * A connection is replaced after this time (s). why: a session keeps its plans, and all memory that
 * its dearest statement took, for as long as it lives.
 */
const LIFETIME_S = 600;

/** Opens a pool; connections are opened on first use. */
export function openPool(target: ConnectionOptions, options: PoolOptions): Sql {
  const { ssl: _, ...login } = target;
  // why: a separate object, because the driver's types lack this option.
  const transport = { socket: () => openSocket(target, options.silence) };
  return postgres({
    ...login,
    ...transport,
    max: options.max,
    idle_timeout: 60,
    max_lifetime: LIFETIME_S,
    connect_timeout: 10,
    // why: by default the pool waits up to 20 s before it reconnects. This callback is also the
    // only notice of a lost connection that a listener gets.
    backoff: () => {
      options.onLost?.();
      return 0.1;
    },
    onnotice: () => {},
    // why: by default, `01/12/2026` in a JSON argument would be 12 January; so it is an error.
    connection: { application_name: options.name, DateStyle: 'ISO, YMD' },
  });
}

/**
 * Opens both pools on a database, after creating what a Supabase project starts with (roles,
 * `auth`, `storage`; see platform.ts). Any number of processes may do so at once. `platform` is the
 * last platform migration to apply; the default is all.
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
  const openRequests = (max: number) =>
    openPool(login, { max, name: 'studio-requests', silence: SILENCE_MS });
  const requests = openRequests(requestConnections);
  const closeLanes = openLanes(requests, openRequests);
  const close = async () => {
    await Promise.all([owner.end({ timeout: 2 }), requests.end({ timeout: 2 }), closeLanes()]);
  };
  try {
    await preparePlatform(owner, requests, password, platform);
    return { owner, requests, close };
  } catch (error) {
    await close();
    throw error;
  }
}
