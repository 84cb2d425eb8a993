import { DateField } from '#dates/date-field.tsx';
import { studioToday } from '#domain/days.ts';
import { unprintableNote } from '#domain/documents/unprintable.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import { PAYMENT_METHODS } from '#domain/money/payment.ts';
import {
  CLAIM_CHOICES,
  PAYMENT_CHOICES,
  type PaymentChoice,
  type PaymentChoiceName,
  type TypedPayment,
} from '#domain/money/payment-input.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import type { CheckedForm } from '../kit/forms/use-checked-form.ts';
import { leftOnReceipts, newPayment } from './new-payment.ts';

export interface PaymentFieldsProps {
  ledger: Ledger;
  typed: TypedPayment;
  checked: CheckedForm<TypedPayment>;
}

/** The fields of a payment. */
export function PaymentFields({ ledger, typed, checked }: PaymentFieldsProps) {
  const { form, field } = checked;
  const { hasMethod, reference }: PaymentChoice = PAYMENT_CHOICES[typed.choice];
  // why cast: the keys are these names.
  const all = Object.keys(PAYMENT_CHOICES) as PaymentChoiceName[];
  const choice = field('choice');
  return (
    <>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          {...choice}
          label="Entry"
          onChange={(event) => {
            void choice.onChange(event);
            // why: an amount that was typed stays; one that was offered follows the kind of the entry.
            if (typed.amount === newPayment(typed.choice, ledger).amount) {
              form.setValue('amount', newPayment(form.getValues('choice'), ledger).amount);
            }
          }}
        >
          {(typed.claim === null ? all : CLAIM_CHOICES).map((name) => (
            <option key={name} value={name}>
              {PAYMENT_CHOICES[name].label}
            </option>
          ))}
        </SelectField>
        <TextField {...field('amount')} label="Amount (₹)" inputMode="decimal" autoComplete="off" />
        {hasMethod && (
          <SelectField {...field('method')} label="Method">
            {Object.entries(PAYMENT_METHODS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        {reference !== undefined && (
          <TextField
            {...field('reference')}
            label="Reference"
            optional
            maxLength={60}
            autoComplete="off"
            hint={(typed.voucher && unprintableNote(typed.reference)) || reference}
          />
        )}
        <DateField {...field('day')} label="Day" max={studioToday()} />
        <TextField {...field('note')} label="Note" optional maxLength={500} autoComplete="off" />
      </div>
      <VoucherField ledger={ledger} typed={typed} checked={checked} />
    </>
  );
}

function VoucherField({ ledger, typed, checked }: PaymentFieldsProps) {
  const { voucher, kind }: PaymentChoice = PAYMENT_CHOICES[typed.choice];
  if (voucher === undefined) return null;
  if (kind === 'refunded' && leftOnReceipts(ledger) === 0) {
    return (
      <p className="text-sm text-ink-quiet">
        Without a voucher: nothing of this order is left on a receipt voucher.
      </p>
    );
  }
  const { error: _none, ...box } = checked.field('voucher');
  return (
    <label className="flex min-h-9 w-fit items-center gap-2 text-sm max-sm:min-h-11">
      <input type="checkbox" {...box} className="size-4.5 accent-teal" />
      {voucher}
    </label>
  );
}
