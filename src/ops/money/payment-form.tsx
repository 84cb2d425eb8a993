import { useEffect, useRef, useState, type FormEvent } from 'react';
import { invalidField } from '#data/invalid-field.ts';
import { matchClaim, recordPayment, type NewPayment } from '#data/money.ts';
import { studioToday } from '#domain/dates.ts';
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
import type { IdempotencyKeys } from '../crm/shared/use-idempotency-key.ts';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useEscape } from '../shell/use-escape.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { typedPayment } from './new-payment.ts';
import { PaymentFields } from './payment-fields.tsx';
import { useMoneyAction } from './use-money-action.ts';

/** Props of {@link PaymentForm}. */
export interface PaymentFormProps {
  ledger: Ledger;
  typed: TypedPayment;
  keys: IdempotencyKeys;
  /** Focuses the amount at first. */
  takesFocus: boolean;
  onType: (typed: TypedPayment) => void;
  /** The payment was recorded, or the form is closed by its button or Escape. */
  onEnd: () => void;
}

/** Records the next entry of a ledger, or the money of a claim. */
export function PaymentForm(props: PaymentFormProps) {
  const { ledger, typed, keys, takesFocus, onType, onEnd } = props;
  const api = useStaffApi();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const showProblems = (found: Readonly<Record<string, string>>) => {
    setProblems(found);
    focusField(form.current, Object.keys(found)[0] ?? '');
  };
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
      const field = invalidField(error);
      if (!(field in typed)) return notifyFailure('The payment was not recorded', error);
      showProblems({ [field]: error.message });
    },
  });
  useEscape(form, () => {
    if (!record.isPending) onEnd();
  });
  useEffect(() => {
    if (!takesFocus) return;
    focusField(form.current, 'amount');
    // why: the buttons may be below the footer of the drawer.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = paymentProblems(typed);
    const amount = typedAmount(typed);
    if (amount === null || Object.keys(found).length > 0) return showProblems(found);
    record.mutate({ ...typedPayment(typed, amount), claim: typed.claim });
  };
  const label = typed.claim === null ? 'Record payment' : 'Match the claim';
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className="scroll-mb-4 rounded-md border border-rule bg-paper px-4 pt-3 pb-4"
      onSubmit={submit}
    >
      <h3 className="mb-3 text-sm font-semibold">{label}</h3>
      <PaymentFields
        typed={typed}
        problems={problems}
        ledger={ledger}
        onChange={(next) => {
          setProblems({});
          onType({ ...typed, ...next });
        }}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" size="sm" busy={record.isPending}>
          {record.isPending ? 'recording...' : 'record'}
        </Button>
        <Button variant="quiet" size="sm" disabled={record.isPending} onClick={onEnd}>
          cancel
        </Button>
        <p aria-live="polite" className="text-sm text-ink-quiet tabular-nums">
          {dueAfter(ledger, typed)}
        </p>
      </div>
    </form>
  );
}

function focusField(form: HTMLFormElement | null, name: string) {
  const control = form?.elements.namedItem(name);
  if (control instanceof HTMLElement) control.focus();
}

/** The amount due after a typed entry: `Then: ₹500.00 due`. */
function dueAfter({ billed, rows, due_on }: Ledger, typed: TypedPayment): string {
  const amount = typedAmount(typed);
  if (amount === null || amount === 0) return '';
  const { account, kind } = PAYMENT_CHOICES[typed.choice];
  const entry = { id: '', account, kind, amount, reverses: null };
  const { due } = ledgerSums(billed, [...rows, entry]);
  return `Then: ${dueAmountText({ due, due_on }, studioToday())}`;
}
