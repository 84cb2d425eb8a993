/** The subscribers of a store outside React, in the form that `useSyncExternalStore` expects. */
export interface Subscribers {
  /** Adds a listener; returns the function that removes it. */
  subscribe: (listener: () => void) => () => void;
  /** Calls every listener: the store has changed. */
  notify: () => void;
}

/**
 * Creates an empty set of subscribers.
 * @param onFirst called after the first listener is added
 * @param onLast called after the last listener is removed
 */
export function createSubscribers(onFirst?: () => void, onLast?: () => void): Subscribers {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      if (listeners.add(listener).size === 1) onFirst?.();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) onLast?.();
      };
    },
    notify: () => {
      for (const listener of listeners) listener();
    },
  };
}
