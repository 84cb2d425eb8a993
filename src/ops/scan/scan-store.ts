import { present } from '#domain/clock.ts';
import { lookUpScan, moveScanned } from '#data/desk/scan-steps.ts';
import { isSignedIn } from '#data/staff/session.ts';
import type { StaffApi } from '#data/core/staff-api.ts';
import { parseQueue, sendQueue, type QueuedScan, type StepCall } from '#domain/scan/scan-queue.ts';
import { createSubscribers } from '#domain/subscribers.ts';
import { createSender } from '../kit/queue-sender.ts';

/** A scan that the server has saved since this tab was opened. */
export interface DoneScan {
  key: string;
  code: string;
  call: StepCall;
  /** Id of its movement, to undo it. */
  movement: string;
  isUndone: boolean;
}

/** The queue as the scan page shows it. */
export interface ScanState {
  queue: readonly QueuedScan[];
  /** Latest first. */
  done: readonly DoneScan[];
  /** The last scan that was sent got no answer. */
  isUnanswered: boolean;
}

const MOST_DONE = 50;

/** The scans of one user in this browser: stored until the server has answered, sent in order. */
export interface ScanStore {
  subscribe: (listener: () => void) => () => void;
  state: () => ScanState;
  /** Changes the stored queue, then sends what waits. @throws when the browser cannot store it */
  change: (change: (queue: readonly QueuedScan[]) => QueuedScan[]) => void;
  markUndone: (key: string) => void;
}

const stores = new Map<string, ScanStore>();

/** The store of a user. */
export function scanStore(api: StaffApi, userId: string): ScanStore {
  const store = stores.get(userId) ?? createStore(api, userId);
  stores.set(userId, store);
  return store;
}

function createStore(api: StaffApi, userId: string): ScanStore {
  const storageKey = `ops-scans:${userId}`;
  const read = () => parseQueue(localStorage.getItem(storageKey));
  let state: ScanState = { queue: read(), done: [], isUnanswered: false };

  const set = (next: Partial<ScanState>) => {
    state = { ...state, ...next };
    notify();
  };
  const update = (change: (queue: readonly QueuedScan[]) => QueuedScan[]) => {
    const queue = change(read());
    localStorage.setItem(storageKey, JSON.stringify(queue));
    set({ queue });
  };
  const sender = createSender({
    name: storageKey,
    mayRun: () => isSignedIn(api, userId),
    run: () =>
      sendQueue<string>({
        read,
        update,
        lookUp: (code) => lookUpScan(api, code),
        send: (call, key) => moveScanned(api, call, key),
        onDone: ({ key, code }, call, movement) =>
          set({
            done: [{ key, code, call, movement, isUndone: false }, ...state.done].slice(
              0,
              MOST_DONE,
            ),
          }),
        now: present,
      }),
    onEnd: (isUnanswered) => set({ queue: read(), isUnanswered }),
  });
  const fromOtherTab = ({ key }: StorageEvent) => key === storageKey && set({ queue: read() });
  const start = () => {
    window.addEventListener('storage', fromOtherTab);
    sender.start();
  };
  const stop = () => {
    window.removeEventListener('storage', fromOtherTab);
    sender.stop();
  };
  const { subscribe, notify } = createSubscribers(start, stop);
  return {
    subscribe,
    state: () => state,
    change: (change) => {
      update(change);
      void sender.send();
    },
    markUndone: (key) =>
      set({ done: state.done.map((one) => (one.key === key ? { ...one, isUndone: true } : one)) }),
  };
}
