import { type Context, Hono } from 'hono';
import { createBuckets, createFairQueue, type Log, QueueFull } from '#backend';
import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import type { PrintDocument } from './print-document.ts';

/** Caller who asks for a document. */
export interface DocumentCaller {
  address: string;
  authorization: string | null;
  /** `Sec-Fetch-Site`: from which site the address was opened. */
  from?: string | undefined;
}

interface RouteOptions {
  print: PrintDocument;
  /** Calls a database function for the visitor at `address`, with a token of staff or as a visitor. */
  call: (name: string, args: object, caller: DocumentCaller) => Promise<Response>;
  addressOf: (request: Request, peer: string) => string;
  /** Documents printed for one address per minute. */
  perMinute: number;
  log: Log;
}

type RouteEnv = { Bindings: { incoming: { socket: { remoteAddress?: string | undefined } } } };

/** why: one thread prints for all. */
const AT_ONCE = { running: 4, runningOfOne: 1, waiting: 128, waitingOfOne: 8 };

const STAFF_FILE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.pdf$/;
const SECRET = /^[\da-f]{64}$/;

/** Headers of all answers. The address of a link is a secret, and so is the document. */
const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

const refusal = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { ...PRIVATE, 'content-type': 'text/plain; charset=utf-8', ...headers },
  });

/** One answer for unknown, expired, revoked and foreign, so that nothing can be learned from it. */
const notHere = () =>
  refusal(
    404,
    'There is no such document, or its link is no longer valid. The studio can send a new one.',
  );
const tooMany = (seconds: string) =>
  refusal(429, 'Too many documents at once. Please try again in a moment.', {
    'retry-after': seconds,
  });

/**
 * PDF files of documents:
 * - `GET /documents/<id>.pdf` with a token of staff: any document; a draft is marked as one. 401 without a valid token.
 * - `GET /quote.pdf?k=<secret>` and `/invoice.pdf?k=<secret>`: the document of a customer's link.
 *
 * 404 is one answer. 429 when an address prints too much.
 */
export function createDocumentRoutes(options: RouteOptions): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  const waitOf = createBuckets(options.perMinute);
  const queue = createFairQueue(AT_ONCE);

  const file = async (document: FrozenDocument): Promise<Response> => {
    const { name, bytes } = await options.print(document);
    return new Response(bytes, {
      headers: {
        ...PRIVATE,
        'content-type': 'application/pdf',
        'content-length': String(bytes.length),
        'content-disposition': `attachment; filename="${name}"`,
      },
    });
  };
  /** Calls a function and prints the document in its answer. */
  const answer = async (
    c: Context<RouteEnv>,
    name: string,
    args: object,
    authorization: string | null,
  ): Promise<Response> => {
    const address = options.addressOf(c.req.raw, c.env.incoming.socket.remoteAddress ?? '');
    const wait = waitOf(address);
    if (wait > 0) return tooMany(String(wait));
    const work = async () => {
      const asked = await options.call(name, args, {
        address,
        authorization,
        from: c.req.header('sec-fetch-site'),
      });
      if (asked.status === 401) return refusal(401, 'Sign in first.');
      if (asked.status === 429) return tooMany(asked.headers.get('retry-after') ?? '60');
      if (asked.status >= 500) {
        return refusal(503, 'The document could not be read. Please try again in a moment.');
      }
      if (!asked.ok) return notHere();
      const found = (await asked.json()) as FrozenDocument | { document: FrozenDocument } | null;
      if (!found) return notHere();
      return file('document' in found ? found.document : found);
    };
    try {
      return await queue.run(address, work);
    } catch (error) {
      if (error instanceof QueueFull) return tooMany('5');
      options.log('error', 'A document could not be printed', { error: String(error) });
      return refusal(500, 'The document could not be printed. Please try again in a moment.');
    }
  };

  app.get('/documents/:file', async (c) => {
    const id = STAFF_FILE.exec(c.req.param('file'))?.[1];
    const authorization = c.req.header('authorization') ?? null;
    if (!authorization) return refusal(401, 'Sign in first.');
    return id ? answer(c, 'printed_document', { id }, authorization) : notHere();
  });
  for (const path of ['/quote.pdf', '/invoice.pdf']) {
    app.get(path, async (c) => {
      const secret = c.req.query('k') ?? '';
      return SECRET.test(secret) ? answer(c, 'linked_document', { secret }, null) : notHere();
    });
  }
  return app;
}
