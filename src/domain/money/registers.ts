import * as z from 'zod/mini';
import { optionalText, rupees, studioDate, text } from '../shape.ts';
import type { StudioDate } from '../days.ts';
import { documentKind } from '../documents/frozen-document.ts';
import { zeroRated } from '../documents/zero-rated.ts';
import { paymentAccount, paymentKind, paymentMethod } from './payment.ts';

/** Days of a register, both included. */
export interface RegisterDays {
  from: StudioDate;
  to: StudioDate;
}

/** An entry of the ledger in the payments file. */
export const paymentRecord = z.object({
  day: studioDate,
  /** Numbers of the order and the customer. */
  order: text,
  customer: text,
  /** Null for an erased customer. */
  customer_name: optionalText,
  account: paymentAccount,
  kind: paymentKind,
  /** Rupees, always above 0; a reversal takes away from the kind it reverses. */
  amount: rupees,
  method: z.nullable(paymentMethod),
  reference: text,
  note: optionalText,
  /** Number of its voucher. */
  voucher: optionalText,
  /** Whether it was taken back later. */
  reversed: z.boolean(),
  /** Kind of the entry that a reversal takes back. */
  reverses: z.nullable(paymentKind),
  /** ISO 8601. */
  created_at: text,
  created_by_name: optionalText,
});
export type PaymentRecord = z.output<typeof paymentRecord>;

/** A tax document in the invoice register. Amounts in rupees, as printed. */
export const registeredDocument = z.object({
  id: text,
  date: studioDate,
  kind: documentKind,
  number: text,
  /** Number of the customer. */
  customer: text,
  name: optionalText,
  gstin: optionalText,
  /** State code. */
  place_of_supply: optionalText,
  /** Null: neither to an SEZ nor an export. */
  supply: z.nullable(zeroRated),
  /** Number of the order. */
  order: optionalText,
  /** Number of the document that it corrects. */
  corrects: optionalText,
  taxable: rupees,
  cgst: rupees,
  sgst: rupees,
  igst: rupees,
  round_off: rupees,
  total: rupees,
});
export type RegisteredDocument = z.output<typeof registeredDocument>;

/** The tables of GSTR-1 in the order of the return, by the keys of the portal's file. */
export const GSTR1_TABLES = {
  b2b: '4, 6B Invoices to registered recipients',
  b2cl: '5 Large invoices to other states',
  exp: '6A Exports',
  b2cs: '7 Other sales',
  cdnr: '9B Credit notes to registered recipients',
  cdnur: '9B Credit notes to others',
  at: '11A Advances received',
  atadj: '11B Advances adjusted',
  hsn: '12 By SAC',
  docs: '13 Documents issued',
} as const;

/** A table of GSTR-1. */
export type Gstr1Table = keyof typeof GSTR1_TABLES;

// why the cast: Object.keys names no more than these.
const TABLES = Object.keys(GSTR1_TABLES) as Gstr1Table[];

/** A row of a table of GSTR-1, by column; amounts in rupees, rates in percent. */
const gstr1Row = z.record(text, z.nullable(z.union([text, z.number()])));
export type Gstr1Row = z.output<typeof gstr1Row>;

/** The figures of GSTR-1. */
export const gstr1 = z.record(z.enum(TABLES), z.array(gstr1Row));
export type Gstr1 = z.output<typeof gstr1>;
