import type { Caller } from '../caller.ts';
import type { Sql } from './database.ts';

/** The request that a statement is run for; header names in lower case. */
export type RequestContext = { method: string; path: string; headers: Headers };

/** A statement whose parameters are all text; it casts them itself. */
export type TextStatement = { text: string; params: string[] };

/** Longest time that one statement may take, by role. */
const TIMEOUTS: Record<Caller['role'], string> = {
  anon: '3s',
  authenticated: '8s',
  service_role: '60s',
};

const SETTINGS = [
  'role',
  'search_path',
  'statement_timeout',
  'timezone',
  'request.jwt.claims',
  'request.headers',
  'request.method',
  'request.path',
];
const SETTINGS_SQL = `select ${SETTINGS.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(', ')}`;

/** PostgreSQL's type number of `text`. */
const TEXT = 25;

/**
 * Runs one data statement as the caller, in a transaction of its own: read-only for GET and HEAD,
 * with the role and what policies and functions may ask about the request
 * (https://docs.postgrest.org/en/v14/references/transactions.html) set for that transaction only.
 * @param check May throw to have the transaction rolled back.
 * @throws What PostgreSQL, the connection or `check` throws.
 */
export async function runAsCaller<Row extends Record<string, unknown>>(
  requests: Sql,
  caller: Caller,
  context: RequestContext,
  statement: TextStatement,
  check: (rows: Row[]) => void = () => {},
): Promise<Row[]> {
  const readOnly = context.method === 'GET' || context.method === 'HEAD';
  const settings = [
    caller.role,
    'public, extensions',
    TIMEOUTS[caller.role],
    'UTC',
    JSON.stringify(caller.claims),
    headersJson(context.headers, caller),
    context.method,
    context.path,
  ];
  const typed = (values: string[]) => values.map((value) => requests.typed(value, TEXT));
  const rows = await requests.begin(readOnly ? 'read only' : 'read write', async (sql) => {
    // why: both are sent at once; should the settings fail, PostgreSQL refuses the second.
    const [, result] = await Promise.all([
      sql.unsafe(SETTINGS_SQL, typed(settings), { prepare: true }),
      sql.unsafe<Row[]>(statement.text, typed(statement.params), {
        prepare: isWorthPreparing(statement.text),
      }),
    ]);
    check(result);
    return result;
  });
  return rows as Row[];
}

/** why: credentials are of no use to SQL and must not end up in a database log. */
const WITHHELD = new Set(['authorization', 'apikey', 'cookie']);

function headersJson(headers: Headers, caller: Caller): string {
  const shown = [...headers].filter(([name]) => !WITHHELD.has(name));
  return JSON.stringify({ ...Object.fromEntries(shown), 'x-forwarded-for': caller.address });
}

const MOST_PREPARED = 128;
const MOST_SEEN = 1_000;
const LONGEST_PREPARED = 8_000;
const prepared = new Set<string>();
const seen = new Set<string>();

/**
 * why: a prepared statement stays on each connection, and clients choose the texts; so only those
 * that come twice are prepared, and only so many.
 */
function isWorthPreparing(text: string): boolean {
  if (prepared.has(text)) return true;
  if (prepared.size >= MOST_PREPARED || text.length > LONGEST_PREPARED) return false;
  if (seen.delete(text)) {
    prepared.add(text);
    return true;
  }
  if (seen.size >= MOST_SEEN) seen.clear();
  seen.add(text);
  return false;
}
