import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Reads again what of the back office is on the screen; resolves when all of it is there. */
export function useReadAgain(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: ['ops'], type: 'active' }),
    [queryClient],
  );
}
