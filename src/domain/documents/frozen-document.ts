import * as z from 'zod/mini';
import { optionalRupees, optionalText, rupees, text } from '../shape.ts';
import { DOCUMENT_KINDS } from './document-kinds.ts';

/** Of {@link DOCUMENT_KINDS}. */
export const documentKind = z.enum(DOCUMENT_KINDS);

const documentState = z.object({ code: text, name: text });

const frozenLine = z.object({
  position: z.number(),
  /** `text` is priced like an item; `charge` is one of a return (late, damage, missing); a heading has no amounts. */
  kind: z.enum(['item', 'text', 'charge', 'heading']),
  /** The item's readable id, `PRP-00012`. */
  code: optionalText,
  text,
  /** Root-relative address of a picture. */
  picture: optionalText,
  sac: optionalText,
  /** Percent of GST. */
  rate: optionalRupees,
  quantity: optionalRupees,
  /** Null: charged once, not by the day. */
  days: optionalRupees,
  /** Rupees for one, per day where `days` is set. */
  unit_price: optionalRupees,
  gross: rupees,
  /** The line's own discount and its part of the document's. */
  discount: rupees,
  taxable: rupees,
  cgst: rupees,
  sgst: rupees,
  igst: rupees,
  /** Taxable value and taxes. */
  total: rupees,
});

export const frozenSums = z.object({
  gross: rupees,
  discount: rupees,
  taxable: rupees,
  cgst: rupees,
  sgst: rupees,
  igst: rupees,
  round_off: rupees,
  total: rupees,
});

const rental = z.object({
  number: text,
  rental_from: optionalText,
  rental_to: optionalText,
});

/**
 * Content of a document in the PDF and on the customer's page, template 1. Amounts are rupees with two decimals, dates
 * `2026-11-23`; a null is a row that is left out. `private.document_content` in SQL writes it.
 */
export const frozenDocument = z.object({
  template: z.literal(1),
  kind: documentKind,
  title: text,
  /** Null: a draft. */
  number: optionalText,
  revision: z.number(),
  /** Null: a draft. */
  date: optionalText,
  valid_until: optionalText,
  studio: z.object({
    name: text,
    legal_name: text,
    address: z.array(text),
    state: z.nullable(documentState),
    gstin: text,
    pan: text,
    email: text,
    phone: text,
    logo: optionalText,
    bank: z.nullable(z.object({ account_name: text, bank: text, account: text, ifsc: text })),
    upi: z.nullable(z.object({ id: text, name: text })),
    signatory: text,
  }),
  customer: z.object({
    number: text,
    name: text,
    legal_name: text,
    gstin: text,
    address: text,
    state: z.nullable(documentState),
    mobile: text,
    email: text,
  }),
  place_of_supply: z.nullable(documentState),
  reverse_charge: z.boolean(),
  /** The sentence that a zero-rated supply must have; absent or null: it is none. */
  endorsement: z.optional(optionalText),
  order: z.nullable(rental),
  enquiry: z.nullable(rental),
  /** Of a credit note: its invoice. Of a refund voucher: its receipt voucher. */
  corrects: z.nullable(z.object({ number: text, date: text })),
  reason: optionalText,
  lines: z.array(frozenLine),
  sums: frozenSums,
  /** Sums by SAC and rate. */
  taxes: z.array(
    z.object({
      sac: text,
      rate: rupees,
      taxable: rupees,
      cgst: rupees,
      sgst: rupees,
      igst: rupees,
    }),
  ),
  /** "Rupees twelve thousand five hundred ninety-six and eighty paise only". */
  total_words: text,
  notes: text,
  terms: text,
  footer: text,
  /** Refundable deposit to pay; it is not part of the total. */
  deposit: optionalRupees,
  /** Of a voucher: the payment. */
  payment: z.nullable(z.object({ method: text, reference: text, day: text })),
});

/** A document as its customer sees it; see {@link frozenDocument}. */
export type FrozenDocument = z.infer<typeof frozenDocument>;

/** A line of a {@link FrozenDocument}. */
export type FrozenLine = FrozenDocument['lines'][number];

/** Totals of a document, in rupees. */
export type DocumentSums = FrozenDocument['sums'];
