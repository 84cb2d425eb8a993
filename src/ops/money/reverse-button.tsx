import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { reversePayment } from '#data/money/money.ts';
import { unprintableNote } from '#domain/documents/unprintable.ts';
import type { LedgerRow } from '#domain/money/ledger.ts';
import { paymentText } from '#domain/money/payment.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useCheckedForm } from '../kit/forms/use-checked-form.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { useMoneyAction } from './use-money-action.ts';

export interface ReverseButtonProps {
  row: LedgerRow;
  /** Reversed: this button disappears. */
  onDone: () => void;
}

const REVERSAL = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter why this entry is reversed.')),
});

/** Takes an entry back, with a reason. */
export function ReverseButton({ row, onDone }: ReverseButtonProps) {
  const api = useStaffApi();
  const [isAsking, ask] = useState(false);
  const { form, field, refuse } = useCheckedForm(REVERSAL, {
    defaultValues: { reason: '' },
    whileTyping: 'clear',
  });
  const reverse = useMoneyAction({
    send: (call: { payment: string; reason: string }, key) => reversePayment(api, { ...call, key }),
    keys: useIdempotencyKey(),
    success: 'Entry reversed',
    onDone: () => {
      ask(false);
      requestAnimationFrame(onDone);
    },
    onError: (error) => {
      if (!refuse(error)) notifyFailure('The entry was not reversed', error);
    },
  });
  const reason = useWatch({ control: form.control, name: 'reason' });
  const submit = form.handleSubmit((typed) => reverse.mutate({ payment: row.id, ...typed }));
  const title = `${paymentText(row)}, ${formatTotal(row.amount)}`;
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={`Reverse: ${title}`} onClick={() => ask(true)}>
        Reverse
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Reverse this entry?"
        text={`${title}. The entry stays in the ledger, with its reversal${row.voucher ? ` and a voucher that takes ${row.voucher.number} back` : ''}.`}
        onCancel={() => ask(false)}
      >
        {isAsking && (
          <form noValidate className="w-full" onSubmit={(event) => void submit(event)}>
            <TextField
              {...field('reason')}
              label="Reason"
              maxLength={500}
              autoComplete="off"
              hint={row.voucher ? unprintableNote(reason) : undefined}
            />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" variant="danger" size="sm" busy={reverse.isPending}>
                {reverse.isPending ? 'Reversing...' : 'Reverse'}
              </Button>
              <Button variant="quiet" size="sm" onClick={() => ask(false)}>
                Cancel
              </Button>
            </div>
          </form>
        )}
      </ConfirmDialog>
    </>
  );
}
