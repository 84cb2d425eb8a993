import { useEffect, useRef, useState } from 'react';
import { missingFields } from '#data/documents/documents.ts';
import { matchClaim, recordPayment, type NewPayment } from '#data/money/money.ts';
import { studioToday } from '#domain/days.ts';
import type { MissingField } from '#domain/documents/document-record.ts';
import { dueAmountText } from '#domain/money/due-text.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import { ledgerSums } from '#domain/money/ledger-sums.ts';
import {
  PAYMENT_CHOICES,
  paymentProblems,
  typedAmount,
  type TypedPayment,
} from '#domain/money/payment-input.ts';
import { Button } from '#ui/button.tsx';
import { isOfStudio, MissingFields } from '../documents/missing-fields.tsx';
import type { IdempotencyKeys } from '../kit/use-idempotency-key.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { checkedTogether, useCheckedForm } from '../kit/forms/use-checked-form.ts';
import { useEscape } from '../kit/use-escape.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { typedPayment } from './new-payment.ts';
import { PaymentFields } from './payment-fields.tsx';
import { useMoneyAction } from './use-money-action.ts';

export interface PaymentFormProps {
  ledger: Ledger;
  /** The draft, or what the form begins with. */
  typed: TypedPayment;
  keys: IdempotencyKeys;
  /** Focuses the amount at first. */
  takesFocus: boolean;
  onType: (typed: TypedPayment) => void;
  /** The payment was recorded, or the form is closed by its button or Escape. */
  onEnd: () => void;
}

const PAYMENT = checkedTogether(paymentProblems);
const NO_PLACES: readonly number[] = [];

/** Records the next entry of a ledger, or the money of a claim. */
export function PaymentForm(props: PaymentFormProps) {
  const { ledger, typed, keys, takesFocus, onType, onEnd } = props;
  const api = useStaffApi();
  const element = useRef<HTMLFormElement>(null);
  const checked = useCheckedForm(PAYMENT, {
    defaultValues: typed,
    whileTyping: 'clear all',
    onTyped: onType,
  });
  const { setFocus } = checked.form;
  // Settings that the voucher needs and that are missing.
  const [missing, setMissing] = useState<readonly MissingField[]>([]);
  const record = useMoneyAction({
    send: ({ claim, ...payment }: NewPayment & Pick<TypedPayment, 'claim'>, key) => {
      if (claim === null) return recordPayment(api, { order: ledger.order.id, ...payment, key });
      const { kind: _received, ...match } = payment;
      return matchClaim(api, { claim, ...match, key });
    },
    keys,
    success: 'Payment recorded',
    onDone: onEnd,
    onError: (error) => {
      setMissing(missingFields(error).filter(isOfStudio));
      if (!checked.refuse(error)) notifyFailure('The payment was not recorded', error);
    },
  });
  useEscape(element, () => {
    if (!record.isPending) onEnd();
  });
  useEffect(() => {
    if (!takesFocus) return;
    setFocus('amount');
    // why: the buttons may be below the footer of the drawer.
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus, setFocus]);
  const submit = checked.form.handleSubmit((payment) => {
    const amount = typedAmount(payment);
    setMissing([]);
    if (amount !== null) record.mutate({ ...typedPayment(payment, amount), claim: payment.claim });
  });
  const label = typed.claim === null ? 'Record payment' : 'Match the claim';
  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      className="scroll-mb-4 rounded-md border border-rule bg-paper px-4 pt-3 pb-4"
      onSubmit={(event) => void submit(event)}
    >
      <h3 className="mb-3 text-sm font-semibold">{label}</h3>
      <PaymentFields ledger={ledger} typed={typed} checked={checked} />
      <MissingFields missing={missing} places={NO_PLACES} />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" size="sm" busy={record.isPending}>
          {record.isPending ? 'Recording...' : 'Record'}
        </Button>
        <Button variant="quiet" size="sm" disabled={record.isPending} onClick={onEnd}>
          Cancel
        </Button>
        <p aria-live="polite" className="text-sm text-ink-quiet tabular-nums">
          {dueAfter(ledger, typed)}
        </p>
      </div>
    </form>
  );
}

/** The amount due after a typed entry: `Then: ₹500.00 due`. '' for a cancelled order, of which the policy decides. */
function dueAfter({ order, value, rows, due_on }: Ledger, typed: TypedPayment): string {
  const amount = typedAmount(typed);
  if (amount === null || amount === 0 || order.status === 'cancelled') return '';
  const { account, kind } = PAYMENT_CHOICES[typed.choice];
  const entry = { id: '', account, kind, amount, reverses: null };
  const { due } = ledgerSums(value, [...rows, entry]);
  return `Then: ${dueAmountText({ due, due_on }, studioToday())}`;
}
