import { onlineManager } from '@tanstack/react-query';
import { createSubscribers } from '#domain/subscribers.ts';

/** Milliseconds without a response after which the server is pinged. */
const QUIET_MS = 1_000;
/** Timeout of a ping. Together with the quiet time, a lost connection shows within 3 s. */
const PING_TIMEOUT_MS = 2_000;

/** Whether this tab currently reaches the server. */
export interface Connection {
  isLost: () => boolean;
  /** Monitors the connection for as long as there is a subscriber. */
  subscribe: (listener: () => void) => () => void;
  /** Reports that the server responded, with whatever status. */
  recordResponse: () => void;
  /** Pings the server now, because a request got no response. */
  check: () => void;
}

/**
 * Monitors whether the server responds. The browser reports only its own network interface, which
 * stays up behind a dead router, so a visible tab pings the server after a quiet second. TanStack
 * Query's `onlineManager` follows: it pauses mutations while the connection is lost.
 * @param ping resolves when the server responds, rejects otherwise
 */
export function monitorConnection(ping: (signal: AbortSignal) => Promise<unknown>): Connection {
  let isMonitoring = false;
  let lost = false;
  let pinging = false;
  let respondedMeanwhile = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = () => {
    clearTimeout(timer);
    if (isMonitoring) timer = setTimeout(onQuiet, QUIET_MS);
  };
  const setLost = (next: boolean) => {
    schedule();
    if (lost === next) return;
    lost = next;
    onlineManager.setOnline(!lost);
    notify();
  };
  const check = () => {
    if (pinging || !isMonitoring) return;
    pinging = true;
    respondedMeanwhile = false;
    ping(AbortSignal.timeout(PING_TIMEOUT_MS))
      .then(
        () => setLost(false),
        // why: a server that answered another request during the ping is busy, not down.
        () => setLost(!respondedMeanwhile),
      )
      .finally(() => {
        pinging = false;
      });
  };
  const onQuiet = () => {
    if (document.visibilityState === 'visible' || lost) check();
    else schedule();
  };
  const onOffline = () => setLost(true);
  const start = () => {
    isMonitoring = true;
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', check);
    document.addEventListener('visibilitychange', onQuiet);
    if (navigator.onLine) schedule();
    else setLost(true);
  };
  const stop = () => {
    isMonitoring = false;
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', check);
    document.removeEventListener('visibilitychange', onQuiet);
    setLost(false);
  };
  const { subscribe, notify } = createSubscribers(start, stop);
  return {
    isLost: () => lost,
    subscribe,
    recordResponse: () => {
      respondedMeanwhile = true;
      if (isMonitoring) setLost(false);
    },
    check,
  };
}
