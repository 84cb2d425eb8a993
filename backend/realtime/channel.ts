import type { Caller } from '../core/caller.ts';
import type { Change, ChangedRow } from './changes.ts';
import { isMatch, type Binding, type Join, type Message } from './protocol.ts';

/** Sends a message over the connection of a browser tab. */
export type Sender = (message: Message) => void;

/** A topic that a client has joined, with the listeners of its join. */
export type Channel = {
  /** Sent along with a broadcast, so that its sender does not receive it. */
  id: string;
  topic: string;
  joinRef: string | null;
  caller: Caller;
  bindings: (Binding & { id: number })[];
  /** Whether policies decide who hears and sends broadcasts. */
  isPrivate: boolean;
  broadcast: { hear: boolean; send: boolean; ack: boolean; self: boolean };
  send: (event: string, payload: unknown, ref?: string | null) => void;
  /** Timer that closes the channel when its token expires. */
  expiry?: NodeJS.Timeout;
};

const MAX_DELAY_MS = 2 ** 31 - 1;

/** Creates the channel of an accepted join. */
export function openChannel(
  { topic, joinRef }: Message,
  { config }: Join,
  caller: Caller,
  rights: { hear: boolean; send: boolean },
  write: Sender,
): Channel {
  const { ack = false, self = false } = config.broadcast ?? {};
  return {
    id: crypto.randomUUID(),
    topic,
    joinRef,
    caller,
    bindings: config.postgres_changes.map((binding, at) => ({ ...binding, id: at + 1 })),
    isPrivate: config.private ?? false,
    broadcast: { ...rights, ack, self },
    send: (event, payload, ref = null) => write({ joinRef, ref, topic, event, payload }),
  };
}

/** Replies to a client's message. */
export function reply(
  write: Sender,
  { joinRef, ref, topic }: Message,
  status: 'ok' | 'error',
  response: Record<string, unknown> = {},
): void {
  write({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
}

/** Calls `end` when the channel's token expires. Replaces an earlier timer. */
export function endWithToken(channel: Channel, end: () => void): void {
  clearTimeout(channel.expiry);
  const { exp } = channel.caller.claims;
  if (typeof exp !== 'number') return;
  channel.expiry = setTimeout(end, Math.min(exp * 1000 - Date.now(), MAX_DELAY_MS)).unref();
}

/** Sends a channel the changed rows that its caller may read, in Supabase Realtime's format. */
export function sendChange(channel: Channel, change: Change, rows: ChangedRow[]): void {
  const { schema, table, type } = change;
  for (const { key, row } of rows) {
    const seen = type === 'DELETE' ? key : row;
    const ids = channel.bindings.filter((one) => isMatch(one, change, seen)).map(({ id }) => id);
    if (ids.length === 0) continue;
    channel.send('postgres_changes', {
      ids,
      data: {
        schema,
        table,
        type,
        commit_timestamp: change.at,
        // why: values are sent as JSON types, so the client has nothing to convert by column type.
        columns: [],
        ...(type !== 'DELETE' && { record: row }),
        ...(type !== 'INSERT' && { old_record: key }),
        errors: null,
      },
    });
  }
}
