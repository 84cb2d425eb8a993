import { hash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Log } from '#backend';
import type { Home } from './home.ts';
import type { Metrics } from './metrics.ts';

/** Timeout of the database check, and how long its result is cached (ms). */
const CHECK_TIMEOUT_MS = 2000;
const CACHE_MS = 1000;

const NO_STORE = { 'cache-control': 'no-store' };

interface OperationsOptions {
  home: Pick<Home, 'readinessProblem'>;
  /** Null when /metrics is off. */
  metrics: Metrics | null;
  /** Bearer token that Prometheus sends. */
  metricsToken: string | undefined;
  log: Log;
}

const same = (given: string, wanted: string) =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));

/**
 * Endpoints for monitoring: `/healthz` (the process is alive), `/readyz` (the database responds, can
 * write and is migrated), `/metrics` (Prometheus, with the token).
 */
export function createOperations({ home, metrics, metricsToken, log }: OperationsOptions): Hono {
  const app = new Hono();
  let cached: { at: number; answer: Promise<string | null> } | null = null;

  // why: the endpoint is public; the cached result keeps it from loading the database.
  function readinessProblem(): Promise<string | null> {
    if (cached && performance.now() - cached.at < CACHE_MS) return cached.answer;
    const late = new Promise<string>((resolve) => {
      setTimeout(() => resolve('The database does not answer'), CHECK_TIMEOUT_MS).unref();
    });
    const check = home.readinessProblem().catch((error: unknown) => {
      log('warn', 'Not ready', { code: String((error as NodeJS.ErrnoException).code) });
      return 'The database cannot be reached';
    });
    cached = { at: performance.now(), answer: Promise.race([check, late]) };
    return cached.answer;
  }

  app.get('/healthz', (c) => c.text('ok\n', 200, NO_STORE));
  app.get('/readyz', async (c) => {
    const problem = await readinessProblem();
    if (problem === null) return c.text('ok\n', 200, NO_STORE);
    return c.text(`${problem}\n`, 503, { ...NO_STORE, 'retry-after': '5' });
  });
  if (metrics && metricsToken !== undefined) {
    app.get('/metrics', async (c) => {
      const [scheme, token = ''] = (c.req.header('authorization') ?? '').split(' ');
      if (scheme?.toLowerCase() !== 'bearer' || !same(token, metricsToken)) {
        return c.text('Unauthorized\n', 401, { ...NO_STORE, 'www-authenticate': 'Bearer' });
      }
      const headers = { ...NO_STORE, 'content-type': metrics.contentType };
      return c.body(await metrics.text(), 200, headers);
    });
  }
  return app;
}
