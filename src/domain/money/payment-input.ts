import { isStudioDate } from '../dates.ts';
import { readPrice } from '../crm/price-input.ts';
import type { PaymentAccount, PaymentKind, PaymentMethod } from './payment.ts';

/** An entry that staff may record. */
export interface PaymentChoice {
  account: PaymentAccount;
  kind: Exclude<PaymentKind, 'reversal'>;
  label: string;
  /** Money changed hands, so that a method and a reference belong to it. */
  hasMethod: boolean;
  /** The voucher that may be issued with it (CGST rules 50 and 51). */
  voucher?: string;
}

/** The entries that staff may record, by the value of the form's select. */
export const PAYMENT_CHOICES = {
  received: {
    account: 'rental',
    kind: 'received',
    label: 'Payment received',
    hasMethod: true,
    voucher: 'Issue a receipt voucher',
  },
  refunded: {
    account: 'rental',
    kind: 'refunded',
    label: 'Refund paid',
    hasMethod: true,
    voucher: 'Issue a refund voucher',
  },
  deposit: { account: 'deposit', kind: 'received', label: 'Deposit received', hasMethod: true },
  deposit_returned: {
    account: 'deposit',
    kind: 'refunded',
    label: 'Deposit returned',
    hasMethod: true,
  },
  deposit_applied: {
    account: 'deposit',
    kind: 'deposit_applied',
    label: 'Deposit applied to the rent',
    hasMethod: false,
  },
  tds: { account: 'rental', kind: 'tds', label: 'TDS deducted by the customer', hasMethod: false },
  written_off: { account: 'rental', kind: 'written_off', label: 'Written off', hasMethod: false },
} as const satisfies Readonly<Record<string, PaymentChoice>>;

export type PaymentChoiceName = keyof typeof PAYMENT_CHOICES;

/** A payment as typed. */
export interface TypedPayment {
  choice: PaymentChoiceName;
  amount: string;
  method: PaymentMethod;
  reference: string;
  /** `YYYY-MM-DD` */
  day: string;
  note: string;
  voucher: boolean;
}

/** The amount to begin with: what is due, what is to be refunded, or the deposit that is held; '' for none. */
export function usualAmount(
  choice: PaymentChoiceName,
  { due, held }: { due: number; held: number },
): string {
  const amounts: Record<PaymentChoiceName, number> = {
    received: due,
    refunded: -due,
    deposit: 0,
    deposit_returned: held,
    deposit_applied: Math.min(due, held),
    tds: 0,
    written_off: due,
  };
  return amounts[choice] > 0 ? String(amounts[choice]) : '';
}

/** The errors of a typed payment by field. Empty for none. */
export function paymentProblems({ amount, day }: TypedPayment): Readonly<Record<string, string>> {
  const rupees = readPrice(amount);
  return {
    ...(rupees === null && { amount: 'Enter rupees, with two decimals at most.' }),
    ...(rupees === 0 && { amount: 'Enter an amount above 0.' }),
    ...(!isStudioDate(day) && { day: 'Enter the day of the payment.' }),
  };
}
