import type { Caller } from '../caller.ts';
import type { Sql } from './database.ts';

/** Longest time that one statement may take, by role. */
const TIMEOUTS = { anon: '3s', authenticated: '8s', service_role: '60s' };

/** How many requests may wait for a connection of the pool. */
const MOST_WAITING = 256;

/** PostgreSQL's type number of `text`. */
const TEXT = 25;

const underWay = new WeakMap<Sql, number>();

/**
 * Runs one data statement as the caller, in a transaction of its own: read-only for GET and HEAD,
 * with the role and what policies and functions may ask about the request
 * (https://docs.postgrest.org/en/v14/references/transactions.html) set for that transaction only.
 * @param statement Its parameters are all text; it casts them itself.
 * @param check May throw to have the transaction rolled back.
 * @throws What PostgreSQL, the connection or `check` throws; an error of SQLSTATE 53300 (too many
 * connections), at once, when too many requests wait already.
 */
export async function runAsCaller<Row extends Record<string, unknown>>(
  requests: Sql,
  caller: Caller,
  { method, path, headers }: { method: string; path: string; headers: Headers },
  statement: { text: string; params: string[] },
  check: (rows: Row[]) => void = () => {},
): Promise<Row[]> {
  const before = underWay.get(requests) ?? 0;
  if (before >= requests.options.max + MOST_WAITING) {
    throw Object.assign(new Error('Too many requests'), { code: '53300' });
  }
  const settings = {
    role: caller.role,
    search_path: 'public, extensions',
    statement_timeout: TIMEOUTS[caller.role],
    timezone: 'UTC',
    'request.jwt.claims': JSON.stringify(caller.claims),
    'request.headers': headersJson(headers, caller),
    'request.method': method,
    'request.path': path,
  };
  const set = Object.keys(settings).map((name, at) => `set_config('${name}', $${at + 1}, true)`);
  const typed = (values: string[]) => values.map((value) => requests.typed(value, TEXT));
  const mode = method === 'GET' || method === 'HEAD' ? 'read only' : 'read write';
  underWay.set(requests, before + 1);
  try {
    const rows = await requests.begin(mode, async (sql) => {
      // why: both are sent at once; should the settings fail, PostgreSQL refuses the second.
      const [, result] = await Promise.all([
        sql.unsafe(`select ${set.join(', ')}`, typed(Object.values(settings)), { prepare: true }),
        sql.unsafe<Row[]>(statement.text, typed(statement.params), {
          prepare: isWorthPreparing(statement.text),
        }),
      ]);
      check(result);
      return result;
    });
    return rows as Row[];
  } finally {
    underWay.set(requests, (underWay.get(requests) ?? 1) - 1);
  }
}

/** why: credentials are of no use to SQL and must not end up in a database log. */
function headersJson(headers: Headers, caller: Caller): string {
  const shown = [...headers].filter(([name]) => !/^(authorization|apikey|cookie)$/.test(name));
  return JSON.stringify({ ...Object.fromEntries(shown), 'x-forwarded-for': caller.address });
}

const prepared = new Set<string>();
const seen = new Set<string>();

/**
 * why: a prepared statement stays on each connection, and clients choose the texts; so only those
 * that come twice are prepared, and only so many.
 */
function isWorthPreparing(text: string): boolean {
  if (prepared.has(text)) return true;
  if (prepared.size >= 128 || text.length > 8_000) return false;
  if (seen.size >= 1_000) seen.clear();
  if (!seen.delete(text)) seen.add(text);
  else prepared.add(text);
  return prepared.has(text);
}
