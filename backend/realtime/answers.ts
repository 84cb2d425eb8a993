import { WebSocket } from 'ws';
import { z } from 'zod';
import { ApiError } from '../core/api-error.ts';
import { isLive } from '../auth/sessions.ts';
import { type Caller, resolveCaller } from '../core/caller.ts';
import type { Keys } from '../core/keys.ts';
import type { Database } from '../postgres/database.ts';
import { type Channel, endWithToken, openChannel, reply } from './channel.ts';
import { broadcastRights } from './changes.ts';
import { type Message, readJoin, token, writeFrame } from './protocol.ts';

/** A browser tab's WebSocket and the topics it has joined. */
export type Connection = {
  socket: WebSocket;
  apikey: string;
  address: string;
  channels: Map<string, Channel>;
  /**
   * Time of its last message, and when it last had a channel (milliseconds of `performance.now()`).
   */
  lastHeard: number;
  lastJoined: number;
};

const MOST_CHANNELS = 30;
const MOST_BUFFERED = 1_000_000;
/** Maximum broadcast in bytes; a PostgreSQL notification holds 8,000. */
const LONGEST_BROADCAST = 7_000;

const broadcast = z.object({ event: z.string().min(1).max(255), payload: z.unknown() });
const renewal = z.object({ access_token: token });

const NOT_OPEN = 'This topic is not open to you.';

const topicOf = (message: Pick<Message, 'topic'>) => message.topic.replace(/^realtime:/, '');

/**
 * Resolves the caller of an API key and, optionally, a user's token. @throws ApiError when one is
 * invalid.
 */
export async function identify(
  { db, keys }: { db: Database; keys: Keys },
  { apikey, address }: Pick<Connection, 'apikey' | 'address'>,
  given?: string,
): Promise<Caller> {
  const headers = given === undefined ? {} : { authorization: `Bearer ${given}` };
  const url = new URL('http://realtime.internal');
  url.searchParams.set('apikey', apikey);
  const request = new Request(url, { headers });
  return resolveCaller(request, keys, address, (claims) => isLive(db.owner, claims));
}

/**
 * Closes a channel with an error. why: phx_error makes the client join again with its newest token.
 */
export function drop({ channels }: Connection, channel: Channel, reason: string): void {
  clearTimeout(channel.expiry);
  channels.delete(channel.topic);
  channel.send('phx_error', { reason });
}

/** Sends to a connection. A connection that does not read what it is sent is terminated. */
export const writerOf =
  ({ socket }: Connection) =>
  (message: Message): void => {
    if (socket.bufferedAmount > MOST_BUFFERED) socket.terminate();
    else if (socket.readyState === WebSocket.OPEN) socket.send(writeFrame(message));
  };

/** A broadcast as the payload of a notification; null when it is too long or nested too deeply. */
function encodeBroadcast(broadcast: object): string | null {
  try {
    const text = JSON.stringify(broadcast);
    return Buffer.byteLength(text) <= LONGEST_BROADCAST ? text : null;
  } catch {
    return null;
  }
}

/** Handles each message of a client (https://supabase.com/docs/guides/realtime/protocol). */
export function createAnswers(parts: { db: Database; keys: Keys }) {
  const { db } = parts;
  const signedIn = async (connection: Connection, given: string | undefined) => {
    const caller = await identify(parts, connection, given).catch((error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    });
    return caller?.role === 'anon' ? null : caller;
  };
  const scheduleExpiry = (connection: Connection, channel: Channel) =>
    endWithToken(channel, () => drop(connection, channel, 'The token has expired.'));

  async function join(connection: Connection, message: Message): Promise<void> {
    const write = writerOf(connection);
    const refuse = (reason: string) => reply(write, message, 'error', { reason });
    const asked = readJoin(message.payload);
    if (!asked) return refuse('The channel asks for something that is not supported.');
    if (asked.config.presence?.enabled) return refuse('Presence is not supported.');
    if (connection.channels.size >= MOST_CHANNELS) return refuse('Too many channels.');
    const caller = await signedIn(connection, asked.access_token);
    if (!caller) return refuse('Sign in to listen.');
    const rights = asked.config.private
      ? await broadcastRights(db.requests, caller, topicOf(message))
      : { hear: false, send: false };
    if (asked.config.private && !rights.hear) return refuse(NOT_OPEN);
    const channel = openChannel(message, asked, caller, rights, write);
    clearTimeout(connection.channels.get(message.topic)?.expiry);
    connection.channels.set(message.topic, channel);
    // why: if the session ended while its rights were read, its end was announced before this
    // channel existed.
    if (!(await signedIn(connection, asked.access_token))) {
      connection.channels.delete(message.topic);
      return refuse('Sign in to listen.');
    }
    scheduleExpiry(connection, channel);
    reply(write, message, 'ok', { postgres_changes: channel.bindings });
    if (channel.bindings.length > 0) {
      const subscribed = { status: 'ok', message: 'Subscribed to PostgreSQL' };
      channel.send('system', {
        ...subscribed,
        extension: 'postgres_changes',
        channel: topicOf(message),
      });
    }
  }

  async function renew(connection: Connection, channel: Channel, payload: unknown): Promise<void> {
    const given = renewal.safeParse(payload).data?.access_token;
    const caller = given ? await signedIn(connection, given) : null;
    if (!caller || caller.claims['sub'] !== channel.caller.claims['sub']) {
      return drop(connection, channel, 'The token is not good.');
    }
    channel.caller = caller;
    // why again: the person may have another role by now.
    if (channel.isPrivate) {
      const rights = await broadcastRights(db.requests, caller, topicOf(channel));
      if (!rights.hear) return drop(connection, channel, NOT_OPEN);
      Object.assign(channel.broadcast, rights);
    }
    scheduleExpiry(connection, channel);
  }

  /** why: sent through the database, so that a broadcast reaches the listeners in every process. */
  async function relay(connection: Connection, channel: Channel, message: Message): Promise<void> {
    const { ack, send } = channel.broadcast;
    const read = broadcast.safeParse(message.payload);
    const text = encodeBroadcast({ topic: channel.topic, from: channel.id, ...read.data });
    const isAccepted = send && read.success && text !== null;
    if (isAccepted) await db.owner.notify('realtime_broadcast', text);
    if (ack || !isAccepted) reply(writerOf(connection), message, isAccepted ? 'ok' : 'error');
  }

  return async (connection: Connection, message: Message): Promise<void> => {
    const write = writerOf(connection);
    const channel = connection.channels.get(message.topic);
    if (message.topic === 'phoenix' && message.event === 'heartbeat') {
      reply(write, message, 'ok');
    } else if (message.event === 'phx_join') {
      await join(connection, message);
    } else if (!channel) {
      reply(write, message, 'error', { reason: 'This channel is not joined.' });
    } else if (message.event === 'phx_leave') {
      clearTimeout(channel.expiry);
      connection.channels.delete(message.topic);
      reply(write, message, 'ok');
      channel.send('phx_close', {});
    } else if (message.event === 'access_token') {
      await renew(connection, channel, message.payload);
    } else if (message.event === 'broadcast') {
      await relay(connection, channel, message);
    } else {
      reply(write, message, 'error', { reason: 'This is not supported.' });
    }
  };
}
