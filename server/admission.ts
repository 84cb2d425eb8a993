import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { clientAddress, createFairQueue, networkOf, refuseSlowReader, trackAnswer } from '#backend';
import { isProxy } from './public-origin.ts';

/** Connections of one network, and its requests that are answered at once. */
const MOST_CONNECTIONS = 512;
const MOST_ANSWERED = 64;
const MOST_BODIES = 16;
/** Requests that wait, in all and of one network. */
const MOST_WAITING = 2048;
const MOST_WAITING_OF_ONE = 256;

/** A connection that neither reads its answer nor sends its body is closed after this time (ms). */
const STALLED_MS = 30_000;

/** The visitor's address, behind proxies that are trusted. */
export function addressOf({ headers, socket }: IncomingMessage, proxies: BlockList): string {
  const forwarded = headers['x-forwarded-for']?.toString() ?? null;
  return clientAddress(socket.remoteAddress ?? '', forwarded, proxies);
}

/** Answers a request, or refuses it with 429. */
type Door = (request: IncomingMessage, response: ServerResponse, answer: () => void) => void;

/**
 * Has each network's requests answered in turn, so that it leaves the others room, and cuts
 * connections that stand still.
 * @param stalledMs how long they may
 */
export function createAdmission(server: Server, proxies: BlockList, stalledMs = STALLED_MS): Door {
  const most = {
    running: Infinity,
    runningOfOne: MOST_ANSWERED,
    waiting: MOST_WAITING,
    waitingOfOne: MOST_WAITING_OF_ONE,
  };
  const reading = createFairQueue(most);
  // why: apart, as a body that does not come must not hold up those that read; and fewer, as bodies are
  // held whole.
  const sending = createFairQueue({ ...most, runningOfOne: MOST_BODIES });
  const connections = new Map<string, number>();
  /** For each connection, what ends its answers. */
  const endings = new WeakMap<Socket, Set<() => void>>();

  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    const network = networkOf(peer);
    const open = (connections.get(network) ?? 0) + 1;
    // why: one proxy brings all visitors.
    if (open > MOST_CONNECTIONS && !isProxy(peer, proxies)) return void socket.destroy();
    connections.set(network, open);
    const ends = new Set<() => void>();
    endings.set(socket, ends);
    socket.once('close', () => {
      const left = (connections.get(network) ?? 1) - 1;
      if (left > 0) connections.set(network, left);
      else connections.delete(network);
      for (const end of ends) end();
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
      const forget = trackAnswer(address, response);
      const ends = endings.get(socket);
      const { promise, resolve } = Promise.withResolvers<void>();
      // why: when a connection ends, only the first of its pipelined answers hears of it.
      ends?.add(resolve);
      response.once('close', resolve);
      answer();
      await promise;
      ends?.delete(resolve);
      forget();
    };
    const queue = /^(GET|HEAD)$/.test(request.method ?? '') ? reading : sending;
    queue.run(address, work).catch((error: unknown) => {
      response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '5' });
      response.end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  };
}
