import { onlineManager } from '@tanstack/react-query';
import { RETRY_MS } from './change-queue.ts';

/**
 * The reason why entries wait, after their number: `3 scans wait …`.
 * @param isLost the connection to the server is lost
 * @param isUnanswered the last one that was sent got no answer
 */
export function waitingFor(isLost: boolean, isUnanswered: boolean): string {
  if (isLost) return 'for the connection. They are saved in this browser.';
  return isUnanswered
    ? 'to be sent. The server does not save them at the moment. Sent again every second.'
    : 'to be sent …';
}

/** Options of {@link createSender}. */
export interface SenderOptions {
  /** Of the queue: tabs that use the same one take turns. */
  name: string;
  /** Whether the queue may be sent now. */
  mayRun: () => boolean;
  /** Sends what waits. Resolves to whether nothing waits any more. */
  run: () => Promise<boolean>;
  /** After each run, with whether an entry got no answer. */
  onEnd: (isUnanswered: boolean) => void;
}

/** Sends a queue that is stored in the browser. */
export interface QueueSender {
  /** Sends what waits, now and whenever the server is back. */
  start: () => void;
  stop: () => void;
  /** Sends what waits, including what is added meanwhile. */
  send: () => Promise<void>;
}

/** Creates the sender of a queue. It runs once at a time, and every second while an entry has no answer. */
export function createSender({ name, mayRun, run, onEnd }: SenderOptions): QueueSender {
  let running: Promise<void> | undefined;
  let isAgain = false;
  let isStarted = false;
  let isUnanswered = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let offOnline = () => {};

  const runAll = async () => {
    clearTimeout(timer);
    let isEmpty = true;
    do {
      isAgain = false;
      if (!mayRun()) return;
      isEmpty = await oneTabAtATime(name, run);
      isUnanswered = !isEmpty;
    } while (isAgain && isEmpty);
    if (!isEmpty && isStarted) timer = setTimeout(() => void send(), RETRY_MS);
  };
  const send = () => {
    isAgain = true;
    running ??= runAll().finally(() => {
      running = undefined;
      onEnd(isUnanswered);
    });
    return running;
  };
  return {
    send,
    start: () => {
      isStarted = true;
      offOnline = onlineManager.subscribe((isOnline) => void (isOnline && send()));
      void send();
    },
    stop: () => {
      isStarted = false;
      offOnline();
      clearTimeout(timer);
    },
  };
}

/** why: two tabs would send an entry twice. Without locks (no TLS) the keys still prevent a second effect. */
async function oneTabAtATime<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(name, run) : run();
}
