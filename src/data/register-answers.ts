import * as z from 'zod/mini';
import { DOCUMENT_KINDS } from '#domain/documents/document-record.ts';
import {
  GSTR1_TABLES,
  type Gstr1,
  type Gstr1Table,
  type PaymentRecord,
  type RegisteredDocument,
} from '#domain/money/registers.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';

const text = z.string();
const optionalText = z.nullable(text);
const rupees = z.number();

const paymentKind = z.enum([
  'received',
  'refunded',
  'tds',
  'deposit_applied',
  'written_off',
  'reversal',
]);

const payment: Schema<PaymentRecord> = z.object({
  day: text,
  order: text,
  customer: text,
  customer_name: optionalText,
  account: z.enum(['rental', 'deposit']),
  kind: paymentKind,
  amount: rupees,
  method: z.nullable(z.enum(['cash', 'upi', 'bank', 'card', 'cheque', 'other'])),
  reference: text,
  note: optionalText,
  voucher: optionalText,
  reversed: z.boolean(),
  reverses: z.nullable(paymentKind),
  created_at: text,
  created_by_name: optionalText,
} satisfies Fields<PaymentRecord>);

const registered: Schema<RegisteredDocument> = z.object({
  id: text,
  date: text,
  kind: z.enum(DOCUMENT_KINDS),
  number: text,
  customer: text,
  name: optionalText,
  gstin: optionalText,
  place_of_supply: optionalText,
  order: optionalText,
  corrects: optionalText,
  taxable: rupees,
  cgst: rupees,
  sgst: rupees,
  igst: rupees,
  round_off: rupees,
  total: rupees,
} satisfies Fields<RegisteredDocument>);

// why the cast: Object.keys names no more than these.
const TABLES = Object.keys(GSTR1_TABLES) as Gstr1Table[];

const gstr1: Schema<Gstr1> = z.record(
  z.enum(TABLES),
  z.array(z.record(text, z.nullable(z.union([text, z.number()])))),
);

/** Answers of the functions that read registers for the accountant. */
export const REGISTER_ANSWERS = {
  payments_between: z.array(payment),
  invoice_register: z.array(registered),
  gstr1,
} satisfies Answers;
