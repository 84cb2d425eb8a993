import type { DocumentKind } from '../documents/frozen-document.ts';
import type { LedgerSums } from './ledger-sums.ts';
import type { LedgerEntry, PaymentMethod } from './payment.ts';

/** A voucher of an entry. */
export interface EntryVoucher {
  id: string;
  number: string;
  kind: DocumentKind;
}

/** An entry of an order's ledger, as staff see it (docs/product/money.md#entries). */
export interface LedgerRow extends LedgerEntry {
  /** `YYYY-MM-DD` */
  day: string;
  method: PaymentMethod | null;
  /** UTR, cheque or card slip number; '' for none. */
  reference: string;
  note: string | null;
  /** The reversal that takes it back; null while it counts. */
  reversed_by: string | null;
  voucher: EntryVoucher | null;
  /** ISO 8601. */
  created_at: string;
  created_by_name: string | null;
}

/** A payment that a customer reported; never money by itself (docs/product/money.md#claims). */
export interface PaymentClaim {
  id: string;
  /** Rupees. */
  amount: number;
  utr: string;
  state: 'open' | 'matched' | 'dismissed';
  payment_id: string | null;
  /** The document whose page the customer used. */
  document: EntryVoucher | null;
  /** ISO 8601. */
  created_at: string;
}

/** Source of the amount to pay: invoices, the last quote, the order's total with GST, or nothing. */
export type BillingBasis = 'invoice' | 'quote' | 'estimate' | 'none';

/** The money of an order. Amounts in rupees. */
export interface Ledger extends Omit<LedgerSums, 'held'> {
  order: { id: string; number: string; status: string; payment_status: string };
  billed: number;
  basis: BillingBasis;
  /** `YYYY-MM-DD`: the first day of the rental. */
  due_on: string | null;
  deposit: { held: number };
  /** Oldest first. */
  rows: LedgerRow[];
  claims: PaymentClaim[];
}

/** The answer to an entry that was recorded or reversed. */
export interface RecordedPayment {
  /** Id of the new entry. */
  payment: string;
  /** Id of the voucher that was issued. */
  voucher: string | null;
  /** For an entry that is allowed but unusual: a sentence. */
  warning: string | null;
  ledger: Ledger;
}

/** The payment received with a bank reference; a reversed one does not count. */
export function entryWithReference({ rows }: Ledger, reference: string): LedgerRow | undefined {
  const wanted = reference.trim().toLowerCase();
  return rows.find(
    (row) =>
      row.kind === 'received' && row.reversed_by === null && row.reference.toLowerCase() === wanted,
  );
}

/** Where the amount to pay comes from, in words. */
export const BASIS_TEXTS: Readonly<Record<BillingBasis, string>> = {
  invoice: 'by its invoices',
  quote: 'by its quote',
  estimate: 'by the order’s total with GST',
  none: 'nothing is billed',
};
