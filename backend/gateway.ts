import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createAuth } from './auth/auth.ts';
import { type Caller, CallerRefused, requireApiKey, resolveCaller } from './caller.ts';
import { clientAddress, parseProxies } from './client-address.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import type { Database } from './postgres/database.ts';
import { createRest } from './rest/rest.ts';
import { createStorage } from './storage/storage.ts';

export type GatewayOptions = {
  db: Database;
  keys: Keys;
  /** Folder of the stored objects: `<storageRoot>/<bucket>/<name>`. */
  storageRoot: string;
  /** Folder for what can be made again at any time, such as rendered pictures. */
  cacheRoot: string;
  /** IP addresses or CIDRs whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  log: Log;
};

/**
 * What comes beside a request: its socket (from @hono/node-server), or, for a call made inside the
 * process on behalf of a visitor, that visitor's address.
 */
export type GatewayBindings = { address: string } | { incoming: IncomingMessage };

export type GatewayEnv = {
  Bindings: GatewayBindings;
  Variables: { address: string; caller: Caller };
};

const DATABASE_AWAY = /^(ECONN|CONNECT|CONNECTION_|ENOENT|EPIPE|57P0|08|53300)/;

/**
 * The Supabase-compatible API: /auth/v1, /rest/v1 and /storage/v1 over one database. Everything
 * else under it answers a JSON 404. Throws when a trusted proxy is neither IP address nor CIDR.
 */
export function createGateway({ trustedProxies, log, ...parts }: GatewayOptions): Hono<GatewayEnv> {
  const { db, keys, storageRoot, cacheRoot } = parts;
  const proxies = parseProxies(trustedProxies);
  const app = new Hono<GatewayEnv>();

  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      exposeHeaders: [
        'content-range',
        'content-location',
        'content-profile',
        'preference-applied',
        'link',
        'retry-after',
        'x-total-count',
        'x-supabase-api-version',
        'etag',
        'location',
      ],
      maxAge: 3600,
    }),
  );
  app.use(async (c, next) => {
    const forwarded = c.req.header('x-forwarded-for') ?? null;
    const address =
      'address' in c.env
        ? c.env.address
        : clientAddress(c.env.incoming.socket.remoteAddress ?? '', forwarded, proxies);
    c.set('address', address);
    c.header('x-content-type-options', 'nosniff');
    await next();
  });
  app.use('/auth/v1/*', async (c, next) => {
    await requireApiKey(c.req.raw, keys);
    await next();
  });
  app.use('/rest/v1/*', async (c, next) => {
    c.set('caller', await resolveCaller(c.req.raw, keys, c.get('address')));
    await next();
  });

  app.route('/auth/v1', createAuth({ db, keys, log }));
  app.route('/rest/v1', createRest({ db, log, maxRows: 1000, maxBody: 1_000_000 }));
  app.route('/storage/v1', createStorage({ db, storageRoot, cacheRoot, log }));

  app.notFound((c) => c.json({ message: 'Not found' }, 404));
  app.onError((error, c) => {
    if (error instanceof CallerRefused) {
      const description = error.message.replaceAll('"', '');
      if (error.about === 'token')
        c.header(
          'www-authenticate',
          `Bearer error="invalid_token", error_description="${description}"`,
        );
      return c.json(error.body, 401);
    }
    const code = 'code' in error ? String(error.code) : error.name;
    log('error', 'A request failed', { method: c.req.method, path: c.req.path, code });
    if (DATABASE_AWAY.test(code)) {
      c.header('retry-after', '5');
      return c.json({ message: 'The database cannot be reached right now.' }, 503);
    }
    return c.json({ message: 'An unexpected error occurred' }, 500);
  });
  return app;
}
