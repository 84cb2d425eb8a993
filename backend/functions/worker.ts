/**
 * The thread of a function: what Supabase's edge runtime offers a function, as far as ours need it
 * (https://supabase.com/docs/guides/functions). It loads the function's index.ts, which calls
 * `Deno.serve` or exports an object with `fetch`, and passes requests and responses on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { type FromWorker, hasNoBody, type ToWorker, type WorkerData } from './messages.ts';

type Handler = (request: Request, info: object) => Response | Promise<Response>;
type Served = { handler: Handler };

const MAX_LOGGED = 10_000;
// why: calls outside of a request, such as background tasks, count as the local machine's.
const LOCAL = '127.0.0.1';

const { file, gatewayOrigin } = workerData as WorkerData;
const send = (message: FromWorker) => parentPort?.postMessage(message);
const report = (...things: unknown[]) =>
  send({ type: 'log', level: 'error', text: format(...things).slice(0, MAX_LOGGED) });

let served: Handler | null = null;
const addressOf = new AsyncLocalStorage<string>();
const running = new Map<number, AbortController>();
const bodies = new Map<number, ReadableStreamDefaultReader<Uint8Array>>();
const fetching = new Map<number, PromiseWithResolvers<Response>>();
let fetches = 0;

const outside = globalThis.fetch;
const fetchInProcess: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  if (new URL(request.url).origin !== gatewayOrigin) return outside(request);
  const body = await request.arrayBuffer();
  const { method, url, headers } = request;
  const id = ++fetches;
  const answer = Promise.withResolvers<Response>();
  fetching.set(id, answer);
  const address = addressOf.getStore() ?? LOCAL;
  send({ type: 'fetch', id, address, head: { method, url, headers: [...headers] }, body });
  return answer.promise.finally(() => fetching.delete(id));
};

const Deno = {
  serve(first: Handler | Partial<Served>, second?: Handler) {
    const handler = second ?? (typeof first === 'function' ? first : first.handler);
    if (!handler) throw new TypeError('Deno.serve needs a handler');
    served = handler;
    return { finished: new Promise<void>(() => {}), shutdown: async () => {} };
  },
  env: {
    get: (name: string) => process.env[name],
    has: (name: string) => process.env[name] !== undefined,
    toObject: () => ({ ...process.env }),
  },
};
const EdgeRuntime = {
  /** A background task, which continues after the response. */
  waitUntil: (task: Promise<unknown>) => void task.catch(report),
};
Object.assign(globalThis, { Deno, EdgeRuntime, fetch: fetchInProcess });
for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) {
  const logged = level === 'warn' || level === 'error' ? level : 'info';
  console[level] = (...things: unknown[]) =>
    send({ type: 'log', level: logged, text: format(...things).slice(0, MAX_LOGGED) });
}

async function respond({ id, address, head, body }: ToWorker & { type: 'request' }) {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const { method, url, headers } = head;
    const request = new Request(url, { method, headers, body, signal: controller.signal });
    const response = await addressOf.run(address, async () => served?.(request, {}));
    if (!(response instanceof Response)) throw new TypeError('The function returned no Response');
    // why: the caller has left, and an unread stream stays open.
    if (controller.signal.aborted) return void response.body?.cancel().catch(report);
    const reader = response.body?.getReader();
    if (reader) bodies.set(id, reader);
    else running.delete(id);
    send({
      type: 'response',
      id,
      head: { status: response.status, headers: [...response.headers] },
      hasBody: reader !== undefined,
    });
  } catch (error) {
    running.delete(id);
    if (!controller.signal.aborted) report(error);
    send({ type: 'failed', id });
  }
}

/** Sends the next chunk of a response. */
async function pull(id: number) {
  try {
    const read = await bodies.get(id)?.read();
    if (!read || read.done) forget(id);
    send({ type: 'chunk', id, chunk: read?.value ?? null });
  } catch (error) {
    forget(id);
    report(error);
    send({ type: 'failed', id });
  }
}

function forget(id: number) {
  bodies.delete(id);
  running.delete(id);
}

function abort(id: number) {
  running.get(id)?.abort();
  bodies.get(id)?.cancel().catch(report);
  forget(id);
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'request') return void respond(message);
  if (message.type === 'pull') return void pull(message.id);
  if (message.type === 'abort') return abort(message.id);
  const waiting = fetching.get(message.id);
  if (message.type === 'fetch failed') return waiting?.reject(new TypeError('fetch failed'));
  const { head, body } = message;
  waiting?.resolve(new Response(hasNoBody(head.status) ? null : body, head));
});

const loaded = (await import(pathToFileURL(file).href)) as { default?: { fetch?: Handler } };
const exported = loaded.default?.fetch;
if (exported) served ??= exported.bind(loaded.default);
if (!served) throw new Error('The function neither calls Deno.serve nor exports { fetch }');
send({ type: 'ready' });
