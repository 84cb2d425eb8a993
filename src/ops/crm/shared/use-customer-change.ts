import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';

/** Notices after a change of a customer. */
export interface ChangeTexts<Answer> {
  done: string | ((answer: Answer) => string);
  failure: string;
  /** Takes the change back, from its notice. */
  undo?: () => void;
}

/**
 * A mutation of a customer's data that notifies of its outcome and refetches the page. It stays
 * pending until the refetch is done.
 */
export function useCustomerChange<Input, Answer = void>(
  change: (input: Input) => Promise<Answer>,
  texts: ChangeTexts<Answer>,
  onDone?: () => void,
) {
  const refetch = useRefetch();
  return useSingleMutation({
    mutationFn: change,
    onError: (error) => {
      notifyFailure(texts.failure, error);
      void refetch();
    },
    onSuccess: (answer) => {
      onDone?.();
      notify.success(typeof texts.done === 'string' ? texts.done : texts.done(answer), {
        ...(texts.undo && { action: { label: 'Undo', onClick: texts.undo } }),
      });
      return refetch();
    },
  });
}
