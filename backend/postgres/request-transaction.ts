import type { Caller } from '../core/caller.ts';
import { refuseSlowReader } from '../core/unread-answers.ts';
import type { Sql } from './connection.ts';
import { laneOf, runWrite } from './lanes.ts';

/** Statement timeouts by role. */
const TIMEOUTS = { anon: '3s', authenticated: '8s', service_role: '60s' };

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

/**
 * A statement for the data. `settings` are set for its transaction, besides those of the request;
 * `reads`: it changes nothing, though the request's method may.
 */
export type CallerStatement = {
  text: string;
  params: string[];
  isUsual?: boolean;
  reads?: boolean;
  settings?: Record<string, string>;
};

/**
 * Runs one statement as the caller in its own transaction (read-only for GET and HEAD), with the
 * role and the request settings that policies and functions may read
 * (https://docs.postgrest.org/en/v14/references/transactions.html) set locally.
 * `studio.waited` are the milliseconds that the request waited for its connection.
 * @param requests A pool with lanes (lanes.ts), one of which runs the statement.
 * @param statement Its parameters are all text; it casts them. `isUsual`: it may be prepared.
 * @param check Throws to roll the transaction back.
 * @throws Errors of PostgreSQL, the connection and `check`; QueueFull at once when the queue is
 * full; ApiError 429 when the caller's network does not read its responses.
 */
export async function runAsCaller<Row extends Record<string, unknown>>(
  requests: Sql,
  caller: Caller,
  { method, headers, url }: Request,
  { text, params, isUsual = false, reads = false, settings: more = {} }: CallerStatement,
  check: (rows: Row[]) => void,
): Promise<Row[]> {
  const { role, claims, address } = caller;
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
  const names = [...Object.keys(settings), 'studio.waited'];
  const set = names.map((name, at) => `set_config('${name}', $${at + 1}, true)`);
  const typed = (values: string[]) => values.map((value) => requests.typed(value, TEXT));
  const mode = /^(GET|HEAD)$/.test(method) ? 'read only' : 'read write';
  const isRead = reads || mode === 'read only';
  const { sql: pool, queue } = laneOf(requests, caller, isRead);
  const asked = performance.now();
  const work = async () => {
    refuseSlowReader(address);
    const waited = String(Math.round(performance.now() - asked));
    return (await pool.begin(mode, async (sql) => {
      // why: pipelined into one round trip. If the settings fail, the transaction is aborted and
      // PostgreSQL refuses the statement.
      const [, result] = await Promise.all([
        sql.unsafe(`select ${set.join(', ')}`, typed([...Object.values(settings), waited]), {
          prepare: true,
        }),
        sql.unsafe<Row[]>(text, typed(params), { prepare: isUsual && isPrepared(text) }),
      ]);
      check(result);
      return result;
    })) as Row[];
  };
  return isRead ? queue.run(address, work) : runWrite(queue, address, work);
}
