import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useRefetch } from '../../shell/use-refetch.ts';
import { useSingleMutation } from '../../shell/use-single-mutation.ts';

/** Notices after a change of a customer. */
export interface ChangeTexts {
  done: string;
  failure: string;
}

/**
 * A mutation of a customer's data that notifies of its outcome and refetches the page. It stays
 * pending until the refetch is done.
 */
export function useCustomerChange<Input>(
  change: (input: Input) => Promise<void>,
  texts: ChangeTexts,
  onDone?: () => void,
) {
  const refetch = useRefetch();
  return useSingleMutation({
    mutationFn: change,
    onError: (error) => {
      notifyFailure(texts.failure, error);
      void refetch();
    },
    onSuccess: () => {
      onDone?.();
      notify.success(texts.done);
      return refetch();
    },
  });
}
