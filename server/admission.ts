import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { clientAddress, createFairQueue, networkOf, refuseSlowReader, trackAnswer } from '#backend';
import { isProxy } from './public-origin.ts';

/** Limits of one network: connections, and requests and uploads that are processed at a time. */
const MAX_CONNECTIONS = 512;
const MAX_RUNNING_READS = 64;
const MAX_RUNNING_UPLOADS = 16;
/** Limits on waiting requests: in total, and of one network. */
const MAX_WAITING = 2048;
const MAX_WAITING_OF_ONE = 256;

/**
 * A connection that neither reads its response nor sends its body is closed after this time (ms).
 */
const STALLED_MS = 30_000;

/** The visitor's address, taking trusted proxies into account. */
export function addressOf({ headers, socket }: IncomingMessage, proxies: BlockList): string {
  const forwarded = headers['x-forwarded-for']?.toString() ?? null;
  return clientAddress(socket.remoteAddress ?? '', forwarded, proxies);
}

/** Runs `answer` when the request's turn comes, or refuses it with 429. */
type Admission = (request: IncomingMessage, response: ServerResponse, answer: () => void) => void;

/**
 * Admits requests to `server`: each network gets a fair share, and stalled connections are closed.
 * @param stalledMs the time after which a connection counts as stalled
 */
export function createAdmission(
  server: Server,
  proxies: BlockList,
  stalledMs = STALLED_MS,
): Admission {
  const most = {
    running: Infinity,
    runningOfOne: MAX_RUNNING_READS,
    waiting: MAX_WAITING,
    waitingOfOne: MAX_WAITING_OF_ONE,
  };
  const reads = createFairQueue(most);
  // why: separate, because a slow upload must not block reads; and smaller, because bodies are
  // buffered in memory.
  const uploads = createFairQueue({ ...most, runningOfOne: MAX_RUNNING_UPLOADS });
  const connections = new Map<string, number>();
  /** For each connection, callbacks that settle its pending responses. */
  const endings = new WeakMap<Socket, Set<() => void>>();

  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    const network = networkOf(peer);
    const open = (connections.get(network) ?? 0) + 1;
    // why: all visitors arrive through one proxy.
    if (open > MAX_CONNECTIONS && !isProxy(peer, proxies)) return void socket.destroy();
    connections.set(network, open);
    const pending = new Set<() => void>();
    endings.set(socket, pending);
    socket.once('close', () => {
      const left = (connections.get(network) ?? 1) - 1;
      if (left > 0) connections.set(network, left);
      else connections.delete(network);
      for (const end of pending) end();
    });
  });

  return (request, response, answer) => {
    const { socket } = request;
    const address = addressOf(request, proxies);
    response.setTimeout(stalledMs, () => {
      if (response.writableLength > 0 || !request.complete) socket.destroy();
    });
    const work = async () => {
      if (socket.destroyed) return;
      refuseSlowReader(address);
      const untrack = trackAnswer(address, response);
      const pending = endings.get(socket);
      const { promise, resolve } = Promise.withResolvers<void>();
      // why: when a connection closes, only the first of its pipelined responses gets the event.
      pending?.add(resolve);
      response.once('close', resolve);
      answer();
      await promise;
      pending?.delete(resolve);
      untrack();
    };
    const queue = /^(GET|HEAD)$/.test(request.method ?? '') ? reads : uploads;
    queue.run(address, work).catch((error: unknown) => {
      response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '5' });
      response.end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  };
}
