import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Caller } from '../caller.ts';
import type { Log } from '../log.ts';
import type { Database } from '../postgres/database.ts';
import { runAsCaller } from '../postgres/request-transaction.ts';
import { callStatement } from './call.ts';
import { RestError, toRestError } from './errors.ts';
import { readStatement, type Answer } from './read.ts';
import { readRequest, type Asked } from './request.ts';
import { respond, verify } from './response.ts';
import { createSchemaCache } from './schema.ts';
import { writeStatement } from './write.ts';

type RestEnv = { Variables: { caller: Caller } };
type Plan = typeof readStatement;

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
  const cache = createSchemaCache(db.owner);

  /** Makes a request's one statement, runs it as the caller and answers. */
  async function serve(c: Context<RestEnv, '/:name'>, kind: Asked['kind'], plan: Plan) {
    const { raw } = c.req;
    const asked = await readRequest(raw, kind, c.req.param('name'), maxBody);
    const statement = await cache.build((schema) => plan(asked, schema, maxRows));
    const { offset = 0 } = statement;
    const check = ([answer]: Answer[]) => verify(asked, offset, answer!);
    const caller = c.get('caller');
    const [answer] = await runAsCaller<Answer>(db.requests, caller, raw, statement, check);
    return respond(asked, offset, answer!);
  }

  app.all('/rpc/:name', (c) => {
    if (/^(GET|HEAD|POST)$/.test(c.req.method)) return serve(c, 'call', callStatement);
    throw new RestError(405, 'PGRST101', `Cannot use the ${c.req.method} method on RPC`);
  });
  app.all('/:name', (c) => {
    const { method } = c.req;
    if (method === 'GET' || method === 'HEAD') return serve(c, 'read', readStatement);
    if (method === 'POST') return serve(c, 'insert', writeStatement);
    if (method === 'PATCH' || method === 'DELETE') return serve(c, 'change', writeStatement);
    throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
  });
  app.all('*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  });

  app.onError((error, c) => {
    // why: a client that went away while sending is no fault, and would look like the database's.
    if (c.req.raw.signal.aborted) return c.json({ message: 'The request broke off' }, 400);
    const { status, body } = toRestError(error, c.get('caller').role === 'anon');
    if (status >= 500) {
      const cause = 'code' in error ? String(error.code) : error.name;
      log('error', 'rest: a request failed', { method: c.req.method, cause, code: body.code });
    }
    // A function that raises PT429 may say in its details when to come back: {"retry_after": 60}.
    const wait = status === 429 && /"retry_after": ?(\d+)/.exec(body.details ?? '')?.[1];
    if (status === 503 || wait) c.header('retry-after', wait || '5');
    if (status === 401) c.header('www-authenticate', 'Bearer');
    return c.json(body, status as ContentfulStatusCode);
  });
  return app;
}
