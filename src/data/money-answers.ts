import * as z from 'zod/mini';
import { DOCUMENT_KINDS } from '#domain/documents/document-record.ts';
import type { CancellationLine, CancellationProposal } from '#domain/money/cancellation.ts';
import type {
  OwingOrder,
  DuePart,
  DueTotal,
  OpenClaim,
  PayingCustomer,
  SameReference,
} from '#domain/money/due-list.ts';
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
  kind: z.enum(DOCUMENT_KINDS),
} satisfies Fields<EntryVoucher>);

const rowFields = {
  id: text,
  day: text,
  account: z.enum(['rental', 'deposit']),
  kind: z.enum(['received', 'refunded', 'tds', 'deposit_applied', 'written_off', 'reversal']),
  amount: rupees,
  method: z.nullable(z.enum(['cash', 'upi', 'bank', 'card', 'cheque', 'other'])),
  reference: text,
  note: optionalText,
  reverses: optionalText,
  reversed_by: optionalText,
  voucher: z.nullable(voucher),
  created_at: text,
  created_by_name: optionalText,
} satisfies Fields<LedgerRow>;
const row: Schema<LedgerRow> = z.object(rowFields);

const claimFields = {
  id: text,
  amount: rupees,
  utr: text,
  state: z.enum(['open', 'matched', 'dismissed']),
  payment_id: optionalText,
  document: z.nullable(voucher),
  created_at: text,
} satisfies Fields<PaymentClaim>;
const claim: Schema<PaymentClaim> = z.object(claimFields);

const basis = z.enum(['invoice', 'quote', 'estimate', 'none']);

const ledger: Schema<Ledger> = z.object({
  order: z.object({ id: text, number: text, status: text, payment_status: text }),
  billed: rupees,
  basis,
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

const customer: Schema<PayingCustomer> = z.object({
  id: text,
  number: text,
  name: optionalText,
} satisfies Fields<PayingCustomer>);

const dueOrder: Schema<OwingOrder> = z.object({
  order: z.object({
    id: text,
    number: text,
    status: text,
    payment_status: text,
    rental_from: optionalText,
    rental_to: optionalText,
  }),
  customer,
  billed: rupees,
  basis,
  received: rupees,
  held: rupees,
  due: rupees,
  due_on: optionalText,
  overdue: z.number(),
} satisfies Fields<OwingOrder>);

const duePart: Schema<DuePart> = z.object({
  rows: z.array(dueOrder),
  next: optionalText,
  total: z.object({
    orders: z.number(),
    due: rupees,
    overdue_orders: z.number(),
    overdue: rupees,
  } satisfies Fields<DueTotal>),
} satisfies Fields<DuePart>);

const sameReference: Schema<SameReference> = z.object({
  ...rowFields,
  order: text,
} satisfies Fields<SameReference>);

const openClaim: Schema<OpenClaim> = z.object({
  ...claimFields,
  order: z.nullable(z.object({ id: text, number: text, due: rupees })),
  customer,
  same_reference: z.nullable(sameReference),
} satisfies Fields<OpenClaim>);

const cancellation: Schema<CancellationProposal> = z.object({
  hours_notice: z.nullable(z.number()),
  refund_share: z.number(),
  received: rupees,
  refund: rupees,
  retained: rupees,
  deposit: z.object({ held: rupees }),
  invoice: z.nullable(
    z.object({
      total: rupees,
      taxable: rupees,
      tax: rupees,
      lines: z.array(
        z.object({
          kind: z.literal('charge'),
          text,
          sac: text,
          rate: z.number(),
          place: z.enum(['recipient', 'premises']),
          quantity: z.number(),
          days: z.null(),
          unit_price: rupees,
        } satisfies Fields<CancellationLine>),
      ),
    }),
  ),
  credit: z.array(z.object({ id: text, number: text, rest: rupees })),
} satisfies Fields<CancellationProposal>);

/** Answers of the functions that read and write the ledger. */
export const MONEY_ANSWERS = {
  ledger,
  record_payment: recorded,
  reverse_payment: recorded,
  match_claim: recorded,
  dismiss_claim: z.object({ id: text, state: z.literal('dismissed') }),
  due: duePart,
  open_claims: z.array(openClaim),
  cancellation_proposal: cancellation,
} satisfies Answers;
