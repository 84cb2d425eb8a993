import * as z from 'zod/mini';
import { optionalText, rupees, text } from '../shape.ts';

/** Account of a payment: the rent, or the deposit that is held apart from it. */
export const paymentAccount = z.enum(['rental', 'deposit']);
export type PaymentAccount = z.output<typeof paymentAccount>;

/** Kind of an entry of the ledger (docs/product/money.md#entries). */
export const paymentKind = z.enum([
  'received',
  'refunded',
  'tds',
  'deposit_applied',
  'written_off',
  'reversal',
]);
export type PaymentKind = z.output<typeof paymentKind>;

/** Method of a payment. */
export const paymentMethod = z.enum(['cash', 'upi', 'bank', 'card', 'cheque', 'other']);
export type PaymentMethod = z.output<typeof paymentMethod>;

/** An entry of the ledger, as far as sums need it. Amounts in rupees, always above 0. */
export const ledgerEntry = z.object({
  id: text,
  account: paymentAccount,
  kind: paymentKind,
  amount: rupees,
  /** The entry that a reversal corrects. */
  reverses: optionalText,
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** Labels of the methods, in the order in which they are offered. */
export const PAYMENT_METHODS: Readonly<Record<PaymentMethod, string>> = {
  upi: 'UPI',
  bank: 'Bank transfer',
  cash: 'Cash',
  card: 'Card',
  cheque: 'Cheque',
  other: 'Other',
};

/** An entry in words: `Received`, `Deposit received`, `TDS deducted`. */
export function paymentText({ account, kind }: Pick<LedgerEntry, 'account' | 'kind'>): string {
  const isDeposit = account === 'deposit';
  switch (kind) {
    case 'received':
      return isDeposit ? 'Deposit received' : 'Received';
    case 'refunded':
      return isDeposit ? 'Deposit returned' : 'Refunded';
    case 'tds':
      return 'TDS deducted';
    case 'deposit_applied':
      return 'Deposit applied to the rent';
    case 'written_off':
      return 'Written off';
    case 'reversal':
      return 'Reversal';
  }
}
