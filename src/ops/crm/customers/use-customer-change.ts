import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useRefetch } from '../../shell/use-refetch.ts';
import { useSingleMutation } from '../../shell/use-single-mutation.ts';

/** What is said about a change of a customer. */
export interface ChangeTexts {
  done: string;
  failure: string;
}

/**
 * A change of something of a customer: says how it ended and reads everything on the screen again.
 * It is pending until the new state is here.
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
