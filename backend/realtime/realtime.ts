import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { isLive } from '../auth/sessions.ts';
import type { UserClaims } from '../core/caller.ts';
import { networkOf } from '../core/client-address.ts';
import type { Keys } from '../core/keys.ts';
import { createBuckets } from '../core/limits.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../postgres/database.ts';
import { type Connection, createAnswers, drop, identify, writerOf } from './answers.ts';
import { type Channel, reply, sendChange } from './channel.ts';
import { flushChanges, type Change, followChanges, readableRows } from './changes.ts';
import { readFrame } from './protocol.ts';

/** The client of an upgrade request: its address, and how to refuse it. */
type Visitor = { address: string; refuse: (status: number) => void };

/** `/realtime/v1/websocket`: live changes and broadcasts for signed-in users. */
export type Realtime = {
  /** Upgrades an HTTP request to a WebSocket, or refuses it. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, visitor: Visitor) => void;
  /** Closes all connections within half a second; clients reconnect on their own. */
  close: () => void;
};

const MOST_CONNECTIONS = 1_000;
/** Per network. why: a studio's staff share one address. */
const MOST_FROM_ONE = 100;
/** Connections without a channel are closed after this time. */
const IDLE_MS = 10_000;
const LONGEST_FRAME = 64_000;
/** Frames per minute: of one connection, and of one network. */
const FRAMES = 1_200;
const FRAMES_FROM_ONE = 6_000;
/** A client sends a heartbeat every 30 s. */
const SILENCE_MS = 75_000;
/** Longest time of a client for the closing handshake. */
const FAREWELL_MS = 500;
const SERVICE_RESTART = 1012;
const POLICY_VIOLATION = 1008;

const relayed = z.object({
  topic: z.string(),
  from: z.string(),
  event: z.string(),
  payload: z.unknown(),
});

type Listener = { connection: Connection; channel: Channel };

/**
 * Implements Supabase Realtime's protocol 2.0.0 as far as supabase-js uses it for
 * `postgres_changes` and broadcasts on private channels, over the publication supabase_realtime.
 * Changed rows are read with each listener's own rights at that moment; a listener needs a session.
 */
