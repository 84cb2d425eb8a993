import { useRef, useState } from 'react';
import { invalidField, invalidIndex } from '#data/invalid-field.ts';
import { makeRental, type MadeRental } from '#data/order-changes.ts';
import { refusedItems } from '#data/reservations.ts';
import { isOutcomeUnknown } from '#data/write-outcome.ts';
import {
  emptyRental,
  isTouched,
  newRental,
  type MadeKind,
  type RentalDraft,
  type RentalProblems,
} from '#domain/crm/new-rental.ts';
import type { ShortItem } from '#domain/crm/short-lines.ts';
import { randomUuid } from '#domain/uuid.ts';
import { notify } from '#ui/toast.tsx';
import { useDraft } from '../../shell/drafts.ts';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useRefetch } from '../../shell/use-refetch.ts';
import { useSingleMutation } from '../../shell/use-single-mutation.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/** Fields of the form by the names that `make_rental` uses. */
const FIELDS: Readonly<Record<string, keyof RentalProblems>> = {
  mobile: 'mobile',
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  customer: 'mobile',
  rental_from: 'from',
  rental_to: 'to',
  lines: 'lines',
};

const UNKNOWN = 'The server did not answer. Press again: only one is made.';

/** A refused form. */
export interface RentalRefusal {
  fields: RentalProblems;
  /** Items that are not free. */
  items: readonly ShortItem[];
}

const NOTHING_REFUSED: RentalRefusal = { fields: {}, items: [] };

/**
 * The form of a new enquiry or order: a draft that survives reloads and the end of the session, and saving it.
 */
export function useNewRental(make: MadeKind, onMade: (number: string) => void) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const [saved, setSaved] = useDraft<RentalDraft>(`new-${make}`);
  const [empty, setEmpty] = useState(() => emptyRental(randomUuid()));
  const [refusal, setRefusal] = useState(NOTHING_REFUSED);
  const draft = saved ?? empty;
  // why: a scanned item arrives later than the form was rendered, and must not undo what was typed since.
  const latest = useRef(draft);
  const clear = () => {
    const next = emptyRental(randomUuid());
    latest.current = next;
    setSaved(null);
    setEmpty(next);
    setRefusal(NOTHING_REFUSED);
  };
  const save = useSingleMutation<MadeRental, string | null>({
    mutationFn: (customerId) => makeRental(api, newRental(make, draft, customerId)),
    onSuccess: ({ number }) => {
      clear();
      notify.success(make === 'order' ? `Order ${number} made` : `Enquiry ${number} saved`);
      onMade(number);
      return refetch();
    },
    onError: (error) => {
      const items = refusedItems(error);
      const field = FIELDS[invalidField(error)];
      if (items) setRefusal({ fields: {}, items });
      else if (field) {
        const line = draft.lines[invalidIndex(error) ?? -1];
        const message = line ? `${line.name}: ${error.message}` : error.message;
        setRefusal({ fields: { [field]: message }, items: [] });
      } else {
        const reason = isOutcomeUnknown(error) ? new Error(UNKNOWN) : error;
        notifyFailure(make === 'order' ? 'Order not made' : 'Enquiry not saved', reason);
      }
      void refetch();
    },
  });
  return {
    draft,
    isTouched: () => isTouched(draft),
    change: (values: (now: RentalDraft) => Partial<RentalDraft>) => {
      const { current } = latest;
      // why a new key: the database answers a known key with what it made before.
      latest.current = { ...current, ...values(current), key: randomUuid() };
      setRefusal(NOTHING_REFUSED);
      if (isTouched(latest.current)) setSaved(latest.current);
      else clear();
    },
    clear,
    refusal,
    isPending: save.isPending,
    save: save.mutate,
  };
}
