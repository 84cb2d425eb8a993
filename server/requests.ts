import type { MiddlewareHandler } from 'hono';
import type { Log, LogLevel } from '#backend';
import { duringRequest } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Longest part of a path that is logged. */
const MOST_SHOWN = 200;

/** Paths that machines ask for every few seconds. */
export const PROBES = ['/healthz', '/readyz', '/metrics'];

function readable(path: string): string {
  try {
    return decodeURIComponent(path).slice(0, MOST_SHOWN);
  } catch {
    return path.slice(0, MOST_SHOWN);
  }
}

/**
 * Gives each request an id (header `x-request-id`), one line in the log when it is answered, and a
 * place in the measurements. Of an address only the path is logged: queries hold what people search.
 * @param usual level of a line about a request that went well
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
