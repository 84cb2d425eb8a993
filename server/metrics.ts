import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolLoad } from '#backend';
import type { Messages } from './messages/messages.ts';

const AREAS = new Set([
  'auth',
  'rest',
  'storage',
  'realtime',
  'functions',
  'assets',
  'pictures',
  'ops',
]);

/** Kinds of submissions by path. */
const SUBMISSIONS: Record<string, string> = {
  '/rest/v1/rpc/submit_enquiry': 'enquiry',
  '/rest/v1/rpc/submit_contact_enquiry': 'contact',
};

const resultOf = (status: number) => {
  if (status < 300) return 'saved';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
};

// why: one label per path would let strangers exhaust memory.
const areaOf = (path: string) => {
  const first = path.split('/', 2)[1] ?? '';
  return AREAS.has(first) ? first : 'pages';
};

/** The metrics of this process, in Prometheus' text format. */
export interface Metrics {
  /** Records a completed request. */
  count(method: string, path: string, status: number, seconds: number): void;
  contentType: string;
  /** The response for Prometheus. */
  text(): Promise<string>;
}

/**
 * Collects metrics of requests, submissions, messages, the connection pool, and Node.
 * @param poolLoad load of the request pool; null without one
 */
export function createMetrics(
  poolLoad: (() => PoolLoad) | null,
  { counts, waiting }: Pick<Messages, 'counts' | 'waiting'>,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'studio_http_request_duration_seconds',
    help: 'Time until a request was answered',
    labelNames: ['area', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const submissions = new Counter({
    name: 'studio_submissions_total',
    help: 'Enquiries and contact messages that visitors sent, by what became of them',
    labelNames: ['kind', 'result'],
    registers,
  });
  const attempts = new Counter({
    name: 'studio_messages_total',
    help: 'Attempts to send messages, by channel and result',
    labelNames: ['channel', 'result'],
    registers,
  });
  const open = new Gauge({
    name: 'studio_messages_waiting',
    help: 'Messages in the outbox that wait or are being sent, by channel',
    labelNames: ['channel'],
    registers,
  });
  const readMessages = async () => {
    attempts.reset();
    for (const [channel, results] of counts) {
      for (const [result, count] of results) attempts.inc({ channel, result }, count);
    }
    open.reset();
    // why: the other metrics matter most while the database does not answer.
    const waits = (await waiting?.().catch(() => [])) ?? [];
    for (const { channel, count } of waits) open.set({ channel }, count);
  };
  if (poolLoad) {
    const gauge = (name: string, help: string, read: (load: PoolLoad) => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read(poolLoad()));
        },
      });
    gauge('studio_pool_size', 'Connections that requests may use', ({ size }) => size);
    gauge('studio_pool_busy', 'Connections in use by requests', ({ busy }) => busy);
    gauge('studio_pool_waiting', 'Requests that wait for one', ({ waiting }) => waiting);
  }
  return {
    count(method, path, status, seconds) {
      durations.observe({ area: areaOf(path), method, status }, seconds);
      const kind = SUBMISSIONS[path];
      if (kind && method === 'POST') submissions.inc({ kind, result: resultOf(status) });
    },
    contentType: registry.contentType,
    text: async () => {
      await readMessages();
      return registry.metrics();
    },
  };
}
