import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

/** One request of a load: GET without a body unless it says otherwise. */
export interface LoadRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Makes the request with this number, counted from 0 over all connections. */
export type NextRequest<Data> = (n: number, data: Data) => LoadRequest;

/** What is asked of a site, for how long. */
export interface LoadOrder<Data> {
  address: string;
  /** Requests under way at a time, each on its own connection that is kept alive. */
  connections: number;
  /** Where the load ends: after these seconds, or with this many answers. */
  until: { seconds: number } | { requests: number };
  /**
   * The exported function that makes the requests, by its module's `import.meta.url` and its name:
   * it runs in the load's own process, and so gets what it needs to know as JSON.
   */
  next: { module: string; name: string; data: Data };
}

/** What came of a load. */
export interface LoadFigures {
  perSecond: number;
  /** Milliseconds from sending a request to the last byte of its answer. */
  p50: number;
  p99: number;
  /** Answers by status; requests whose connection broke are under 0. */
  statuses: Record<number, number>;
  /** Bytes of all bodies as they came over the wire. */
  bytes: number;
  /** Share of the time in which the generator itself worked: near 1, it was what held things up. */
  busy: number;
}

/**
 * Puts load on a site from a process of its own. Everything that the answers bring is read and
 * thrown away.
 * @throws when the process ends without figures; it has printed why.
 */
export function load<Data>(order: LoadOrder<Data>): Promise<LoadFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'load-process.ts'));
    // why: it stands for other machines, so the site does not have to wait for a core that it has.
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    child.once('message', (figures) => resolve(figures as LoadFigures));
    child.once('exit', () => reject(new Error('The load ended without figures')));
    child.send(order);
  });
}

/** The address of one of 16 million visitors, for `X-Forwarded-For`. */
export const visitorAddress = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
