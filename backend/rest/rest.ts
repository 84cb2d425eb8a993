import { Hono, type Context } from 'hono';
import type { Caller } from '../core/caller.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../postgres/database.ts';
import { runAsCaller } from '../postgres/request-transaction.ts';
import { callStatement } from './call.ts';
import { toBusy, VISITOR_READ_TIMEOUT } from './cost.ts';
import { refusal, toRefusal } from './errors.ts';
import { readStatement, type Answer } from './read.ts';
import { mediaType, readRequest, type Asked } from './request.ts';
import { createSchemaCache } from './schema.ts';
import { writeStatement } from './write.ts';

type RestEnv = { Variables: { caller: Caller } };

/** Returns the cached answer of function `name`, or that of `read`. `key` holds the whole request. */
export type ReadCache = (name: string, key: string, read: () => Promise<Answer>) => Promise<Answer>;

export type RestOptions = {
  db: Database;
  log: Log;
  /** Maximum rows of one response, however many are requested. */
  maxRows: number;
  /** Maximum request body in bytes. */
  maxBody: number;
  /** Whether reads of callers without an account are limited in cost (cost.ts). */
  limitsVisitors: boolean;
  /** Cache for function calls of visitors (role anon), whose responses are the same for all. */
  readCache: ReadCache;
};

/**
 * A PostgREST-compatible endpoint over schema `public`: `/<table or view>` and `/rpc/<function>`.
 * Each request is one transaction as its caller with one statement for the data. backend/README.md
 * describes the supported grammar; everything else is refused. `caller` must be set before.
 */
export function createRest(options: RestOptions): Hono<RestEnv> {
  const { db, log, maxRows, maxBody, limitsVisitors, readCache } = options;
  const app = new Hono<RestEnv>();
  const fromSchema = createSchemaCache(db.owner);

  /** Compiles the request's statement, runs it as the caller and responds. */
  async function serve(
    c: Context<RestEnv, '/:name'>,
    kind: Asked['kind'],
    plan: typeof readStatement,
  ) {
    const caller = c.get('caller');
    const isLimited = limitsVisitors && caller.role === 'anon';
    const asked = await readRequest(c.req.raw, kind, c.req.param('name'), maxBody, isLimited);
    const planned = await fromSchema((schema) => plan(asked, schema, maxRows));
    const isVisitors = isLimited && kind === 'read';
    const settings = { statement_timeout: VISITOR_READ_TIMEOUT };
    const statement = isVisitors ? { ...planned, settings } : planned;
    const { offset = 0 } = statement;
    const check = ([answer]: Answer[]) => verify(asked, offset, answer!);
    const run = () => runAsCaller<Answer>(db.requests, caller, c.req.raw, statement, check);
    const read = async () => {
      const rows = await run().catch((error: unknown) => {
        throw isVisitors ? toBusy(error) : error;
      });
      return rows[0]!;
    };
    const isShared = kind === 'call' && caller.role === 'anon';
    const key = () => JSON.stringify([statement, mediaType(asked), [...asked.prefer]]);
    return respond(asked, offset, await (isShared ? readCache(asked.name, key(), read) : read()));
  }

  app.all('/rpc/:name', (c) => {
    if (/^(GET|HEAD|POST)$/.test(c.req.method)) return serve(c, 'call', callStatement);
    throw refusal(405, 'PGRST101', `Cannot use the ${c.req.method} method on RPC`);
  });
  app.all('/:name', (c) => {
    const { method } = c.req;
    if (/^(GET|HEAD)$/.test(method)) return serve(c, 'read', readStatement);
    if (method === 'POST') return serve(c, 'insert', writeStatement);
    if (/^(PATCH|DELETE)$/.test(method)) return serve(c, 'change', writeStatement);
    throw refusal(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
  });
  app.all('*', () => {
    throw refusal(404, 'PGRST125', 'Invalid path specified in request URL');
  });

  app.onError((error, c) => {
    // why: an aborted upload is not a server fault, and its error code would look like the
    // database's.
    if (c.req.raw.signal.aborted) return c.json({ message: 'The request broke off' }, 400);
    const { status, body, headers } = toRefusal(error, c.get('caller').role === 'anon');
    if (status >= 500) {
      const cause = 'code' in error ? String(error.code) : error.name;
      log('error', 'rest: a request failed', { method: c.req.method, cause, code: body['code'] });
    }
    return c.json(body, status, headers);
  });
  return app;
}

/**
 * Refuses a result that contradicts the request. Throws inside the transaction, so that a write is
 * rolled back.
 * @throws ApiError PGRST116 (406, not exactly one row for an object), PGRST124 (400, more than
 * `max-affected`), PGRST103 (416, the page starts beyond the end).
 */
function verify({ kind, shape, prefer }: Asked, offset: number, answer: Answer): void {
  const rows = Number(answer.rows);
  if (shape === 'object' && rows !== 1) {
    const message = 'Cannot coerce the result to a single JSON object';
    throw refusal(406, 'PGRST116', message, { details: `The result contains ${rows} rows` });
  }
  const mayChange = kind === 'change' || kind === 'call';
  if (mayChange && rows > Number(prefer.get('max-affected') ?? Infinity)) {
    const message = 'Query result exceeds max-affected preference constraint';
    throw refusal(400, 'PGRST124', message, { details: `The query affects ${rows} rows` });
  }
  if (answer.total !== null && offset > Number(answer.total)) {
    const details = `An offset of ${offset} was requested, but there are only ${answer.total} rows.`;
    throw refusal(416, 'PGRST103', 'Requested range not satisfiable', { details });
  }
}

/** The HTTP response with PostgREST's status and headers. */
function respond(asked: Asked, offset: number, answer: Answer): Response {
  const { kind, prefer } = asked;
  const rows = Number(answer.rows);
  const counted = prefer.has('count') ? (answer.total ?? answer.rows) : null;
  const range = kind === 'insert' || rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  const headers = new Headers({ 'content-range': `${range}/${counted ?? '*'}` });
  const applied = [...prefer].map((pair) => pair.join('=')).join(', ');
  if (applied !== '') headers.set('preference-applied', applied);
  if (answer.body !== null) headers.set('content-type', mediaType(asked));
  const isPart = kind !== 'change' && counted !== null && rows < Number(counted);
  const filled = answer.body === null ? 204 : isPart ? 206 : 200;
  return new Response(answer.body, { status: kind === 'insert' ? 201 : filled, headers });
}