export async function createRealtime(parts: {
  db: Database;
  keys: Keys;
  log: Log;
}): Promise<Realtime> {
  const { db, log } = parts;
  const { owner, requests } = db;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LONGEST_FRAME,
    perMessageDeflate: false,
  });
  const refusals = new WeakMap<Duplex, (status: number) => void>();
  server.on('wsClientError', (_, socket) => refusals.get(socket)?.(400));
  const connections = new Set<Connection>();
  const waitOf = createBuckets(FRAMES);
  const waitOfNetwork = createBuckets(FRAMES_FROM_ONE);
  const answer = createAnswers(parts);
  const failed = (error: unknown) => {
    const { code, name } = Object(error) as { code?: unknown; name?: unknown };
    log('error', 'Realtime failed', { code: code ?? name });
  };

  /**
   * Reads changes once per session that listens to their tables, and sends them to its channels.
   */
  async function deliver(changes: Change[]): Promise<void> {
    const listeners = [...connections].flatMap((connection) =>
      [...connection.channels.values()].map((channel) => ({ connection, channel })),
    );
    const bySession = Map.groupBy(listeners, ({ channel: { caller } }) =>
      JSON.stringify([caller.role, caller.claims['session_id']]),
    );
    await Promise.all([...bySession.values()].map((group) => deliverTo(group, changes)));
  }

  async function deliverTo(listeners: Listener[], changes: Change[]): Promise<void> {
    const caller = listeners[0]?.channel.caller;
    if (!caller) return;
    if (caller.role === 'authenticated' && !(await isLive(owner, caller.claims as UserClaims))) {
      for (const { connection, channel } of listeners) {
        drop(connection, channel, 'The session has ended.');
      }
      return;
    }
    for (const change of changes) {
      const interested = listeners.filter(({ channel: { bindings } }) =>
        bindings.some(({ table = '*' }) => table === '*' || table === change.table),
      );
      if (interested.length === 0) continue;
      const rows = await readableRows(requests, caller, change);
      for (const { channel } of interested) sendChange(channel, change, rows);
    }
  }

  // why: batches are delivered one after another, so that changes arrive in order.
  let delivered: Promise<void> = Promise.resolve();
  const end = (socket: WebSocket, code: number) => {
    socket.close(code);
    setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
  };
  const closeAll = () => {
    for (const { socket } of connections) end(socket, SERVICE_RESTART);
  };
  await followChanges(
    owner,
    (changes) => {
      delivered = delivered.then(() => deliver(changes)).catch(failed);
    },
    // why: a client that reconnects reloads its data, and so misses no change.
    closeAll,
  );
  await owner.listen('realtime_broadcast', (text) => {
    const { topic, from, event, payload } = relayed.parse(JSON.parse(text));
    for (const { channels } of connections) {
      const channel = channels.get(topic);
      if (!channel?.broadcast.hear || (channel.id === from && !channel.broadcast.self)) continue;
      channel.send('broadcast', { type: 'broadcast', event, payload });
    }
  });
  await owner.listen('sessions_ended', (session) => {
    for (const connection of connections)
      for (const channel of connection.channels.values())
        if (channel.caller.claims['session_id'] === session)
          drop(connection, channel, 'The session has ended.');
  });
  const flushing = flushChanges(owner, () => connections.size > 0);
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const connection of connections) {
      if (connection.channels.size > 0) connection.lastJoined = now;
      const { socket, lastHeard, lastJoined } = connection;
      if (now - lastHeard > SILENCE_MS) socket.terminate();
      else if (now - lastJoined > IDLE_MS) end(socket, POLICY_VIOLATION);
    }
  }, IDLE_MS / 4).unref();

  /**
   * The status with which to refuse another connection of a network; null when there is room for
   * it.
   */
  function refusalOf(network: string): number | null {
    const byNetwork = Map.groupBy(connections, ({ address }) => networkOf(address));
    const own = byNetwork.get(network)?.length ?? 0;
    if (own >= MOST_FROM_ONE) return 429;
    if (connections.size < MOST_CONNECTIONS) return null;
    const [most = []] = [...byNetwork.values()].toSorted((a, b) => b.length - a.length);
    // why: one network must not lock others out, so the network with the most sockets loses one.
    const [least] = most.toSorted((a, b) => a.channels.size - b.channels.size);
    if (!least || most.length <= own + 1) return 503;
    connections.delete(least);
    least.socket.terminate();
    return null;
  }

  function accept(socket: WebSocket, apikey: string, address: string): void {
    const id = crypto.randomUUID();
    const connection: Connection = {
      socket,
      apikey,
      address,
      channels: new Map(),
      lastHeard: performance.now(),
      lastJoined: performance.now(),
    };
    connections.add(connection);
    // why: messages are handled one after another, so that a leave does not overtake its join.
    let handled: Promise<void> = Promise.resolve();
    socket.on('message', (data, isBinary) => {
      connection.lastHeard = performance.now();
      const isWithinLimits = waitOf(id) === 0 && waitOfNetwork(address) === 0;
      const message = isWithinLimits ? readFrame(data as Buffer, isBinary) : null;
      if (!message) {
        if (socket.readyState === WebSocket.OPEN) end(socket, POLICY_VIOLATION);
        return;
      }
      handled = handled
        .then(() => answer(connection, message))
        .catch((error: unknown) => {
          failed(error);
          const reason = 'This did not work just now.';
          reply(writerOf(connection), message, 'error', { reason });
        });
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      connections.delete(connection);
      for (const { expiry } of connection.channels.values()) clearTimeout(expiry);
    });
  }

  return {
    upgrade: (request, socket, head, { address, refuse }) => {
      const url = URL.parse(request.url ?? '', 'http://realtime.internal');
      const apikey = url?.searchParams.get('apikey') ?? '';
      socket.on('error', () => socket.destroy());
      refusals.set(socket, refuse);
      if (url?.pathname !== '/realtime/v1/websocket') return refuse(404);
      if (url.searchParams.get('vsn') !== '2.0.0') return refuse(400);
      const refusal = refusalOf(networkOf(address));
      if (refusal !== null) return refuse(refusal);
      identify(parts, { apikey, address }).then(
        () => server.handleUpgrade(request, socket, head, (made) => accept(made, apikey, address)),
        () => refuse(401),
      );
    },
    close: () => {
      clearInterval(sweep);
      clearInterval(flushing);
      closeAll();
      server.close();
    },
  };
}
