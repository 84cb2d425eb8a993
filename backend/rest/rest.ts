import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Caller } from '../caller.ts';
import type { Log } from '../log.ts';
import type { Database } from '../postgres/database.ts';
import { runAsCaller } from '../postgres/request-transaction.ts';
import { readObject, readPayload } from './body.ts';
import { badQuery, RestError, toRestError } from './errors.ts';
import { pageOf, parseAccept, parsePrefer, parseRange } from './parse/headers.ts';
import { parseParameters } from './parse/query.ts';
import { respond, verify, type Outcome } from './response.ts';
import { createSchemaCache } from './schema-cache.ts';
import { EXPOSED, findRelation, type Schema } from './schema.ts';
import { readStatement, type Answer } from './sql/answer.ts';
import type { Statement } from './sql/builder.ts';
import { callStatement, findRoutine, takeArguments } from './sql/call.ts';
import { deleteStatement, insertStatement, updateStatement, type Write } from './sql/write.ts';

type RestEnv = { Variables: { caller: Caller } };
type RestContext = Context<RestEnv, '/:name'>;
type Request = ReturnType<typeof readRequest>;

export type RestOptions = {
  db: Database;
  log: Log;
  /** Most rows that one answer holds, however many are asked for. */
  maxRows: number;
  /** Longest request body, in bytes. */
  maxBody: number;
};

/**
 * A PostgREST-compatible endpoint over schema `public`: `/<table or view>` and `/rpc/<function>`.
 * Each request is one transaction as its caller with one statement for the data. The grammar that
 * is supported stands in backend/README.md; everything else is refused. Needs `caller` to be set.
 */
export function createRest({ db, log, maxRows, maxBody }: RestOptions): Hono<RestEnv> {
  const app = new Hono<RestEnv>();
  const cache = createSchemaCache(db.owner, log);

  /** Makes a request's one statement, runs it as the caller and answers. */
  async function serve(
    c: RestContext,
    kind: Outcome['kind'],
    plan: (schema: Schema, request: Request) => Statement & { offset?: number },
  ): Promise<Response> {
    const { statement, outcome } = await cache.build((schema) => {
      const request = readRequest(c);
      const { offset = 0, ...made } = plan(schema, request);
      return { statement: made, outcome: { kind, offset, ...request } };
    });
    const { method, raw, url } = c.req;
    const context = { method, path: new URL(url).pathname, headers: raw.headers };
    const check = ([answer]: Answer[]) => verify(outcome, answer!);
    const caller = c.get('caller');
    const [answer] = await runAsCaller<Answer>(db.requests, caller, context, statement, check);
    return respond(outcome, answer!);
  }

  /** The query of a read, cut to the page that `Range` and the row limit leave. */
  function readQuery(c: RestContext, search: URLSearchParams) {
    const { query, columns, onConflict } = parseParameters(search);
    if (columns || onConflict) throw badQuery('"columns" and "on_conflict" are for writing');
    const range = c.req.method === 'POST' ? null : parseRange(c.req.header('range'));
    return pageOf(query, range, maxRows);
  }

  const write = (c: RestContext, kind: 'insert' | 'change', make: (write: Write) => Statement) =>
    serve(c, kind, (schema, { search, ...request }) => {
      const relation = findRelation(schema, c.req.param('name'));
      return make({ schema, relation, parameters: parseParameters(search), ...request });
    });

  const call = (c: RestContext, sent: { json: string; names: string[] } | null) =>
    serve(c, 'call', (schema, { search, shape, prefer }) => {
      const name = c.req.param('name');
      const given = sent ?? takeArguments(schema, name, search);
      const routine = findRoutine(schema, name, given.names);
      const query = readQuery(c, search);
      const counted = prefer.count !== null;
      const statement = callStatement(schema, routine, given, query, shape, counted);
      return { ...statement, offset: query.offset };
    });

  app.get('/rpc/:name', (c) => call(c, null));
  app.post('/rpc/:name', async (c) => {
    const { text, keys } = await readObject(c.req.raw, maxBody);
    return call(c, { json: text, names: keys[0]! });
  });
  app.get('/:name', (c) =>
    serve(c, 'read', (schema, { search, shape, prefer }) => {
      const relation = findRelation(schema, c.req.param('name'));
      const query = readQuery(c, search);
      const statement = readStatement(schema, relation, query, shape, prefer.count !== null);
      return { ...statement, offset: query.offset };
    }),
  );
  app.post('/:name', async (c) => {
    const payload = await readPayload(c.req.raw, maxBody);
    return write(c, 'insert', (each) => insertStatement(each, payload));
  });
  app.patch('/:name', async (c) => {
    const payload = await readObject(c.req.raw, maxBody);
    return write(c, 'change', (each) => updateStatement(each, payload));
  });
  app.delete('/:name', (c) => write(c, 'change', deleteStatement));
  app.on(['PUT', 'PATCH', 'DELETE'], '*', (c) => {
    throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method}`);
  });
  app.all('*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  });

  app.onError((error, c) => {
    const refusal = toRestError(error, c.get('caller').role === 'anon');
    if (refusal.status >= 500) {
      const cause = 'code' in error ? String(error.code) : error.name;
      log('error', 'rest: a request failed', { method: c.req.method, cause, code: refusal.code });
    }
    if (refusal.status === 503) c.header('retry-after', '5');
    if (refusal.status === 401) c.header('www-authenticate', 'Bearer');
    return c.json(refusal.body, refusal.status as ContentfulStatusCode);
  });
  return app;
}

/** What the headers and the URL ask for. @throws RestError PGRST106 for another schema. */
function readRequest(c: RestContext) {
  const profile = c.req.header('accept-profile') ?? c.req.header('content-profile') ?? EXPOSED;
  if (profile !== EXPOSED) {
    const hint = `Only the following schemas are exposed: ${EXPOSED}`;
    throw new RestError(406, 'PGRST106', `Invalid schema: ${profile}`, { hint });
  }
  const { searchParams: search } = new URL(c.req.url);
  // why: Supabase's gateway takes the key from the query string too, and it is no filter.
  search.delete('apikey');
  const prefer = parsePrefer(c.req.header('prefer'));
  return { search, prefer, shape: parseAccept(c.req.header('accept')) };
}
