/** Way in which a message leaves. */
export type Channel = 'email' | 'push';

/** A message that a worker has claimed. */
export interface Claimed {
  id: string;
  /** Proof of the claim, which `settle` needs. */
  lease: string;
  template: string;
}

/**
 * Result of an attempt, as `private.settle_outbox` takes it:
 * - `later`: surely not accepted; it is tried again
 * - `unknown`: it may have arrived; it is tried again with the same Message-ID
 * - `refused`: the server refuses this recipient or this message
 * - `login`: the server refuses our login or sender; the channel pauses
 * - `gone`: the subscription of a push message has ended
 */
export type Outcome =
  | { result: 'sent' | 'gone' }
  | { result: 'unknown' | 'refused' | 'login'; problem: string; code?: string }
  | {
      result: 'later';
      problem: string;
      code?: string;
      /** Seconds that the server asks to wait. */
      retry_after?: number;
    };

/** The result of an attempt. */
export interface Attempt {
  outcome: Outcome;
  /** The server cannot be used for now: the worker rests until its next look at the outbox. */
  isDown?: boolean;
}

/** Sends messages of one channel. When the signal aborts, it ends with an outcome at once. Never rejects. */
export type Deliver<Message extends Claimed> = (
  message: Message,
  signal: AbortSignal,
) => Promise<Attempt>;
