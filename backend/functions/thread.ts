import { Worker } from 'node:worker_threads';
import type { ApiError } from '../core/api-error.ts';
import type { Log } from '../core/log.ts';
import { failure, type FailureCode } from './failure.ts';
import type { FunctionLimits } from './limits.ts';
import {
  type FromWorker,
  hasNoBody,
  type RequestHead,
  type ToWorker,
  type WorkerData,
} from './messages.ts';

/** Interval between two checks of a busy thread's CPU time, in ms. */
const CHECK_MS = 250;
const GATEWAY_ORIGIN = 'http://gateway.internal';

/** Answers a request of a function to SUPABASE_URL, from the given client address. */
export type GatewayFetch = (request: Request, address: string) => Promise<Response>;

/** A request whose response has not ended. */
type Open = {
  /** Its response has no body, whatever the function answers. */
  isHead: boolean;
  respond: (response: Response) => void;
  refuse: (error: ApiError) => void;
  body: ReadableStreamDefaultController<Uint8Array> | null;
  /** Resolves when the chunk that was pulled is there. */
  pulled: (() => void) | null;
  end: () => void;
};

export type ThreadOptions = {
  name: string;
  file: string;
  env: Record<string, string>;
  gateway: GatewayFetch;
  limits: FunctionLimits;
  log: Log;
  /** Called once, when the thread takes no more requests. */
  onEnd: () => void;
};

/** A running function. */
export type Thread = {
  /** @throws ApiError as `failure` describes. */
  run(head: RequestHead, body: ArrayBuffer | null, from: Caller): Promise<Response>;
  /** Takes no more requests; ends when the responses have ended. */
  retire(): void;
  close(): Promise<void>;
};
type Caller = { address: string; signal: AbortSignal };

/**
 * Starts a function in its own thread. why: an endless loop, a leak or an unhandled rejection ends
 * the thread and not the site, and the function sees only the variables in `env`.
 */
