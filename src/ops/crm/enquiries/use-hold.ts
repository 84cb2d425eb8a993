import { present } from '#domain/clock.ts';
import { invalidField } from '#data/core/invalid-field.ts';
import { waitForItems } from '#data/crm/rental-changes.ts';
import { holdEnquiry, refusedItems, releaseHold } from '#data/stock/reservations.ts';
import { momentText } from '#domain/crm/hold-text.ts';
import type { EnquiryRecord } from '#domain/crm/rental.ts';
import { refusedTexts } from '#domain/crm/shortage-text.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';

/** Options of {@link useHold}. */
export interface HoldOptions {
  onHeld: () => void;
  /** The end cannot be; undefined while there is no field for the message. */
  onWrongEnd: ((message: string) => void) | undefined;
}

/** Holds an enquiry's items, or extends the hold; a refusal names the items that are not free. */
export function useHold(enquiry: EnquiryRecord, { onHeld, onWrongEnd }: HoldOptions) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const { keyOf, forget } = useIdempotencyKey();
  return useSingleMutation({
    mutationFn: (until: string) => {
      const hold = { id: enquiry.id, until };
      return holdEnquiry(api, { ...hold, key: keyOf(hold) });
    },
    onSuccess: (_, until) => {
      forget();
      onHeld();
      notify.success(`Held until ${momentText(until, present())}`);
      return refetch();
    },
    onError: (error) => {
      if (onWrongEnd && invalidField(error) === 'until') return onWrongEnd(error.message);
      const items = refusedItems(error);
      const why = items && new Error(refusedTexts(enquiry.items, items).join(' '));
      notifyFailure('Error holding the items', why ?? error);
      void refetch();
    },
  });
}

/** Releases the hold of an enquiry. */
export function useRelease({ id }: EnquiryRecord) {
  const api = useStaffApi();
  const refetch = useRefetch();
  return useSingleMutation<void, null>({
    mutationFn: () => releaseHold(api, id),
    onSuccess: () => {
      notify.success('Hold released');
      return refetch();
    },
    onError: (error) => {
      notifyFailure('Error releasing the hold', error);
      void refetch();
    },
  });
}

/** Makes an enquiry second option for items that others hold, or ends that. */
export function useWaiting({ id }: EnquiryRecord) {
  const api = useStaffApi();
  const refetch = useRefetch();
  return useSingleMutation({
    mutationFn: (waiting: boolean) => waitForItems(api, id, waiting),
    onSuccess: (_, waiting) => {
      notify.success(waiting ? 'Second option: you see here when it fits' : 'Second option ended');
      return refetch();
    },
    onError: (error) => {
      notifyFailure('Error changing the second option', error);
      void refetch();
    },
  });
}
