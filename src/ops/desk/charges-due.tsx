import { useState } from 'react';
import { chargeReturns, isCharged } from '#data/desk/desk.ts';
import {
  dueCharges,
  readCharges,
  type ChargeEntry,
  type SentCharge,
} from '#domain/desk/desk-charges.ts';
import type { PickList } from '#domain/desk/pick-list.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useDraft } from '../kit/drafts.ts';
import { useStoredIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { DeskCharges } from './desk-charges-panel.tsx';

type ChargeEntries = Readonly<Record<string, ChargeEntry>>;

/**
 * Charges for what came back late, damaged or not at all, when it was taken back without a decision about them: scanned,
 * or by a storekeeper. Nothing where no return waits.
 */
export function ChargesDue({ pick }: { pick: PickList }) {
  const name = `charges due ${pick.order.id}`;
  const [draft, setDraft] = useDraft<{ entries: ChargeEntries }>(name);
  const [isChecked, setChecked] = useState(false);
  const decide = useDecision(name, pick.order.id, () => setDraft(null));
  if (!pick.charges_due) return null;
  const proposed = dueCharges(pick);
  const entries = draft?.entries ?? {};
  const { charges, invalid, total } = readCharges(proposed, entries);
  const submit = () => {
    setChecked(true);
    if (invalid.length === 0) decide.mutate(charges);
  };
  return (
    <section aria-label="Return" className="mt-4 rounded-md bg-amber-pale px-4 pt-3 pb-4">
      <DeskCharges
        title="Charges to decide"
        text="What was late, damaged or missing was taken back without them."
        className=""
        proposed={proposed}
        entries={entries}
        invalid={isChecked ? invalid : []}
        onChange={(next) => setDraft({ entries: next })}
      />
      <Button className="mt-3" busy={decide.isPending} onClick={submit}>
        {decide.isPending
          ? 'Saving...'
          : charges.length > 0
            ? `Add charges of ${formatTotal(total)}`
            : 'No charges'}
      </Button>
    </section>
  );
}

function useDecision(name: string, id: string, onDone: () => void) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const { keyOf, forget } = useStoredIdempotencyKey(name);
  return useSingleMutation({
    mutationFn: (charges: SentCharge[]) =>
      chargeReturns(api, { id, charges, key: keyOf({ id, charges }) }),
    onSuccess: (_, charges) => {
      forget();
      onDone();
      notify.success(charges.length > 0 ? 'Charges added' : 'No charges');
      return refetch();
    },
    onError: (error) => {
      notifyFailure(
        'Charges not saved',
        isCharged(error) ? new Error('Somebody else decided about them meanwhile.') : error,
      );
      return refetch();
    },
  });
}
