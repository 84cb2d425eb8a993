import type { Caller } from '../core/caller.ts';
import { createFairQueue, type FairQueue } from '../core/fair-queue.ts';
import { refuseSlowReader } from '../core/unread-answers.ts';
import type { Sql } from './database.ts';

/** Statement timeouts by role. */
const TIMEOUTS = { anon: '3s', authenticated: '8s', service_role: '60s' };

/** Limits on requests that wait for a connection of the pool: in total, and of one network. */
const MOST_WAITING = { waiting: 256, waitingOfOne: 128 };

/** OID of PostgreSQL's type `text`. */
const TEXT = 25;

/**
 * Texts of prepared statements, limited in number. why: clients influence the texts, and prepared
 * statements stay on their connections.
 */
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

/**
 * A statement for the data. `settings` are set for its transaction, besides those of the request.
 */
type CallerStatement = {
  text: string;
  params: string[];
  isUsual?: boolean;
  settings?: Record<string, string>;
};

/** Load of a pool: its size, connections in use, and requests that wait for one. */
export type PoolLoad = { size: number; busy: number; waiting: number };

/** The load of a pool that is used through {@link runAsCaller}. */
export function poolLoad(requests: Sql): PoolLoad {
  const { running, waiting } = queueOf(requests).load();
  return { size: requests.options.max, busy: running, waiting };
}

/**
 * Runs one statement as the caller in its own transaction (read-only for GET and HEAD), with the
 * role and the request settings that policies and functions may read
 * (https://docs.postgrest.org/en/v14/references/transactions.html) set locally.
 * @param statement Its parameters are all text; it casts them. `isUsual`: it may be prepared.
 * @param check Throws to roll the transaction back.
 * @throws Errors of PostgreSQL, the connection and `check`; QueueFull at once when the queue is
 * full; ApiError 429 when the caller's network does not read its responses.
 */
export async function runAsCaller<Row extends Record<string, unknown>>(
  requests: Sql,
  { role, claims, address }: Caller,
  { method, headers, url }: Request,
  { text, params, isUsual = false, settings: more = {} }: CallerStatement,
  check: (rows: Row[]) => void,
): Promise<Row[]> {
  // why: credentials are useless to SQL and must not reach a database log.
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
      // why: pipelined into one round trip. If the settings fail, the transaction is aborted and
      // PostgreSQL refuses the statement.
      const [, result] = await Promise.all([
        sql.unsafe(`select ${set.join(', ')}`, typed(Object.values(settings)), { prepare: true }),
        sql.unsafe<Row[]>(text, typed(params), { prepare: isUsual && isPrepared(text) }),
      ]);
      check(result);
      return result;
    })) as Row[];
  });
}
