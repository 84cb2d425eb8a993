import type { MiddlewareHandler } from 'hono';
import type { Log, LogLevel } from '#backend';
import { duringRequest } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Maximum length of a logged path. */
const MOST_SHOWN = 200;

/** Paths that monitoring polls every few seconds. */
export const PROBES = ['/healthz', '/readyz', '/metrics'];

function readable(path: string): string {
  try {
    return decodeURIComponent(path).slice(0, MOST_SHOWN);
  } catch {
    return path.slice(0, MOST_SHOWN);
  }
}

/**
 * Gives each request an id (header `x-request-id`), a log line when it completes, and a place in
 * the metrics. Of an address only the path is logged: queries contain what people search for.
 * @param usual log level of a successful request
 */
export function watchRequests(log: Log, metrics: Metrics | null, usual: LogLevel) {
  const watch: MiddlewareHandler = async (c, next) => {
    const id = crypto.randomUUID();
    const began = performance.now();
    await duringRequest(id, async () => {
      await next();
      const { method, path } = c.req;
      const { status } = c.res;
      const ms = performance.now() - began;
      metrics?.count(method, path, status, ms / 1000);
      const isProbe = PROBES.includes(path) && status < 400;
      const level = status >= 500 ? 'warn' : isProbe ? 'debug' : usual;
      log(level, 'Request', { method, path: readable(path), status, ms: Math.round(ms) });
    });
    c.header('x-request-id', id);
  };
  return watch;
}
