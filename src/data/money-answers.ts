import * as z from 'zod/mini';
import type {
  EntryVoucher,
  Ledger,
  LedgerRow,
  PaymentClaim,
  RecordedPayment,
} from '#domain/money/ledger.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';

const text = z.string();
const optionalText = z.nullable(text);
const rupees = z.number();

const voucher: Schema<EntryVoucher> = z.object({
  id: text,
  number: text,
  kind: z.enum(['quote', 'invoice', 'credit_note', 'receipt_voucher', 'refund_voucher']),
} satisfies Fields<EntryVoucher>);

const row: Schema<LedgerRow> = z.object({
  id: text,
  day: text,
  account: z.enum(['rental', 'deposit']),
  kind: z.enum(['received', 'refunded', 'tds', 'deposit_applied', 'written_off', 'reversal']),
  amount: rupees,
  method: z.nullable(z.enum(['cash', 'upi', 'bank', 'card', 'cheque', 'other'])),
  reference: text,
  note: text,
  reverses: optionalText,
  reversed_by: optionalText,
  voucher: z.nullable(voucher),
  created_at: text,
  created_by_name: optionalText,
} satisfies Fields<LedgerRow>);

const claim: Schema<PaymentClaim> = z.object({
  id: text,
  amount: rupees,
  utr: text,
  state: z.enum(['open', 'matched', 'dismissed']),
  payment_id: optionalText,
  document: z.nullable(voucher),
  created_at: text,
} satisfies Fields<PaymentClaim>);

const ledger: Schema<Ledger> = z.object({
  order: z.object({ id: text, number: text, status: text, payment_status: text }),
  billed: rupees,
  basis: z.enum(['invoice', 'quote', 'estimate', 'none']),
  received: rupees,
  refunded: rupees,
  tds: rupees,
  written_off: rupees,
  due: rupees,
  due_on: optionalText,
  deposit: z.object({ held: rupees }),
  rows: z.array(row),
  claims: z.array(claim),
} satisfies Fields<Ledger>);

const recorded: Schema<RecordedPayment> = z.object({
  payment: text,
  voucher: optionalText,
  warning: optionalText,
  ledger,
} satisfies Fields<RecordedPayment>);

/** Answers of the functions that read and write the ledger. */
export const MONEY_ANSWERS = {
  ledger,
  record_payment: recorded,
  reverse_payment: recorded,
  match_claim: recorded,
  dismiss_claim: z.object({ id: text, state: z.literal('dismissed') }),
} satisfies Answers;
