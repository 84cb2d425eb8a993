import { useQueryClient, type QueryState } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { Failure } from '#data/core/failure.ts';

/**
 * Whether an item can be asked for, and how to ask again; that happens by itself when the browser is connected again.
 * `isLineAway`: the browser has no connection, or a read is tried again because the last attempt got no answer.
 */
export function useLine(): { isLineAway: boolean; retry: () => void } {
  const router = useRouter();
  const retry = () => void router.invalidate();
  const reads = useQueryClient().getQueryCache();
  const subscribe = (onChange: () => void) => {
    const back = () => {
      onChange();
      retry();
    };
    window.addEventListener('offline', onChange);
    window.addEventListener('online', back);
    const unsubscribe = reads.subscribe(onChange);
    return () => {
      window.removeEventListener('offline', onChange);
      window.removeEventListener('online', back);
      unsubscribe();
    };
  };
  const isAway = () => !navigator.onLine || reads.getAll().some(({ state }) => isTriedAgain(state));
  return { isLineAway: useSyncExternalStore(subscribe, isAway, () => false), retry };
}

const isTriedAgain = ({ fetchStatus, fetchFailureReason: reason }: QueryState) =>
  fetchStatus !== 'idle' && reason instanceof Failure && reason.status === 0;
