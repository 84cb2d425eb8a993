import { useMutation, useQueryClient } from '@tanstack/react-query';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { notifyFailure } from '../../kit/failure-notice.ts';

/** A mutation of a lookup that invalidates lookups and inventory. */
export function useLookupChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  failure: string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: (error) => notifyFailure(failure, error),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: staffKeys.lookups }),
        queryClient.invalidateQueries({ queryKey: staffKeys.inventories }),
      ]),
  });
}