export function startThread(options: ThreadOptions): Thread {
  const { name, limits, log } = options;
  const data: WorkerData = { file: options.file, gatewayOrigin: GATEWAY_ORIGIN };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: data,
    env: { ...options.env, SUPABASE_URL: GATEWAY_ORIGIN },
    execArgv: [],
    // why: V8 would give new objects 48 MB, more than a function needs.
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 8 },
  });
  worker.unref();
  const send = (message: ToWorker, moved: ArrayBuffer[] = []) => worker.postMessage(message, moved);
  const open = new Map<number, Open>();
  let last = 0;
  let ready = false;
  let retired = false;
  let reason: FailureCode | null = null;
  let unused: NodeJS.Timeout | undefined;
  let checking: NodeJS.Timeout | undefined;
  const booted = Promise.withResolvers<void>();
  booted.promise.catch(() => {});

  const takeNoMore = () => {
    if (!retired) options.onEnd();
    retired = true;
  };
  const stop = async (why: FailureCode) => {
    reason ??= why;
    // why: before the thread has ended, so that the next request starts another one.
    takeNoMore();
    await worker.terminate();
  };
  const retire = () => {
    takeNoMore();
    // why: a thread that starts has a request waiting for it.
    if (ready && open.size === 0) void stop('WORKER_ERROR');
  };
  const boot = setTimeout(() => void stop('BOOT_ERROR'), limits.bootMs).unref();

  /** Ends the thread when its requests together have used more CPU time than they may. */
  const watchCpu = () => {
    const first = last;
    const since = worker.cpuUsage();
    const check = async () => {
      const { user, system } = await worker.cpuUsage(await since);
      const allowed = (last - first) * limits.cpuMs;
      if ((user + system) / 1000 > allowed) await stop('WORKER_LIMIT');
    };
    // It fails when the thread has ended meanwhile.
    const ended = () => {};
    since.catch(ended);
    checking = setInterval(() => void check().catch(ended), CHECK_MS).unref();
  };
  const idle = () => {
    clearInterval(checking);
    checking = undefined;
    if (retired) void stop('WORKER_ERROR');
    else unused = setTimeout(retire, limits.unusedMs).unref();
  };

  async function fetchFor({ id, address, head, body }: FromWorker & { type: 'fetch' }) {
    try {
      const { method, url, headers } = head;
      const sent = /^(GET|HEAD)$/.test(method) ? null : body;
      const answer = await options.gateway(
        new Request(url, { method, headers, body: sent }),
        address,
      );
      const read = await answer.arrayBuffer();
      const shown = { status: answer.status, headers: [...answer.headers] };
      send({ type: 'fetched', id, head: shown, body: read }, [read]);
    } catch (error) {
      log('error', 'A function’s request failed', { name, code: Object(error).code });
      send({ type: 'fetch failed', id });
    }
  }

  worker.on('message', (message: FromWorker) => {
    if (message.type === 'ready') {
      ready = true;
      clearTimeout(boot);
      return booted.resolve();
    }
    if (message.type === 'log')
      return log(message.level, 'A function logged', { name, text: message.text });
    if (message.type === 'fetch') return void fetchFor(message);
    const request = open.get(message.id);
    if (!request) return;
    if (message.type === 'failed') return fail(request, failure('WORKER_ERROR'));
    if (message.type === 'response') {
      const { status, headers } = message.head;
      const isRead = message.hasBody && !hasNoBody(status) && !request.isHead;
      const body = isRead ? streamOf(message.id, request) : null;
      request.respond(new Response(body, { status, headers }));
      if (body) return;
      if (message.hasBody) send({ type: 'abort', id: message.id });
      return request.end();
    }
    request.pulled?.();
    if (message.chunk) return request.body?.enqueue(message.chunk);
    request.body?.close();
    request.end();
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    reason ??=
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'WORKER_LIMIT'
        : ready
          ? 'WORKER_ERROR'
          : 'BOOT_ERROR';
    log('error', 'A function ended', { name, reason, error: String(error.stack ?? error) });
  });
  worker.on('exit', () => {
    clearTimeout(boot);
    clearInterval(checking);
    clearTimeout(unused);
    const why = reason ?? 'WORKER_ERROR';
    if (why === 'WORKER_LIMIT') log('error', 'A function came over a limit', { name });
    takeNoMore();
    booted.reject(failure(ready ? why : 'BOOT_ERROR'));
    for (const request of open.values()) fail(request, failure(why));
  });

  function fail(request: Open, error: ApiError) {
    request.refuse(error);
    request.pulled?.();
    request.body?.error(error);
    request.end();
  }

  const streamOf = (id: number, request: Open) =>
    new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (request.body = controller),
        pull: () => {
          const { promise, resolve } = Promise.withResolvers<void>();
          request.pulled = resolve;
          send({ type: 'pull', id });
          return promise;
        },
        cancel: () => {
          send({ type: 'abort', id });
          request.end();
        },
      },
      { highWaterMark: 0 },
    );

  async function run(head: RequestHead, body: ArrayBuffer | null, { address, signal }: Caller) {
    await booted.promise;
    clearTimeout(unused);
    if (open.size === 0) watchCpu();
    const id = ++last;
    const answer = Promise.withResolvers<Response>();
    const giveUp = (code: FailureCode) => {
      send({ type: 'abort', id });
      const request = open.get(id);
      if (request) fail(request, failure(code));
    };
    const gone = () => {
      // why: the body has no reader left, so an error would only fill the log.
      if (open.get(id)?.body) {
        send({ type: 'abort', id });
        open.get(id)?.end();
      } else giveUp('WORKER_ERROR');
    };
    const late = setTimeout(() => giveUp('IDLE_TIMEOUT'), limits.responseMs).unref();
    const endless = setTimeout(() => giveUp('IDLE_TIMEOUT'), limits.wholeMs).unref();
    signal.addEventListener('abort', gone, { once: true });
    open.set(id, {
      isHead: head.method === 'HEAD',
      respond: (response) => {
        clearTimeout(late);
        answer.resolve(response);
      },
      refuse: answer.reject,
      body: null,
      pulled: null,
      end: () => {
        clearTimeout(late);
        clearTimeout(endless);
        signal.removeEventListener('abort', gone);
        if (open.delete(id) && open.size === 0) idle();
      },
    });
    send({ type: 'request', id, address, head, body }, body ? [body] : []);
    return answer.promise;
  }

  return { run, retire, close: () => stop('WORKER_ERROR') };
}
