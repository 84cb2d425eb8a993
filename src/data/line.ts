import { onlineManager } from '@tanstack/react-query';

/** Milliseconds without an answer after which the server is asked whether it is there. */
const QUIET_MS = 1_000;
/** How long that answer may take; with the time before, a line that is cut shows within 3 s. */
const ANSWER_MS = 2_000;

/** The way to the server, as this tab knows it. */
export interface Line {
  isAway: () => boolean;
  /** Watches the line as long as somebody listens. */
  subscribe: (listener: () => void) => () => void;
  /** An answer came, whatever it says. */
  answered: () => void;
  /** Something got no answer: asks at once whether the server is there. */
  doubt: () => void;
}

/**
 * Watches whether the server answers. The browser tells only of its own connection, which a dead
 * router leaves as it was; so the server is asked when nothing was heard of it for a while, except
 * in a tab that nobody sees. TanStack Query is told too: it keeps writes back while the line is away.
 * @param ask resolves when the server answers, rejects otherwise
 */
export function createLine(ask: (signal: AbortSignal) => Promise<unknown>): Line {
  const listeners = new Set<() => void>();
  let away = false;
  let asking = false;
  let heard = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = () => {
    clearTimeout(timer);
    if (listeners.size > 0) timer = setTimeout(beat, QUIET_MS);
  };
  const tell = (next: boolean) => {
    wait();
    if (away === next) return;
    away = next;
    onlineManager.setOnline(!away);
    for (const listener of listeners) listener();
  };
  const doubt = () => {
    if (asking || listeners.size === 0) return;
    asking = true;
    heard = false;
    ask(AbortSignal.timeout(ANSWER_MS))
      .then(
        () => tell(false),
        // why: where something else was answered meanwhile, the server is busy and not gone.
        () => tell(!heard),
      )
      .finally(() => {
        asking = false;
      });
  };
  const beat = () => {
    if (document.visibilityState === 'visible' || away) doubt();
    else wait();
  };
  const onOffline = () => tell(true);
  const start = () => {
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', doubt);
    document.addEventListener('visibilitychange', beat);
    if (navigator.onLine) wait();
    else tell(true);
  };
  const stop = () => {
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', doubt);
    document.removeEventListener('visibilitychange', beat);
    tell(false);
  };
  return {
    isAway: () => away,
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    answered: () => {
      heard = true;
      if (listeners.size > 0) tell(false);
    },
    doubt,
  };
}
