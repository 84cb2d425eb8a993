import { useRef, useState, type FormEvent } from 'react';
import { Plus } from 'lucide-react';
import { invalidField } from '#data/invalid-field.ts';
import { recordPayment, type NewPayment } from '#data/money.ts';
import { readPrice } from '#domain/crm/price-input.ts';
import { studioToday } from '#domain/dates.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/money/payment.ts';
import {
  PAYMENT_CHOICES,
  paymentProblems,
  usualAmount,
  type PaymentChoice,
  type PaymentChoiceName,
  type TypedPayment,
} from '#domain/money/payment-input.ts';
import { Button } from '#ui/button.tsx';
import { DateField, SelectField, TextField } from '#ui/field.tsx';
import { useDraft } from '../shell/drafts.ts';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useEscape } from '../shell/use-escape.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { useMoneyAction } from './use-money-action.ts';

/** Records the next entry of a ledger. What was typed survives until it is saved or cancelled. */
export function PaymentForm({ ledger }: { ledger: Ledger }) {
  const [draft, saveDraft] = useDraft<TypedPayment>(`payment:${ledger.order.id}`);
  if (draft) {
    return (
      <OpenForm ledger={ledger} typed={draft} onType={saveDraft} onEnd={() => saveDraft(null)} />
    );
  }
  return (
    <Button variant="secondary" size="sm" onClick={() => saveDraft(typedFor('received', ledger))}>
      <Plus aria-hidden size={16} />
      record payment
    </Button>
  );
}

const typedFor = (choice: PaymentChoiceName, ledger: Ledger): TypedPayment => ({
  choice,
  amount: usualAmount(choice, { due: ledger.due, held: ledger.deposit.held }),
  method: 'upi',
  reference: '',
  day: studioToday(),
  note: '',
  voucher: false,
});

function paymentOf(typed: TypedPayment, amount: number): NewPayment {
  const { account, kind, hasMethod, voucher }: PaymentChoice = PAYMENT_CHOICES[typed.choice];
  return {
    account,
    kind,
    amount,
    ...(hasMethod && { method: typed.method }),
    reference: hasMethod ? typed.reference.trim() : '',
    day: typed.day,
    note: typed.note.trim(),
    voucher: voucher !== undefined && typed.voucher,
  };
}

interface OpenFormProps {
  ledger: Ledger;
  typed: TypedPayment;
  onType: (typed: TypedPayment) => void;
  onEnd: () => void;
}

function OpenForm({ ledger, typed, onType, onEnd }: OpenFormProps) {
  const api = useStaffApi();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const record = useMoneyAction({
    send: (payment: NewPayment, key) =>
      recordPayment(api, { order: ledger.order.id, ...payment, key }),
    success: 'Payment recorded',
    onDone: onEnd,
    onError: (error) => {
      const field = invalidField(error);
      if (!(field in typed)) return notifyFailure('The payment was not recorded', error);
      showProblems({ [field]: error.message });
    },
  });
  const showProblems = (found: Readonly<Record<string, string>>) => {
    setProblems(found);
    const control = form.current?.elements.namedItem(Object.keys(found)[0] ?? '');
    if (control instanceof HTMLElement) control.focus();
  };
  const change = (next: Partial<TypedPayment>) => {
    setProblems({});
    onType({ ...typed, ...next });
  };
  useEscape(form, onEnd);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = paymentProblems(typed);
    const amount = readPrice(typed.amount);
    if (amount === null || Object.keys(found).length > 0) return showProblems(found);
    record.mutate(paymentOf(typed, amount));
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Record payment"
      className="rounded-md border border-rule p-4"
      onSubmit={submit}
    >
      <PaymentFields typed={typed} problems={problems} ledger={ledger} onChange={change} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={record.isPending}>
          {record.isPending ? 'recording...' : 'record'}
        </Button>
        <Button variant="quiet" size="sm" disabled={record.isPending} onClick={onEnd}>
          cancel
        </Button>
      </div>
    </form>
  );
}

interface PaymentFieldsProps {
  ledger: Ledger;
  typed: TypedPayment;
  problems: Readonly<Record<string, string>>;
  onChange: (next: Partial<TypedPayment>) => void;
}

function PaymentFields({ ledger, typed, problems, onChange }: PaymentFieldsProps) {
  const { hasMethod, voucher }: PaymentChoice = PAYMENT_CHOICES[typed.choice];
  const choose = (choice: PaymentChoiceName) =>
    // why: an amount that was typed stays; one that was offered follows the kind of the entry.
    onChange(
      typed.amount === typedFor(typed.choice, ledger).amount
        ? { choice, amount: typedFor(choice, ledger).amount }
        : { choice },
    );
  return (
    <>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          label="Entry"
          name="kind"
          value={typed.choice}
          // why cast: the options are these names.
          onChange={({ target }) => choose(target.value as PaymentChoiceName)}
        >
          {Object.entries(PAYMENT_CHOICES).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Amount (₹)"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={typed.amount}
          error={problems['amount']}
          onChange={({ target }) => onChange({ amount: target.value })}
        />
        {hasMethod && (
          <SelectField
            label="Method"
            name="method"
            value={typed.method}
            error={problems['method']}
            // why cast: the options are these names.
            onChange={({ target }) => onChange({ method: target.value as PaymentMethod })}
          >
            {Object.entries(PAYMENT_METHODS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        {hasMethod && (
          <TextField
            label="Reference"
            optional
            name="reference"
            maxLength={100}
            autoComplete="off"
            hint="UTR, cheque or slip number."
            value={typed.reference}
            error={problems['reference']}
            onChange={({ target }) => onChange({ reference: target.value })}
          />
        )}
        <DateField
          label="Day"
          name="day"
          max={studioToday()}
          value={typed.day}
          error={problems['day']}
          onChange={({ target }) => onChange({ day: target.value })}
        />
        <TextField
          label="Note"
          optional
          name="note"
          maxLength={500}
          autoComplete="off"
          value={typed.note}
          error={problems['note']}
          onChange={({ target }) => onChange({ note: target.value })}
        />
      </div>
      {voucher !== undefined && (
        <label className="flex min-h-9 items-center gap-2 text-sm max-sm:min-h-11">
          <input
            type="checkbox"
            checked={typed.voucher}
            onChange={({ target }) => onChange({ voucher: target.checked })}
            className="size-4.5 accent-teal"
          />
          {voucher}
        </label>
      )}
    </>
  );
}
