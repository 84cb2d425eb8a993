import type { Caller } from '../core/caller.ts';
import type { Change, ChangedRow } from './changes.ts';
import { isWanted, type Binding, type Join, type Message } from './protocol.ts';

/** The one connection of a browser tab, as a channel needs it. */
export type Sender = (message: Message) => void;

/** A topic that a client has joined, with the listeners it came with. */
export type Channel = {
  /** Told with a broadcast, so that its sender does not hear itself. */
  id: string;
  topic: string;
  joinRef: string | null;
  caller: Caller;
  bindings: (Binding & { id: number })[];
  broadcast: { hear: boolean; send: boolean; ack: boolean; self: boolean };
  send: (event: string, payload: unknown, ref?: string | null) => void;
  /** Ends the channel when its token ends. */
  expiry?: NodeJS.Timeout;
};

const MOST_DELAY = 2 ** 31 - 1;

/** A channel of a join that was allowed. */
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
    broadcast: { ...rights, ack, self },
    send: (event, payload, ref = null) => write({ joinRef, ref, topic, event, payload }),
  };
}

/** Answers what a client pushed. */
export function reply(
  write: Sender,
  { joinRef, ref, topic }: Message,
  status: 'ok' | 'error',
  response: Record<string, unknown> = {},
): void {
  write({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
}

/** Calls `end` when the channel's token ends; a new token, a new end. */
export function endWithToken(channel: Channel, end: () => void): void {
  clearTimeout(channel.expiry);
  const { exp } = channel.caller.claims;
  if (typeof exp !== 'number') return;
  channel.expiry = setTimeout(end, Math.min(exp * 1000 - Date.now(), MOST_DELAY)).unref();
}

/** Tells a channel of rows that its caller may read, as Supabase Realtime words it. */
export function tellChange(channel: Channel, change: Change, rows: ChangedRow[]): void {
  const { schema, table, type } = change;
  for (const { key, row } of rows) {
    const seen = type === 'DELETE' ? key : row;
    const ids = channel.bindings.filter((one) => isWanted(one, change, seen)).map(({ id }) => id);
    if (ids.length === 0) continue;
    channel.send('postgres_changes', {
      ids,
      data: {
        schema,
        table,
        type,
        commit_timestamp: change.at,
        // why: values go out as JSON has them, so the client has nothing to convert by type.
        columns: [],
        ...(type !== 'DELETE' && { record: row }),
        ...(type !== 'INSERT' && { old_record: key }),
        errors: null,
      },
    });
  }
}
