import { useState, type FormEvent } from 'react';
import { reversePayment } from '#data/money.ts';
import { formatDate } from '#domain/dates.ts';
import type { LedgerRow } from '#domain/money/ledger.ts';
import { PAYMENT_METHODS, paymentText } from '#domain/money/payment.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { EmptyText } from '../crm/shared/empty-text.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { useMoneyAction } from './use-money-action.ts';

/** The entries of a ledger, newest first. */
export function LedgerRows({ rows }: { rows: readonly LedgerRow[] }) {
  if (rows.length === 0) return <EmptyText>No money recorded yet.</EmptyText>;
  return (
    <ul aria-label="Entries" className="border-t border-rule">
      {rows.toReversed().map((row) => (
        <EntryRow key={row.id} row={row} />
      ))}
    </ul>
  );
}

/** Entries that take money out of what was received. */
const LOWERS = new Set<LedgerRow['kind']>(['refunded', 'reversal']);

function EntryRow({ row }: { row: LedgerRow }) {
  const { kind, amount, day, method, reference, note, voucher, created_by_name: by } = row;
  const isReversed = row.reversed_by !== null;
  const text = paymentText(row);
  const facts = [
    formatDate(day),
    method && PAYMENT_METHODS[method],
    reference,
    voucher?.number,
    by && `by ${by}`,
  ];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-rule py-2 text-sm">
      <div className="min-w-0 grow basis-48">
        <p className={classNames('font-medium', isReversed && 'text-ink-quiet line-through')}>
          {text}
        </p>
        <p className="text-xs wrap-anywhere text-ink-quiet">{facts.filter(Boolean).join(' · ')}</p>
        {note && <p className="text-xs wrap-anywhere whitespace-pre-line">{note}</p>}
        {isReversed && <p className="text-xs text-ink-quiet">Reversed</p>}
      </div>
      <p
        className={classNames('tabular-nums', isReversed && 'text-ink-quiet line-through')}
        aria-label={`${text}: ${formatTotal(amount)}`}
      >
        {LOWERS.has(kind) && '−'}
        {formatTotal(amount)}
      </p>
      {!isReversed && kind !== 'reversal' && <ReverseButton row={row} />}
    </li>
  );
}

function ReverseButton({ row }: { row: LedgerRow }) {
  const api = useStaffApi();
  const [isAsking, ask] = useState(false);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const reverse = useMoneyAction({
    send: (call: { payment: string; reason: string }, key) => reversePayment(api, { ...call, key }),
    success: 'Entry reversed',
    onDone: () => ask(false),
    onError: (error) => notifyFailure('The entry was not reversed', error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '') reverse.mutate({ payment: row.id, reason: reason.trim() });
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
        text={`${title}. The entry stays in the ledger, with its reversal.`}
        onCancel={() => ask(false)}
      >
        <form noValidate className="w-full" onSubmit={submit}>
          <TextField
            label="Reason"
            maxLength={500}
            autoComplete="off"
            value={reason}
            error={
              isTried && reason.trim() === '' ? 'Enter why this entry is reversed.' : undefined
            }
            onChange={({ target }) => setReason(target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" size="sm" busy={reverse.isPending}>
              reverse
            </Button>
            <Button variant="quiet" size="sm" onClick={() => ask(false)}>
              cancel
            </Button>
          </div>
        </form>
      </ConfirmDialog>
    </>
  );
}
