import * as z from 'zod/mini';
import { optionalText, rupees, text } from '../shape.ts';
import { changedQuote } from '../crm/changed-quote.ts';
import { documentKind } from '../documents/frozen-document.ts';
import { ledgerTotals } from './ledger-sums.ts';
import { ledgerEntry, paymentMethod } from './payment.ts';

/** A voucher of an entry. */
const entryVoucher = z.object({
  id: text,
  number: text,
  kind: documentKind,
});
export type EntryVoucher = z.output<typeof entryVoucher>;

/** An entry of an order's ledger, as staff see it (docs/product/money.md#entries). */
export const ledgerRow = z.object({
  ...ledgerEntry.shape,
  /** `YYYY-MM-DD` */
  day: text,
  method: z.nullable(paymentMethod),
  /** UTR, cheque or card slip number; '' for none. */
  reference: text,
  note: optionalText,
  /** The reversal that takes it back; null while it counts. */
  reversed_by: optionalText,
  voucher: z.nullable(entryVoucher),
  /** ISO 8601. */
  created_at: text,
  created_by_name: optionalText,
});
export type LedgerRow = z.output<typeof ledgerRow>;

/** A payment that a customer reported; never money by itself (docs/product/money.md#claims). */
export const paymentClaim = z.object({
  id: text,
  /** Rupees. */
  amount: rupees,
  utr: text,
  state: z.enum(['open', 'matched', 'dismissed']),
  payment_id: optionalText,
  /** The document whose page the customer used. */
  document: z.nullable(entryVoucher),
  /** ISO 8601. */
  created_at: text,
});
export type PaymentClaim = z.output<typeof paymentClaim>;

/** Where the value of an order comes from: its invoices, the quote that fits, its lines with GST, or nothing. */
export const billingBasis = z.enum(['invoice', 'quote', 'estimate', 'none']);
export type BillingBasis = z.output<typeof billingBasis>;

/** A credit note that takes back what an invoice has too much. */
const missingCredit = z.object({
  /** Id of the invoice. */
  invoice: text,
  number: text,
  /** Rupees with GST. */
  total: rupees,
  /** Taxable value in rupees, by the invoice's lines. */
  lines: z.array(z.object({ position: z.number(), taxable: rupees })),
});
export type MissingCredit = z.output<typeof missingCredit>;

/** The money of an order (docs/product/money.md#what-an-order-owes). Amounts in rupees with GST. */
export const ledger = z.object({
  ...ledgerTotals.shape,
  order: z.object({ id: text, number: text, status: text, payment_status: text }),
  /** Cost of the order as it stands now. */
  value: rupees,
  basis: billingBasis,
  /** Issued invoices less their credit notes. */
  billed: rupees,
  /** Amounts that the invoices miss, and that they have too much. */
  to_bill: rupees,
  to_credit: rupees,
  /** Credit notes for `to_credit`, of the newest invoices first. */
  credits: z.array(missingCredit),
  /** A quote that does not count, because the order is another by now. */
  quoted: z.nullable(changedQuote),
  /** `YYYY-MM-DD`: the first day of the rental. */
  due_on: optionalText,
  deposit: z.object({ held: rupees }),
  /** Oldest first. */
  rows: z.array(ledgerRow),
  claims: z.array(paymentClaim),
});
export type Ledger = z.output<typeof ledger>;

/** The answer to an entry that was recorded or reversed. */
export const recordedPayment = z.object({
  /** Id of the new entry. */
  payment: text,
  /** Id of the voucher that was issued. */
  voucher: optionalText,
  /** For an entry that is allowed but unusual: a sentence. */
  warning: optionalText,
  ledger,
});
export type RecordedPayment = z.output<typeof recordedPayment>;

/** The answer to a deposit that paid what was due. Rupees. */
export const settledDeposit = z.object({
  /** Id of the invoice that was issued. */
  invoice: optionalText,
  applied: rupees,
  returned: rupees,
  ledger,
});
export type SettledDeposit = z.output<typeof settledDeposit>;

/** The payment received with a bank reference; a reversed one does not count. */
export function entryWithReference({ rows }: Ledger, reference: string): LedgerRow | undefined {
  const wanted = reference.trim().toLowerCase();
  return rows.find(
    (row) =>
      row.kind === 'received' && row.reversed_by === null && row.reference.toLowerCase() === wanted,
  );
}

/** Where the value of an order comes from, in words. */
export const BASIS_TEXTS: Readonly<Record<BillingBasis, string>> = {
  invoice: 'as it stands',
  quote: 'by its quote',
  estimate: 'with GST',
  none: 'cancelled',
};
