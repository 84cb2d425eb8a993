import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { invalidField, invalidIndex } from '#data/core/invalid-field.ts';
import { makeRental, waitForItems, type MadeRental } from '#data/crm/rental-changes.ts';
import { refusedItems } from '#data/stock/reservations.ts';
import { isOutcomeUnknown } from '#data/core/write-outcome.ts';
import {
  emptyRental,
  isTouched,
  newRental,
  rentalProblems,
  type MadeKind,
  type RentalDraft,
  type RentalField,
} from '#domain/crm/new-rental.ts';
import type { ShortItem } from '#domain/crm/short-lines.ts';
import { studioToday } from '#domain/days.ts';
import { randomUuid } from '#domain/uuid.ts';
import { notify } from '#ui/toast.tsx';
import { useDraft } from '../../kit/drafts.ts';
import { checkedTogether, useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** Fields of the form by the names that `make_rental` uses. */
const FIELDS: Readonly<Record<string, RentalField>> = {
  mobile: 'mobile',
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  customer: 'said',
  rental_from: 'from',
  rental_to: 'to',
  lines: 'lines',
};

/** Values that are set beside the fields. */
export type RentalChange = Partial<Omit<RentalDraft, 'key' | 'message'>>;

/** The records that the form can be saved as; a second option is an enquiry that waits until everything is free. */
export type SavedAs = MadeKind | 'second option';

const SAVED: Readonly<Record<SavedAs, (number: string) => string>> = {
  order: (number) => `Order ${number} made`,
  enquiry: (number) => `Enquiry ${number} saved`,
  'second option': (number) => `Enquiry ${number} saved as second option`,
};

const UNKNOWN = 'The server did not answer. Press again: only one is made.';

/**
 * The form of a new enquiry or order: a draft that survives reloads and the end of the session, and saving it.
 */
export function useNewRental(make: MadeKind, onMade: (made: MadeKind, number: string) => void) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const [saved, setSaved] = useDraft<RentalDraft>(`new-${make}`);
  const key = useRef(saved?.key ?? randomUuid());
  // why another: the database answers a known key with what it made before.
  const waitingKey = useRef(randomUuid());
  const [short, setShort] = useState<readonly ShortItem[]>([]);
  const [refusals, setRefusals] = useState(0);
  const { form, field, change } = useCheckedForm(
    checkedTogether((draft: RentalDraft) => rentalProblems(draft, studioToday())),
    {
      defaultValues: { ...emptyRental(''), ...saved },
      // why: a field may be in another part of the page than the form.
      shouldFocusError: false,
      onTyped: (typed) => {
        // why a new key: the database answers a known key with what it made before.
        key.current = randomUuid();
        waitingKey.current = randomUuid();
        setSaved(isTouched(typed) ? { ...typed, key: key.current } : null);
        setShort([]);
      },
    },
  );
  // why the cast: each value has a default.
  const draft = useWatch({ control: form.control }) as RentalDraft;
  const clear = () => {
    key.current = randomUuid();
    waitingKey.current = randomUuid();
    setSaved(null);
    form.reset(emptyRental(''));
    setShort([]);
  };
  const save = useSingleMutation<MadeRental, { typed: RentalDraft; as: SavedAs }>({
    mutationFn: async ({ typed, as }) => {
      if (as !== 'second option') {
        return makeRental(api, newRental(as, { ...typed, key: key.current }));
      }
      const made = await makeRental(
        api,
        newRental('enquiry', { ...typed, key: waitingKey.current }),
      );
      await waitForItems(api, made.id, true);
      return made;
    },
    onSuccess: ({ number }, { as }) => {
      clear();
      notify.success(SAVED[as](number));
      onMade(as === 'order' ? 'order' : 'enquiry', number);
      return refetch();
    },
    onError: (error, { typed: { lines }, as }) => {
      const items = refusedItems(error);
      const name = FIELDS[invalidField(error)];
      if (items) setShort(items);
      else if (name) {
        const line = lines[invalidIndex(error) ?? -1];
        form.setError(name, { message: line ? `${line.name}: ${error.message}` : error.message });
      } else {
        const reason = isOutcomeUnknown(error) ? new Error(UNKNOWN) : error;
        notifyFailure(as === 'order' ? 'Order not made' : 'Enquiry not saved', reason);
      }
      if (items || name) setRefusals((count) => count + 1);
      void refetch();
    },
  });
  return {
    form,
    field,
    draft,
    isTouched: () => isTouched(draft),
    change,
    clear,
    /** The items that the last attempt was refused for. */
    short,
    /** Counts the attempts that were refused at a field or an item. */
    refusals,
    isPending: save.isPending,
    save: save.mutate,
  };
}
