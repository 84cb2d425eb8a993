import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { resolveToken, TokenRefused, type UserClaims } from '../core/caller.ts';
import { createFairQueue, QueueFull } from '../core/fair-queue.ts';
import type { GatewayEnv } from '../core/gateway-env.ts';
import type { Keys } from '../core/keys.ts';
import { failure } from './failure.ts';
import type { Functions } from './functions.ts';
import type { GatewayFetch } from './thread.ts';

const PATH = /^\/functions\/v1\/([^/]+)(\/.*)?$/;
const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;
const QUEUE = { running: 32, runningOfOne: 16, waiting: 128, waitingOfOne: 64 };

/**
 * `/functions/v1/<name>`: passes requests to functions. As on Supabase, a function answers its
 * own preflights, sees its name as the first part of the path, and is called with a valid token
 * only, unless config.toml says otherwise.
 */
export function createFunctionRoutes(
  functions: Functions,
  keys: Keys,
  isLive: (claims: UserClaims) => Promise<boolean>,
  gateway: GatewayFetch,
): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  const queue = createFairQueue(QUEUE);

  async function requireToken(request: Request): Promise<void> {
    const header = request.headers.get('authorization');
    if (!header) throw failure('UNAUTHORIZED_NO_AUTH_HEADER');
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
    if (!token) throw failure('UNAUTHORIZED_INVALID_JWT_FORMAT');
    await resolveToken(token, keys, isLive).catch((error: unknown) => {
      throw error instanceof TokenRefused ? failure('UNAUTHORIZED_LEGACY_JWT') : error;
    });
  }

  app.use(
    bodyLimit({
      maxSize: functions.limits.bodyBytes,
      onError: () => {
        throw failure('BODY_TOO_LARGE');
      },
    }),
  );
  app.all('*', async (c) => {
    const { raw } = c.req;
    const url = new URL(raw.url);
    const [, name = '', rest = ''] = PATH.exec(url.pathname) ?? [];
    if (!functions.has(name)) throw failure('NOT_FOUND');
    if (!METHODS.test(raw.method)) throw failure('METHOD_NOT_ALLOWED');
    if (raw.method !== 'OPTIONS' && functions.verifiesJwt(name)) await requireToken(raw);
    const address = c.get('address');
    const headers = new Headers(raw.headers);
    headers.set('x-forwarded-for', address);
    const head = {
      method: raw.method,
      url: `${url.origin}/${name}${rest}${url.search}`,
      headers: [...headers],
    };
    const body = /^(GET|HEAD)$/.test(raw.method) ? null : await raw.arrayBuffer();
    const from = { address, signal: raw.signal };
    const response = await queue
      .run(address, () => functions.thread(name, gateway).run(head, body, from))
      .catch((error: unknown) => {
        throw error instanceof QueueFull ? failure('OVERLOADED') : error;
      });
    // why: Supabase does the same; a function's page would have the rights of the site's pages.
    if (/^text\/html/i.test(response.headers.get('content-type') ?? ''))
      response.headers.set('content-type', 'text/plain');
    return response;
  });
  return app;
}
