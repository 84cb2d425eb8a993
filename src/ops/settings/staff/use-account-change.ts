import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useSlowNotice } from '../../kit/slow-notice.ts';

/**
 * Runs one change of an account at a time and reads the accounts again. A failure is shown as a
 * notice, unless `onFailure` takes it.
 */
export function useAccountChange() {
  const queryClient = useQueryClient();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  useSlowNotice(busy);
  const run = async (
    failure: string,
    change: () => Promise<void>,
    onFailure?: (error: Error) => boolean,
  ): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await change();
    } catch (error) {
      if (!onFailure?.(error as Error)) notifyFailure(failure, error as Error);
    }
    running.current = false;
    setBusy(false);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: staffKeys.accounts }),
      queryClient.invalidateQueries({ queryKey: staffKeys.assignees }),
    ]);
  };
  return { busy, run };
}

/** Runs a change of an account. */
export type RunChange = ReturnType<typeof useAccountChange>['run'];
