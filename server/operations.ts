import { hash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Log } from '#backend';
import type { Home } from './home.ts';
import type { Metrics } from './metrics.ts';

/** How long a look at the database may take, and how long its answer is good (ms). */
const PATIENCE = 2000;
const FRESH = 1000;

const FRESHLY = { 'cache-control': 'no-store' };

interface OperationsOptions {
  home: Pick<Home, 'readinessProblem'>;
  /** Null: there is no /metrics. */
  metrics: Metrics | null;
  /** What Prometheus brings as bearer. */
  metricsToken: string | undefined;
  log: Log;
}

const same = (given: string, wanted: string) =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));

/**
 * For what watches over the process: `/healthz` (it lives), `/readyz` (it can do its work: the
 * database answers and is migrated), `/metrics` (Prometheus, with the token).
 */
export function createOperations({ home, metrics, metricsToken, log }: OperationsOptions): Hono {
  const app = new Hono();
  let looked: { at: number; answer: Promise<string | null> } | null = null;

  // why: anybody may ask, and must not keep the database busy by it.
  function readinessProblem(): Promise<string | null> {
    if (looked && performance.now() - looked.at < FRESH) return looked.answer;
    const late = new Promise<string>((resolve) => {
      setTimeout(() => resolve('The database does not answer'), PATIENCE).unref();
    });
    const look = home.readinessProblem().catch((error: unknown) => {
      log('warn', 'Not ready', { code: String((error as NodeJS.ErrnoException).code) });
      return 'The database cannot be reached';
    });
    looked = { at: performance.now(), answer: Promise.race([look, late]) };
    return looked.answer;
  }

  app.get('/healthz', (c) => c.text('ok\n', 200, FRESHLY));
  app.get('/readyz', async (c) => {
    const lacking = await readinessProblem();
    if (lacking === null) return c.text('ok\n', 200, FRESHLY);
    return c.text(`${lacking}\n`, 503, { ...FRESHLY, 'retry-after': '5' });
  });
  if (metrics && metricsToken !== undefined) {
    app.get('/metrics', async (c) => {
      const [scheme, token = ''] = (c.req.header('authorization') ?? '').split(' ');
      if (scheme?.toLowerCase() !== 'bearer' || !same(token, metricsToken)) {
        return c.text('Unauthorized\n', 401, { ...FRESHLY, 'www-authenticate': 'Bearer' });
      }
      const headers = { ...FRESHLY, 'content-type': metrics.contentType };
      return c.body(await metrics.text(), 200, headers);
    });
  }
  return app;
}
