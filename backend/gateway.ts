import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { ApiError } from './core/api-error.ts';
import { createAuth } from './auth/auth.ts';
import { attemptKey, countAttempt } from './auth/attempts.ts';
import { tokenError, tooMany } from './auth/errors.ts';
import { isLive } from './auth/sessions.ts';
import { type Caller, resolveCaller, TokenRefused, type UserClaims } from './core/caller.ts';
import { clientAddress, parseProxies } from './core/client-address.ts';
import { isDiskFault, NOTHING_STORED } from './core/disk-fault.ts';
import type { GatewayEnv } from './core/gateway-env.ts';
import type { Keys } from './core/keys.ts';
import { createSharedBuckets, LIMITS, type Limits } from './core/limits.ts';
import type { Log } from './core/log.ts';
import type { Functions } from './functions/functions.ts';
import { createFunctionRoutes } from './functions/routes.ts';
import type { GatewayFetch } from './functions/thread.ts';
import type { Database } from './postgres/database.ts';
import { createRest, type ReadCache } from './rest/rest.ts';
import { createStorage } from './storage/storage.ts';
import type { ObjectStore } from './storage/store.ts';
import { refuseSlowReader } from './core/unread-answers.ts';

export type GatewayOptions = {
  db: Database;
  keys: Keys;
  /** Holds the bytes of stored objects. */
  store: ObjectStore;
  /** Folder for caches that can be deleted at any time, such as rendered pictures. */
  cacheRoot: string;
  /** IP addresses or CIDRs whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** Overrides of `LIMITS`. */
  limits?: Partial<Limits>;
  /** Caches responses that are the same for all visitors; without it nothing is cached. */
  readCache?: ReadCache;
  /** Answers /functions/v1; without it there are no functions. */
  functions?: Functions;
  log: Log;
};

const DATABASE_AWAY = /^(ECONN|CONNECT|CONNECTION_|ENOENT|EPIPE|ETIMEDOUT|57P0|08|53300)/;
const EXPOSED = 'content-range preference-applied retry-after x-supabase-api-version etag';

/**
 * The Supabase-compatible API over one database: /auth/v1, /rest/v1, /storage/v1 and, with
 * `functions`, /functions/v1. Other paths answer a JSON 404.
 * @throws Error when a trusted proxy is neither an IP address nor a CIDR.
 */
export function createGateway({ trustedProxies, log, ...parts }: GatewayOptions): Hono<GatewayEnv> {
  const { db, keys, store, cacheRoot, readCache = (_name, _key, read) => read() } = parts;
  const limits = { ...LIMITS, ...parts.limits };
  const proxies = parseProxies(trustedProxies);
  const app = new Hono<GatewayEnv>();
  const limitTo = (perMinute: number, what: string): MiddlewareHandler<GatewayEnv> => {
    const keyOf = (address: string) => attemptKey(keys, address, '', what);
    const waitOf = createSharedBuckets(db.owner, perMinute, keyOf);
    return async (c, next) => {
      const wait = waitOf(c.get('address'));
      if (wait > 0) throw tooMany(wait);
      await next();
    };
  };
  /**
   * Counts an upload for the account, or for the address of a caller without one. The service key
   * is unlimited.
   */
  const countUpload = async ({ role, claims: { sub }, address }: Caller) => {
    if (role === 'service_role') return;
    const key = attemptKey(keys, sub ? '' : address, String(sub), 'upload');
    await countAttempt(db.owner, key, limits.uploads);
  };

  const letIn = cors({ exposeHeaders: EXPOSED.split(' '), maxAge: 3600 });
  // why: a function answers preflights itself, as on Supabase.
  app.use((c, next) =>
    parts.functions && c.req.path.startsWith('/functions/v1/') ? next() : letIn(c, next),
  );
  app.use(async (c, next) => {
    const forwarded = c.req.header('x-forwarded-for') ?? null;
    const address =
      'address' in c.env
        ? c.env.address
        : clientAddress(c.env.incoming.socket.remoteAddress ?? '', forwarded, proxies);
    c.set('address', address);
    c.set('countUpload', countUpload);
    c.header('x-content-type-options', 'nosniff');
    const { raw } = c.req;
    // why: for a body without a length, Hono's bodyLimit needs a platform Request, not
    // @hono/node-server's light one. `body` is tested last, because reading it makes node-server
    // create one.
    if (!/^(GET|HEAD)$/.test(raw.method) && !raw.headers.has('content-length') && raw.body) {
      const { method, headers, body, signal } = raw;
      const same = { method, headers, body, signal, duplex: 'half' };
      c.req.raw = new Request(raw.url, same);
    }
    await next();
  });
  const live = (claims: UserClaims) => isLive(db.owner, claims);
  const identify: MiddlewareHandler<GatewayEnv> = async (c, next) => {
    const caller = await resolveCaller(c.req.raw, keys, c.get('address'), live);
    c.set('caller', 'isPage' in c.env ? { ...caller, isPage: c.env.isPage } : caller);
    await next();
  };
  const requests = limitTo(limits.requests, 'requests');
  app.use('/auth/v1/*', requests, identify);
  app.use('/rest/v1/*', requests, identify);
  app.use('/storage/v1/*', limitTo(limits.pictures, 'pictures'), async (c, next) => {
    await next();
    if (!/^(GET|HEAD)$/.test(c.req.method)) return;
    try {
      refuseSlowReader(c.get('address'));
    } catch (error) {
      await c.res.body?.cancel();
      throw error;
    }
  });

  app.route('/auth/v1', createAuth(db.owner, keys, limits));
  app.route(
    '/rest/v1',
    createRest({ db, log, maxRows: 1000, maxBody: 1_000_000, limitsVisitors: true, readCache }),
  );
  app.route('/storage/v1', createStorage({ db, keys, identify, store, cacheRoot, log }));
  if (parts.functions) {
    const inProcess: GatewayFetch = async (request, address) => app.fetch(request, { address });
    app.use('/functions/v1/*', requests);
    app.route('/functions/v1', createFunctionRoutes(parts.functions, keys, live, inProcess));
  }

  app.notFound((c) => c.json({ message: 'Not found' }, 404));
  app.onError((thrown, c) => {
    const { method, path } = c.req;
    const atAuth = thrown instanceof TokenRefused && path.startsWith('/auth/v1/');
    const error = atAuth ? tokenError(thrown) : thrown;
    if (error instanceof ApiError) {
      if (error.status === 429) log('info', 'A request came over a limit', { method, path });
      return c.json(error.body, error.status, error.headers);
    }
    // why: an aborted upload is not a server fault, and its error code would look like the
    // database's.
    if (c.req.raw.signal.aborted) return c.json({ message: 'The request broke off' }, 400);
    const code = 'code' in error ? String(error.code) : error.name;
    log('error', 'A request failed', { method, path, code });
    const later = { 'retry-after': '5' };
    if (isDiskFault(error)) return c.json({ message: NOTHING_STORED }, 503, later);
    if (DATABASE_AWAY.test(code)) {
      return c.json({ message: 'The database cannot be reached right now.' }, 503, later);
    }
    return c.json({ message: 'An unexpected error occurred' }, 500);
  });
  return app;
}
