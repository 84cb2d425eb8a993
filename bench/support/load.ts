import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

/** One request of a load: by default a GET without a body. */
export interface LoadRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Creates the request with this number, counted from 0 over all connections. */
export type NextRequest<Data> = (n: number, data: Data) => LoadRequest;

/** Target, requests and duration of a load. */
export interface LoadOrder<Data> {
  address: string;
  /** Number of concurrent requests, each on its own keep-alive connection. */
  connections: number;
  /** Milliseconds that a connection waits after each response; by default 0. */
  pauseMs?: number;
  /** The end of the load: after these seconds, or after this many responses. */
  until: { seconds: number } | { requests: number };
  /**
   * The exported function that creates the requests, by its module's `import.meta.url` and its
   * name. It runs in the load process, so its input is passed as JSON.
   */
  next: { module: string; name: string; data: Data };
}

/** The result of a load. */
export interface LoadFigures {
  perSecond: number;
  /** Milliseconds from sending a request to the last byte of its response. */
  p50: number;
  p95: number;
  p99: number;
  /** Responses by status; requests whose connection broke are under 0. */
  statuses: Record<number, number>;
  /** Bytes of all bodies on the wire. */
  bytes: number;
  /** CPU share of the load generator; near 1, it was the bottleneck. */
  busy: number;
}

/**
 * Runs a load from a separate process. Responses are read and discarded.
 * @throws when the process ends without figures; it has printed why.
 */
export function load<Data>(order: LoadOrder<Data>): Promise<LoadFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'load-process.ts'));
    // why: a higher niceness, so that the site does not wait for a core because of the generator.
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    child.once('message', (figures) => resolve(figures as LoadFigures));
    child.once('exit', () => reject(new Error('The load ended without figures')));
    child.send(order);
  });
}

/** One of 16 million client addresses, for `X-Forwarded-For`. */
export const visitorAddress = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
