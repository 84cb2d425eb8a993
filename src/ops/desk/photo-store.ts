import type { Backend } from '#data/core/backend.ts';
import { sendReturnPhoto } from '#data/desk/desk.ts';
import { isSignedIn } from '#data/staff/session.ts';
import type { StaffApi } from '#data/core/staff-api.ts';
import { sendPhotos, type WaitingPhoto } from '#domain/desk/photo-queue.ts';
import { createSubscribers } from '#domain/subscribers.ts';
import { createSender } from '../kit/queue-sender.ts';
import { addPhoto, dropPhoto, readPhotos } from './photo-db.ts';

/** The waiting photos as the desk shows them. */
export interface PhotoState {
  /** Addresses of the pictures in this browser, by name. */
  waiting: ReadonlyMap<string, string>;
  /** Why the server refused a photo, by name. */
  refused: ReadonlyMap<string, string>;
  /** The last photo that was sent got no answer. */
  isUnanswered: boolean;
}

/** The photos of one user in this browser: stored until they are uploaded, sent in order. */
export interface PhotoStore {
  subscribe: (listener: () => void) => () => void;
  state: () => PhotoState;
  /** Stores a photo, then sends what waits. @throws when the browser cannot store it */
  add: (name: string, picture: Blob) => Promise<void>;
  /** Removes a photo if it still waits. */
  drop: (name: string) => Promise<void>;
  /** Sends what waits now. Resolves to whether none of these waits any more. */
  flush: (names: readonly string[]) => Promise<boolean>;
}

const stores = new Map<string, PhotoStore>();

/** The store of a user. */
export function photoStore(api: StaffApi, backend: Backend, userId: string): PhotoStore {
  const store = stores.get(userId) ?? createStore(api, backend, userId);
  stores.set(userId, store);
  return store;
}

function createStore(api: StaffApi, backend: Backend, userId: string): PhotoStore {
  let state: PhotoState = { waiting: new Map(), refused: new Map(), isUnanswered: false };
  // why caught: without storage nothing waits.
  const read = () => readPhotos(userId).catch((): WaitingPhoto[] => []);
  const show = async () => {
    const photos = await read();
    const known = state.waiting;
    const waiting = new Map(
      photos.map(({ name, picture }) => [name, known.get(name) ?? URL.createObjectURL(picture)]),
    );
    for (const [name, url] of known) if (!waiting.has(name)) URL.revokeObjectURL(url);
    state = { ...state, waiting };
    notify();
  };
  const { send, start, stop } = createSender({
    name: `ops-photos:${userId}`,
    mayRun: () => isSignedIn(api, userId),
    run: () =>
      sendPhotos({
        read,
        send: (photo) => sendReturnPhoto(api, backend, photo),
        remove: async (name) => {
          await dropPhoto(name);
          await show();
        },
        onRefused: ({ name }, message) => {
          state = { ...state, refused: new Map([...state.refused, [name, message]]) };
        },
        now: () => new Date(),
      }),
    onEnd: (isUnanswered) => {
      state = { ...state, isUnanswered };
      void show();
    },
  });
  const startWith = () => {
    // why: the first upload may take long.
    void show();
    start();
  };
  const { subscribe, notify } = createSubscribers(startWith, stop);
  return {
    subscribe,
    state: () => state,
    add: async (name, picture) => {
      await addPhoto({ name, userId, at: new Date().toISOString(), picture });
      await show();
      void send();
    },
    drop: async (name) => {
      if (!state.waiting.has(name)) return;
      await dropPhoto(name);
      await show();
    },
    flush: async (names) => {
      await send();
      const waiting = new Set((await read()).map(({ name }) => name));
      return !names.some((name) => waiting.has(name));
    },
  };
}
