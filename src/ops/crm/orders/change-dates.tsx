import { useState } from 'react';
import { changeOrderDates, refusedItems } from '#data/reservations.ts';
import { invalidField } from '#data/customers.ts';
import { formatRentalDates } from '#domain/crm/crm-text.ts';
import type { OrderRecord } from '#domain/crm/rental.ts';
import { datesProblem } from '#domain/crm/conversion-choices.ts';
import { refusedTexts } from '#domain/crm/shortage-text.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DateField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useRefetch } from '../../shell/use-refetch.ts';
import { useSingleMutation } from '../../shell/use-single-mutation.ts';
import { useStaffApi } from '../../use-staff-api.ts';
import { useIdempotencyKey } from '../shared/use-idempotency-key.ts';

/** The statuses of orders that occupy their days. */
const RESERVING: ReadonlySet<string> = new Set(['confirmed', 'in_progress']);

/** Moves an order that occupies its days to other dates, with all its items or not at all. */
export function ChangeDates({ order }: { order: OrderRecord }) {
  const [dates, setDates] = useState<{ from: string; to: string } | null>(null);
  const [problem, setProblem] = useState('');
  const close = () => {
    setDates(null);
    setProblem('');
  };
  const change = useChange(order, close);
  if (!RESERVING.has(order.status)) return null;
  const { from, to } = dates ?? { from: '', to: '' };
  const isTried = change.variables?.from === from && change.variables.to === to;
  const error = isTried ? change.error : null;
  const refused = refusedItems(error);
  const wrong = problem || (invalidField(error) && error?.message);
  const edit = (next: { from: string; to: string }) => {
    setDates(next);
    setProblem('');
  };
  const save = () => {
    const found = datesProblem(from, to);
    setProblem(found);
    if (!found) change.mutate({ from, to });
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => edit({ from: order.rental_from ?? '', to: order.rental_to ?? '' })}
      >
        Change dates
      </Button>
      <ConfirmDialog
        open={dates !== null}
        title={`Change the dates of ${order.order_number}`}
        text={
          <>
            <p>
              Now {formatRentalDates(order.rental_from, order.rental_to)}. All items move together,
              and the total follows.
            </p>
            <div className="mt-3 grid grid-cols-2 gap-3 cramped:grid-cols-1">
              <DateField
                label="From"
                value={from}
                error={wrong || undefined}
                onChange={(event) => edit({ from: event.target.value, to })}
              />
              <DateField
                label="To"
                value={to}
                min={from || undefined}
                onChange={(event) => edit({ from, to: event.target.value })}
              />
            </div>
            {refused && (
              <div role="alert" className="mt-1 text-red">
                <p>Not changed. These items are not free then:</p>
                <ul className="mt-1 space-y-1">
                  {refusedTexts(order.items, refused).map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </div>
            )}
          </>
        }
        onCancel={close}
      >
        <Button busy={change.isPending} onClick={save}>
          {change.isPending ? 'changing...' : 'change dates'}
        </Button>
        <Button variant="secondary" onClick={close}>
          cancel
        </Button>
      </ConfirmDialog>
    </>
  );
}

function useChange(order: OrderRecord, onDone: () => void) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const { keyOf, forget } = useIdempotencyKey();
  return useSingleMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) => {
      const change = { id: order.id, rental_from: from, rental_to: to };
      return changeOrderDates(api, { ...change, key: keyOf(change) });
    },
    onSuccess: () => {
      forget();
      onDone();
      notify.success('Dates changed successfully');
      return refetch();
    },
    onError: (error) => {
      // why: the dialog shows these two itself.
      if (!refusedItems(error) && !invalidField(error)) {
        notifyFailure('Error changing the dates', error);
      }
      void refetch();
    },
  });
}
