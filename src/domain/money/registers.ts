import type { StudioDate } from '../dates.ts';
import type { DocumentKind } from '../documents/frozen-document.ts';
import type { PaymentAccount, PaymentKind, PaymentMethod } from './payment.ts';

/** Days of a register, both included. */
export interface RegisterDays {
  from: StudioDate;
  to: StudioDate;
}

/** An entry of the ledger in the payments file. */
export interface PaymentRecord {
  day: StudioDate;
  /** Numbers of the order and the customer. */
  order: string;
  customer: string;
  /** Null for an erased customer. */
  customer_name: string | null;
  account: PaymentAccount;
  kind: PaymentKind;
  /** Rupees, always above 0; a reversal takes away from the kind it reverses. */
  amount: number;
  method: PaymentMethod | null;
  reference: string;
  note: string | null;
  /** Number of its voucher. */
  voucher: string | null;
  /** Whether it was taken back later. */
  reversed: boolean;
  /** Kind of the entry that a reversal takes back. */
  reverses: PaymentKind | null;
  /** ISO 8601. */
  created_at: string;
  created_by_name: string | null;
}

/** A tax document in the invoice register. Amounts in rupees, as printed. */
export interface RegisteredDocument {
  id: string;
  date: StudioDate;
  kind: DocumentKind;
  number: string;
  /** Number of the customer. */
  customer: string;
  name: string | null;
  gstin: string | null;
  /** State code. */
  place_of_supply: string | null;
  /** Number of the order. */
  order: string | null;
  /** Number of the document that it corrects. */
  corrects: string | null;
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  round_off: number;
  total: number;
}

/** The tables of GSTR-1 in the order of the return, by the keys of the portal's file. */
export const GSTR1_TABLES = {
  b2b: '4 Invoices to registered recipients',
  b2cl: '5 Large invoices to other states',
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

/** A row of a table of GSTR-1, by column; amounts in rupees, rates in percent. */
export type Gstr1Row = Record<string, string | number | null>;

/** The figures of GSTR-1. */
export type Gstr1 = Record<Gstr1Table, Gstr1Row[]>;
