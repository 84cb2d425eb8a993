import type { Duplicate } from '#domain/crm/duplicate-rental.ts';
import { isTouched, type MadeKind, type RentalDraft } from '#domain/crm/new-rental.ts';
import { notify } from '#ui/toast.tsx';
import { useDraft } from './drafts.ts';
import { notifyFailure } from './failure-notice.ts';
import { useSingleMutation } from './use-single-mutation.ts';

/**
 * Opens the form of a new enquiry or order with what is known of it. One that somebody has begun already is opened
 * instead, and nothing of it is lost.
 * @param failure title of the notice when what is known cannot be read
 */
export function useBeginRental(make: MadeKind, failure: string, onOpen: () => void) {
  const [, setDraft, readDraft] = useDraft<RentalDraft>(`new-${make}`);
  const begun = useSingleMutation<Duplicate, () => Promise<Duplicate>>({
    mutationFn: (known) => known(),
    onSuccess: ({ draft, left }) => {
      setDraft(draft);
      onOpen();
      if (left.length > 0)
        notify.info('Not everything is copied', { description: left.join(', ') });
    },
    onError: (error) => notifyFailure(failure, error),
  });
  return {
    isPending: begun.isPending,
    begin: (known: () => Promise<Duplicate>) => {
      const present = readDraft();
      if (!present || !isTouched(present)) return begun.mutate(known);
      onOpen();
      notify.info(`A new ${make} is begun already`, { description: 'Make or cancel it first.' });
    },
  };
}
