import { isStudioDate } from '../days.ts';
import { readPrice } from '../crm/price-input.ts';
import { offeredRupees } from '../money.ts';
import type { PaymentAccount, PaymentKind, PaymentMethod } from './payment.ts';

/** An entry that staff may record. */
export interface PaymentChoice {
  account: PaymentAccount;
  kind: Exclude<PaymentKind, 'reversal'>;
  label: string;
  /** Money changed hands, so that it has a method. */
  hasMethod: boolean;
  /** The hint of its reference; without one it has none. */
  reference?: string;
  /** The voucher that may be issued with it (CGST rules 50 and 51). */
  voucher?: string;
}

const BANK_REFERENCE = 'UTR, cheque or slip number.';

/** The entries that staff may record, by the value of the form's select. */
export const PAYMENT_CHOICES = {
  received: {
    account: 'rental',
    kind: 'received',
    label: 'Payment received',
    hasMethod: true,
    reference: BANK_REFERENCE,
    voucher: 'Issue a receipt voucher',
  },
  refunded: {
    account: 'rental',
    kind: 'refunded',
    label: 'Refund paid',
    hasMethod: true,
    reference: BANK_REFERENCE,
    voucher: 'Issue a refund voucher',
  },
  deposit: {
    account: 'deposit',
    kind: 'received',
    label: 'Deposit received',
    hasMethod: true,
    reference: BANK_REFERENCE,
  },
  deposit_returned: {
    account: 'deposit',
    kind: 'refunded',
    label: 'Deposit returned',
    hasMethod: true,
    reference: BANK_REFERENCE,
  },
  deposit_applied: {
    account: 'deposit',
    kind: 'deposit_applied',
    label: 'Deposit applied to the rent',
    hasMethod: false,
  },
  tds: {
    account: 'rental',
    kind: 'tds',
    label: 'TDS deducted by the customer',
    hasMethod: false,
    reference: 'Number of the TDS certificate.',
  },
  written_off: { account: 'rental', kind: 'written_off', label: 'Written off', hasMethod: false },
} as const satisfies Readonly<Record<string, PaymentChoice>>;

export type PaymentChoiceName = keyof typeof PAYMENT_CHOICES;

/** The entries that may match a claim. */
export const CLAIM_CHOICES: readonly PaymentChoiceName[] = ['received', 'deposit'];

/** The highest amount of an entry, in rupees. */
const HIGHEST = 9_999_999_999.99;

/** A payment as typed. */
export interface TypedPayment {
  /** The claim that it is matched with. */
  claim: string | null;
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
  return amounts[choice] > 0 ? offeredRupees(amounts[choice]) : '';
}

/** The amount as typed, in rupees; null for none. */
export const typedAmount = ({ amount }: Pick<TypedPayment, 'amount'>): number | null =>
  readPrice(amount, HIGHEST);

/** The errors of a typed payment by field. Empty for none. */
export function paymentProblems(typed: TypedPayment): Readonly<Record<string, string>> {
  const rupees = typedAmount(typed);
  return {
    ...(rupees === null && { amount: 'Enter rupees, with two decimals at most.' }),
    ...(rupees === 0 && { amount: 'Enter an amount above 0.' }),
    ...(!isStudioDate(typed.day) && { day: 'Enter the day of the payment.' }),
  };
}
