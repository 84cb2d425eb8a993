/** Account of a payment: the rent, or the deposit that is held apart from it. */
export type PaymentAccount = 'rental' | 'deposit';

/** Kind of an entry of the ledger (docs/product/money.md#entries). */
export type PaymentKind =
  | 'received'
  | 'refunded'
  | 'tds'
  | 'deposit_applied'
  | 'written_off'
  | 'reversal';

/** Method of a payment. */
export type PaymentMethod = 'cash' | 'upi' | 'bank' | 'card' | 'cheque' | 'other';

/** An entry of the ledger, as far as sums need it. Amounts in rupees, always above 0. */
export interface LedgerEntry {
  id: string;
  account: PaymentAccount;
  kind: PaymentKind;
  amount: number;
  /** The entry that a reversal corrects. */
  reverses: string | null;
}

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
