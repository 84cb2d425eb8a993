import { studioToday } from '#domain/dates.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/money/payment.ts';
import {
  CLAIM_CHOICES,
  PAYMENT_CHOICES,
  type PaymentChoice,
  type PaymentChoiceName,
  type TypedPayment,
} from '#domain/money/payment-input.ts';
import { DateField, SelectField, TextField } from '#ui/field.tsx';
import { hasReceiptVoucher, newPayment } from './new-payment.ts';

/** Props of {@link PaymentFields}. */
export interface PaymentFieldsProps {
  ledger: Ledger;
  typed: TypedPayment;
  /** Errors by field. */
  problems: Readonly<Record<string, string>>;
  onChange: (next: Partial<TypedPayment>) => void;
}

/** The fields of a payment. */
export function PaymentFields({ ledger, typed, problems, onChange }: PaymentFieldsProps) {
  const { hasMethod, reference }: PaymentChoice = PAYMENT_CHOICES[typed.choice];
  // why cast: the keys are these names.
  const all = Object.keys(PAYMENT_CHOICES) as PaymentChoiceName[];
  const choose = (choice: PaymentChoiceName) =>
    // why: an amount that was typed stays; one that was offered follows the kind of the entry.
    onChange(
      typed.amount === newPayment(typed.choice, ledger).amount
        ? { choice, amount: newPayment(choice, ledger).amount }
        : { choice },
    );
  return (
    <>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          label="Entry"
          name="choice"
          value={typed.choice}
          // why cast: the options are these names.
          onChange={({ target }) => choose(target.value as PaymentChoiceName)}
        >
          {(typed.claim === null ? all : CLAIM_CHOICES).map((name) => (
            <option key={name} value={name}>
              {PAYMENT_CHOICES[name].label}
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
        {reference !== undefined && (
          <TextField
            label="Reference"
            optional
            name="reference"
            maxLength={60}
            autoComplete="off"
            hint={reference}
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
      <VoucherField ledger={ledger} typed={typed} onChange={onChange} />
    </>
  );
}

function VoucherField({ ledger, typed, onChange }: Omit<PaymentFieldsProps, 'problems'>) {
  const { voucher, kind }: PaymentChoice = PAYMENT_CHOICES[typed.choice];
  if (voucher === undefined) return null;
  if (kind === 'refunded' && !hasReceiptVoucher(ledger)) {
    return (
      <p className="text-sm text-ink-quiet">
        Without a voucher: no receipt voucher was issued for this order.
      </p>
    );
  }
  return (
    <label className="flex min-h-9 w-fit items-center gap-2 text-sm max-sm:min-h-11">
      <input
        type="checkbox"
        name="voucher"
        checked={typed.voucher}
        onChange={({ target }) => onChange({ voucher: target.checked })}
        className="size-4.5 accent-teal"
      />
      {voucher}
    </label>
  );
}
