import type { Caller } from '../core/caller.ts';
import { createFairQueue, type FairQueue } from '../core/fair-queue.ts';
import { refuseSlowReader } from '../core/unread-answers.ts';
import type { Sql } from './database.ts';

/** Longest time that one statement may take, by role. */
const TIMEOUTS = { anon: '3s', authenticated: '8s', service_role: '60s' };

/** Most requests that wait for a connection of the pool, in all and from one network. */
const MOST_WAITING = { waiting: 256, waitingOfOne: 128 };

/** PostgreSQL's type number of `text`. */
const TEXT = 25;

/** Statements that are prepared. why: clients have a say in their texts, which stay on connections. */
const prepared = new Set<string>();
const MOST_PREPARED = 100;
const isPrepared = (text: string) =>
  prepared.has(text) || (prepared.size < MOST_PREPARED && prepared.add(text).has(text));

const queues = new WeakMap<Sql, FairQueue>();
/** The queue for a pool's connections. why: one address gets a quarter, so the others get some. */
function queueOf(requests: Sql): FairQueue {
  const { max: running } = requests.options;
  const most = { ...MOST_WAITING, running, runningOfOne: Math.ceil(running / 4) };
  const queue = queues.get(requests) ?? createFairQueue(most);
  queues.set(requests, queue);
  return queue;
}

/** A data statement; `settings` are set for its transaction besides the request's own. */
type CallerStatement = {
  text: string;
  params: string[];
  isUsual?: boolean;
  settings?: Record<string, string>;
};

/** How busy a pool is: its connections, those in use, and requests that wait for one. */
export type PoolLoad = { size: number; busy: number; waiting: number };

/** The load that {@link runAsCaller} puts on a pool. */
export function poolLoad(requests: Sql): PoolLoad {
  const { running, waiting } = queueOf(requests).load();
  return { size: requests.options.max, busy: running, waiting };
}

/**
 * Runs one data statement as the caller, in a transaction of its own: read-only for GET and HEAD,
 * with the role and what policies and functions may ask about the request
 * (https://docs.postgrest.org/en/v14/references/transactions.html) set for that transaction only.
 * @param statement Its parameters are all text; it casts them itself. A usual one may be prepared.
 * @param check May throw to have the transaction rolled back.
 * @throws What PostgreSQL, the connection or `check` throws; QueueFull, at once, when too many
 * requests wait already; ApiError 429 when the caller's network does not read its answers.
 */
export async function runAsCaller<Row extends Record<string, unknown>>(
  requests: Sql,
  { role, claims, address }: Caller,
  { method, headers, url }: Request,
  { text, params, isUsual = false, settings: more = {} }: CallerStatement,
  check: (rows: Row[]) => void,
): Promise<Row[]> {
  // why: credentials are of no use to SQL and must not end up in a database log.
  const shown = [...headers].filter(([name]) => !/^(authorization|apikey|cookie)$/.test(name));
  const settings = {
    role,
    search_path: 'public, extensions',
    statement_timeout: TIMEOUTS[role],
    timezone: 'UTC',
    'request.jwt.claims': JSON.stringify(claims),
    'request.headers': JSON.stringify({ ...Object.fromEntries(shown), 'x-forwarded-for': address }),
    'request.method': method,
    'request.path': new URL(url).pathname,
    ...more,
  };
  const set = Object.keys(settings).map((name, at) => `set_config('${name}', $${at + 1}, true)`);
  const typed = (values: string[]) => values.map((value) => requests.typed(value, TEXT));
  const mode = /^(GET|HEAD)$/.test(method) ? 'read only' : 'read write';
  return queueOf(requests).run(address, async () => {
    refuseSlowReader(address);
    return (await requests.begin(mode, async (sql) => {
      // why: both are sent at once; should the settings fail, PostgreSQL refuses the second.
      const [, result] = await Promise.all([
        sql.unsafe(`select ${set.join(', ')}`, typed(Object.values(settings)), { prepare: true }),
        sql.unsafe<Row[]>(text, typed(params), { prepare: isUsual && isPrepared(text) }),
      ]);
      check(result);
      return result;
    })) as Row[];
  });
}
