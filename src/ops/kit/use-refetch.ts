import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { staffKeys } from '#data/core/query-keys/staff.ts';

/** Returns a function that refetches all active back-office queries and resolves when they are done. */
export function useRefetch(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: staffKeys.all, type: 'active' }),
    [queryClient],
  );
}
