import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notify } from '#ui/toast.tsx';
import { isQueued } from './use-queued-change.ts';

/** How long a form waits before it is said that the answer is late. */
const SLOW_MS = 4_000;

function say() {
  notify.info('No answer yet', {
    description: 'The server takes longer than usual. What you entered is kept.',
  });
}

/** Says so when something that was sent gets no answer for a while; say nothing with `false`. */
export function useSlowNotice(busy: boolean): void {
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(say, SLOW_MS);
    return () => clearTimeout(timer);
  }, [busy]);
}

/** The same for every mutation of the back office, but those that show by themselves. */
export function useSlowMutationNotice(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timers = new Map<number, ReturnType<typeof setTimeout>>();
    const unsubscribe = queryClient.getMutationCache().subscribe(({ mutation }) => {
      if (!mutation || isQueued(mutation)) return;
      const { mutationId: id } = mutation;
      const isPending = mutation.state.status === 'pending';
      if (isPending && !timers.has(id)) timers.set(id, setTimeout(say, SLOW_MS));
      if (isPending) return;
      clearTimeout(timers.get(id));
      timers.delete(id);
    });
    return () => {
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [queryClient]);
}
