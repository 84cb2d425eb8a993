import type { NewPayment } from '#data/money/money.ts';
import { studioToday } from '#domain/days.ts';
import { roundRupees } from '#domain/money.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import type { PaymentMethod } from '#domain/money/payment.ts';
import {
  PAYMENT_CHOICES,
  usualAmount,
  type PaymentChoice,
  type PaymentChoiceName,
  type TypedPayment,
} from '#domain/money/payment-input.ts';

/** Opens the form of a payment with these fields filled in; undefined while it is open. */
export type OpenPayment = ((typed: Partial<TypedPayment>) => void) | undefined;

/** The fields that a payment begins with: what is due, by the method of the payment before. */
export const newPayment = (choice: PaymentChoiceName, ledger: Ledger): TypedPayment => ({
  claim: null,
  choice,
  amount: usualAmount(choice, { due: ledger.due, held: ledger.deposit.held }),
  method: lastMethod(ledger),
  reference: '',
  day: studioToday(),
  note: '',
  voucher: false,
});

/** The method of the newest payment; UPI without one. */
export const lastMethod = ({ rows }: Ledger): PaymentMethod =>
  rows.findLast(({ method }) => method !== null)?.method ?? 'upi';

/** Rupees that refund vouchers can still take back of the order's receipt vouchers. */
export function leftOnReceipts({ rows }: Pick<Ledger, 'rows'>): number {
  const standing = rows.filter((row) => row.reversed_by === null && row.kind !== 'reversal');
  const left = standing.reduce((sum, { voucher, amount }) => {
    if (voucher === null) return sum;
    return voucher.kind === 'receipt_voucher' ? sum + amount : sum - amount;
  }, 0);
  return Math.max(0, roundRupees(left));
}

/** A typed payment as it is sent. */
export function typedPayment(typed: TypedPayment, amount: number): NewPayment {
  const { account, kind, hasMethod, reference, voucher }: PaymentChoice =
    PAYMENT_CHOICES[typed.choice];
  return {
    account,
    kind,
    amount,
    ...(hasMethod && { method: typed.method }),
    reference: reference === undefined ? '' : typed.reference.trim(),
    day: typed.day,
    note: typed.note.trim(),
    voucher: voucher !== undefined && typed.voucher,
  };
}
