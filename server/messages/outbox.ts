import { type ConnectionOptions, openPool, type Sql } from '#backend';
import type { Channel, Claimed, Outcome } from './delivery.ts';
import type { PushKeys } from './push-sender.ts';

/** The outbox in the database, as a worker uses it. */
export interface Outbox {
  /**
   * Claims the next message that is due, for five minutes; null when none is.
   * @param host host name for its Message-ID
   */
  claim(channel: Channel, host: string): Promise<Claimed | null>;
  /** Saves what became of a claimed message; false when the claim has ended. */
  settle(message: Claimed, outcome: Outcome): Promise<boolean>;
  /** The keys that sign notices: those that a process gave first, or else these. */
  pushKeys(own: PushKeys): Promise<PushKeys>;
  /** Calls `onQueued` whenever messages were queued; null where the database tells of none. */
  follow: ((onQueued: () => void) => Promise<() => Promise<void>>) | null;
  /** Queues reminders that are due, and empties old messages; null where claims do so. */
  tend: (() => Promise<void>) | null;
  /** Number of messages that wait, by channel; null where it cannot be asked. */
  waiting: (() => Promise<{ channel: string; count: number }[]>) | null;
}

/**
 * The outbox of a database that this process owns.
 * @param target for the connection that listens
 */
export function createDatabaseOutbox(target: ConnectionOptions, owner: Sql): Outbox {
  return {
    claim: async (channel, host) => {
      const [row] = await owner<{ claimed: Claimed | null }[]>`
        select private.claim_outbox(${channel}, ${host}) as claimed`;
      return row?.claimed ?? null;
    },
    settle: async ({ id, lease }, outcome) => {
      const [row] = await owner<{ settled: boolean }[]>`
        select private.settle_outbox(${id}, ${lease}, ${owner.json({ ...outcome })}) as settled`;
      return row?.settled ?? false;
    },
    pushKeys: async ({ public_key, private_key }) => {
      const [row] = await owner<{ keys: PushKeys }[]>`
        select private.push_keys(${public_key}, ${private_key}) as keys`;
      if (!row) throw new Error('The database gave no keys.');
      return row.keys;
    },
    follow: async (onQueued) => {
      const listener = openPool(target, { max: 1, name: 'studio-outbox' });
      const onTold = () => {
        onQueued();
        // why: of messages that are queued in quick succession the database tells of the first one.
        setTimeout(onQueued, LOOK_AGAIN_MS).unref();
      };
      // why also when it starts to listen: what was queued while the connection was lost is due too.
      await listener.listen('outbox', onTold, onTold);
      return () => listener.end({ timeout: 2 });
    },
    tend: async () => {
      await owner`select private.tend_outbox()`;
    },
    waiting: async () => owner<{ channel: string; count: number }[]>`
      select channel, count(*)::integer as count from private.outbox
      where state in ('waiting', 'sending') group by channel`,
  };
}

/** Time until a second look after the database told of messages (ms): twice as long as it keeps quiet then. */
const LOOK_AGAIN_MS = 1000;

interface RemoteOptions {
  url: string;
  anonKey: string;
  /** `MESSAGES_SECRET`, which opens nothing but these functions. */
  secret: string;
}

/** why: well below the lease, and below the time between two looks. */
const ANSWER_MS = 10_000;

/** Time without asking after a wrong secret (ms). why: the database counts wrong ones, 10 an hour. */
const WRONG_SECRET_MS = 1_200_000;

/** The outbox of a Supabase project. It is asked with a secret of its own, so no service key is needed. */
export function createRemoteOutbox({ url, anonKey, secret }: RemoteOptions): Outbox {
  let closedUntil = -Infinity;
  const call = async (name: string, args: object): Promise<unknown> => {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ secret, ...args }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const answer: unknown = await response.json().catch(() => null);
    const isWrong = Object(answer).refused !== undefined;
    if (isWrong || response.status === 429) closedUntil = performance.now() + WRONG_SECRET_MS;
    if (isWrong) throw Object.assign(new Error(name), { code: 'MESSAGES_SECRET is not right' });
    if (!response.ok) throw Object.assign(new Error(name), { code: `HTTP ${response.status}` });
    return answer;
  };
  return {
    claim: async (channel, host) => {
      if (performance.now() < closedUntil) return null;
      // why: the database answers in the shape of its own function.
      return (await call('claim_messages', { channel, host })) as Claimed | null;
    },
    settle: async ({ id, lease }, outcome) =>
      (await call('settle_message', { id, lease, outcome })) === true,
    // why: the database answers in the shape of its own function.
    pushKeys: async (own) => (await call('push_keys', own)) as PushKeys,
    follow: null,
    tend: null,
    waiting: null,
  };
}
