import { useRef, useState, type FormEvent } from 'react';
import { invalidField } from '#data/invalid-field.ts';
import { reversePayment } from '#data/money.ts';
import type { LedgerRow } from '#domain/money/ledger.ts';
import { paymentText } from '#domain/money/payment.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { useIdempotencyKey } from '../crm/shared/use-idempotency-key.ts';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { useMoneyAction } from './use-money-action.ts';

/** Props of {@link ReverseButton}. */
export interface ReverseButtonProps {
  row: LedgerRow;
  /** Reversed: this button disappears. */
  onDone: () => void;
}

/** Takes an entry back, with a reason. */
export function ReverseButton({ row, onDone }: ReverseButtonProps) {
  const api = useStaffApi();
  const field = useRef<HTMLInputElement>(null);
  const [isAsking, ask] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const reverse = useMoneyAction({
    send: (call: { payment: string; reason: string }, key) => reversePayment(api, { ...call, key }),
    keys: useIdempotencyKey(),
    success: 'Entry reversed',
    onDone: () => {
      ask(false);
      requestAnimationFrame(onDone);
    },
    onError: (error) => {
      if (invalidField(error) === 'reason') setProblem(error.message);
      else notifyFailure('The entry was not reversed', error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') {
      setProblem('Enter why this entry is reversed.');
      field.current?.focus();
    } else reverse.mutate({ payment: row.id, reason: reason.trim() });
  };
  const title = `${paymentText(row)}, ${formatTotal(row.amount)}`;
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={`Reverse: ${title}`} onClick={() => ask(true)}>
        reverse
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Reverse this entry?"
        text={`${title}. The entry stays in the ledger, with its reversal${row.voucher ? ` and a voucher that takes ${row.voucher.number} back` : ''}.`}
        onCancel={() => ask(false)}
      >
        {isAsking && (
          <form noValidate className="w-full" onSubmit={submit}>
            <TextField
              ref={field}
              label="Reason"
              maxLength={500}
              autoComplete="off"
              value={reason}
              error={problem}
              onChange={({ target }) => {
                setProblem(undefined);
                setReason(target.value);
              }}
            />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" variant="danger" size="sm" busy={reverse.isPending}>
                {reverse.isPending ? 'reversing...' : 'reverse'}
              </Button>
              <Button variant="quiet" size="sm" onClick={() => ask(false)}>
                cancel
              </Button>
            </div>
          </form>
        )}
      </ConfirmDialog>
    </>
  );
}
