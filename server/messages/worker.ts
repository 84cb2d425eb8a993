import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#backend';
import type { Attempt, Channel, Claimed, Deliver } from './delivery.ts';
import type { Outbox } from './outbox.ts';

/** Time between two looks at the outbox (ms). why so short: of some messages the database does not tell. */
const LOOK_MS = 15_000;

/** Time between two attempts to save an outcome, and how long it is tried: as long as the claim holds (ms). */
const SETTLE_AGAIN_MS = 1000;
const SETTLE_FOR_MS = 120_000;

/** Time for messages in flight when the process stops (ms). why: the whole drain takes 3 s. */
const FINISH_MS = 2000;

interface WorkerOptions<Message extends Claimed> {
  channel: Channel;
  outbox: Pick<Outbox, 'claim' | 'settle'>;
  deliver: Deliver<Message>;
  /** Host name for Message-IDs. */
  host: string;
  /** Messages that are sent at the same time. */
  lanes: number;
  /** Told of each attempt's result. */
  onAttempt: (result: string) => void;
  log: Log;
  /** Replaces `LOOK_MS`. */
  lookMs?: number;
}

/** Sends the messages of a channel. */
export interface Worker {
  /** Looks for messages at once. */
  wake(): void;
  /** Claims no more and lets messages in flight finish; after 2 s they are interrupted. */
  stop(): Promise<void>;
}

/**
 * Starts a worker: claims messages that are due, delivers them and saves the outcome. A message of a process that dies
 * is claimed again after its lease. Any number of processes may run one.
 */
export function startWorker<Message extends Claimed>(options: WorkerOptions<Message>): Worker {
  const { channel, log } = options;
  const running = new Set<Promise<void>>();
  const interrupting = new AbortController();
  let isStopping = false;
  let isWoken = false;
  // why: while the server is away, one message at a time finds out whether it is back.
  let isDown = false;

  const work = async (): Promise<void> => {
    for (;;) {
      isWoken = false;
      const message = isStopping ? null : await claimNext(options);
      if (message) {
        if (!isDown) addLane();
        const attempt = await options.deliver(message, interrupting.signal);
        isDown = attempt.isDown ?? false;
        await settle(options, message, attempt, interrupting.signal);
        if (!isDown) continue;
        return;
      }
      if (isStopping || !isWoken) return;
    }
  };
  const addLane = () => {
    if (isStopping || running.size >= (isDown ? 1 : options.lanes)) return;
    const lane = work()
      .catch((error: unknown) => {
        log('error', 'Messages could not be sent', { channel, code: codeOf(error) });
      })
      .finally(() => running.delete(lane));
    running.add(lane);
  };
  const wake = () => {
    isWoken = true;
    addLane();
  };
  const looking = setInterval(wake, options.lookMs ?? LOOK_MS).unref();
  wake();

  return {
    wake,
    stop: async () => {
      isStopping = true;
      clearInterval(looking);
      const late = setTimeout(() => interrupting.abort(), FINISH_MS);
      await Promise.all(running);
      clearTimeout(late);
    },
  };
}

const codeOf = (error: unknown): string => String(Object(error).code ?? Object(error).name);

async function claimNext<Message extends Claimed>({
  outbox,
  channel,
  host,
}: WorkerOptions<Message>): Promise<Message | null> {
  // why: the database answers with the shape of the channel's messages.
  return (await outbox.claim(channel, host)) as Message | null;
}

/** Saves an outcome, again and again while the database does not answer. */
async function settle<Message extends Claimed>(
  { outbox, channel, log, onAttempt }: WorkerOptions<Message>,
  message: Message,
  { outcome }: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const { id, template } = message;
  const { result } = outcome;
  onAttempt(result);
  const code = 'code' in outcome ? outcome.code : undefined;
  const level = result === 'sent' ? 'info' : 'warn';
  log(level, 'Message', { channel, id, template, result, ...(code !== undefined && { code }) });
  const began = performance.now();
  for (;;) {
    try {
      const isOurs = await outbox.settle(message, outcome);
      if (!isOurs) log('warn', 'A message was settled too late', { channel, id, result });
      return;
    } catch (error) {
      log('error', 'An outcome could not be saved', { channel, id, code: codeOf(error) });
      if (signal.aborted || performance.now() - began > SETTLE_FOR_MS) return;
      await wait(SETTLE_AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }
}
