import { useQueryClient, type QueryState } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Failure } from '#data/core/failure.ts';

/**
 * Whether the browser has no connection, or a read is tried again because the last attempt got no answer.
 * @param onBack the browser is connected again
 */
export function useIsLineAway(onBack: () => void): boolean {
  const reads = useQueryClient().getQueryCache();
  const subscribe = (onChange: () => void) => {
    const back = () => {
      onChange();
      onBack();
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
  return useSyncExternalStore(subscribe, isAway, () => false);
}

const isTriedAgain = ({ fetchStatus, fetchFailureReason: reason }: QueryState) =>
  fetchStatus !== 'idle' && reason instanceof Failure && reason.status === 0;
