import { useIsMutating, useMutationState } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failedText, QUEUE, retryText, statusOf, type Waiting } from './change-queue.ts';
import { useConnectionLost } from './use-connection-lost.ts';
import { useHeldFor } from './use-held-for.ts';

/** Delay before a pending change is called unsaved (ms). */
const SLOW_MS = 3_000;

/** State of the changes that wait, with the reason and the time of the next try in words. */
export function useUnsavedReason(): Waiting & { text: string } {
  const away = useConnectionLost();
  const statuses = useMutationState({
    filters: { mutationKey: QUEUE, status: 'pending' },
    select: ({ state }) => statusOf(state.failureReason),
  });
  const status = statuses.findLast((one) => one !== null) ?? null;
  const waiting = { away, status, count: statuses.length };
  return { ...waiting, text: `${failedText(waiting)} Sent again ${retryText(waiting)}.` };
}

/**
 * Why a pending change may not have reached the server, and when it is sent again. Null while it is on its way, or
 * none is pending.
 * @param hasFailed whether an attempt got no answer
 */
export function useUnsaved(isPending: boolean, hasFailed: boolean): string | null {
  const { away, text } = useUnsavedReason();
  const isSlow = useHeldFor(isPending, SLOW_MS);
  // why: the mark stays until the change is saved; reconnecting alone saves nothing.
  const [isMarked, setMarked] = useState(false);
  const mustBeMarked = isPending && (isMarked || away || hasFailed || isSlow);
  if (isMarked !== mustBeMarked) setMarked(mustBeMarked);
  return mustBeMarked ? text : null;
}

/** Number of unsaved changes; while there are any, the browser asks before closing the tab. */
export function useUnsavedChanges(): number {
  const unsaved = useIsMutating({ mutationKey: QUEUE });
  useEffect(() => {
    if (unsaved === 0) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return unsaved;
}
