import { useQueryClient, type MutationCache } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notify } from '#ui/toast.tsx';
import { isQueued } from './change-queue.ts';

/** Delay before a pending request is announced as slow. */
const SLOW_MS = 4_000;

function notifySlow() {
  notify.info('No answer yet', {
    description: 'The server takes longer than usual. What you entered is kept.',
  });
}

/** Notifies while a request is slow. Pass false when none is pending. */
export function useSlowNotice(busy: boolean): void {
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(notifySlow, SLOW_MS);
    return () => clearTimeout(timer);
  }, [busy]);
}

/** The same for every mutation except queued changes, which show their own state. */
export function useSlowMutationNotice(): void {
  const queryClient = useQueryClient();
  useEffect(() => watchSlowMutations(queryClient.getMutationCache(), notifySlow), [queryClient]);
}

/**
 * Announces each mutation of a cache that has no answer after {@link SLOW_MS}.
 * why not each that is pending so long: after the answer its lists are read again, and its own notice, with Undo, is on
 * the screen by then.
 * @returns Ends the watch.
 */
export function watchSlowMutations(cache: MutationCache, announce: () => void): () => void {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const onAnswer: MutationCache['config']['onSuccess'] = (_data, _input, _result, { mutationId }) =>
    clearTimeout(timers.get(mutationId));
  cache.config.onSuccess = onAnswer;
  const unsubscribe = cache.subscribe(({ mutation }) => {
    if (!mutation || isQueued(mutation)) return;
    const { mutationId: id } = mutation;
    const isPending = mutation.state.status === 'pending';
    if (isPending && !timers.has(id)) timers.set(id, setTimeout(announce, SLOW_MS));
    if (isPending) return;
    clearTimeout(timers.get(id));
    timers.delete(id);
  });
  return () => {
    unsubscribe();
    delete cache.config.onSuccess;
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
