import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { staffKeys } from '#data/query-keys/staff.ts';

/** Reads again what of the back office is on the screen; resolves when all of it is there. */
export function useRefetch(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: staffKeys.all, type: 'active' }),
    [queryClient],
  );
}
