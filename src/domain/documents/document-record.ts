import * as z from 'zod/mini';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import { count, optionalCount, optionalDate, optionalText, studioDate, text } from '../shape.ts';
import { addressChoice } from '../crm/address-choice.ts';
import type { StudioDate } from '../days.ts';
import { documentKind, frozenDocument, frozenSums } from './frozen-document.ts';
import { lineAmounts, sumLine } from './sums.ts';
import { igstPayment, zeroRated } from './zero-rated.ts';

/** States of a document. Only a draft can be changed; an issued quote is superseded by its next revision. */
export const DOCUMENT_STATES = ['draft', 'issued', 'superseded'] as const;

const state = z.enum(DOCUMENT_STATES);
/** One of {@link DOCUMENT_STATES}. */
export type DocumentState = z.output<typeof state>;

const answer = z.enum(['accepted', 'declined', 'change']);

/** The item of a line, as it is now. */
const documentItem = z.object({
  code: text,
  name: text,
  /** URL of the first picture. */
  picture: optionalText,
});
export type DocumentItem = z.output<typeof documentItem>;

/** The editable fields of a line; amounts in rupees. */
const documentDraftLine = z.object({
  ...sumLine.shape,
  item_id: optionalText,
  item_type: z.nullable(itemKind),
  /** The line of the order that it was read from. */
  order_item_id: optionalText,
  /** The line of the enquiry that it was read from; a quote's order has its days. */
  enquiry_item_id: optionalText,
  text,
  /** Service accounting code, 4 or 6 digits; null for a heading. */
  sac: optionalText,
});
export type DocumentDraftLine = z.output<typeof documentDraftLine>;

/** A line of a document with its amounts in rupees. */
const documentLine = z.object({
  ...documentDraftLine.shape,
  ...lineAmounts.shape,
  /** From 1. */
  position: count,
  item: z.nullable(documentItem),
});
export type DocumentLine = z.output<typeof documentLine>;

/** The name, address and GSTIN that a customer is billed under. */
export const billingProfile = z.object({
  id: text,
  /** Short name for lists; may be ''. */
  label: text,
  legal_name: text,
  gstin: optionalText,
  address: text,
  /** Two digits of GST; 96: abroad. */
  state_code: optionalText,
  /** Of an SEZ unit or developer, and of a customer abroad. */
  zero_rated: z.nullable(igstPayment),
});
export type BillingProfile = z.output<typeof billingProfile>;

/** A customer's answer to a quote. */
const documentAnswer = z.object({
  answer,
  /** Typed name of the person who answered. */
  name: optionalText,
  note: optionalText,
  /** Wishes for single lines. */
  changes: z.array(z.object({ position: count, text })),
  /** ISO 8601. */
  created_at: text,
});
export type DocumentAnswer = z.output<typeof documentAnswer>;

/** A link to a document that was made to be sent. */
const documentLink = z.object({
  id: text,
  /** ISO 8601. */
  created_at: text,
  expires_at: text,
  revoked_at: optionalText,
  /** Day on which somebody opened it last. */
  last_opened: optionalText,
});
export type DocumentLink = z.output<typeof documentLink>;

/** A fact or decision that a document needs for being issued. */
export const missingField = z.object({
  /** The field to go to: `billing_profile`, `identity.gstin` of the settings. */
  field: text,
  /** Place of the line that it is about, from 0. */
  index: z.optional(count),
  text,
});
export type MissingField = z.output<typeof missingField>;

/** A line of a quote that cannot be had as quoted on its days; what its order or enquiry has reserved counts as free. */
const shortQuoteLine = z.object({
  /** Of the line, from 1. */
  position: count,
  wanted: count,
  /** The least number over the days; null where pieces are not counted. */
  free: optionalCount,
  of: optionalCount,
  /** Days with fewer pieces than wanted. */
  short_days: z.array(studioDate),
  rental_from: studioDate,
  rental_to: studioDate,
  /** First day from which it is free for as many days; null beyond a year. */
  next_free: optionalDate,
  /** Number of other enquiries that hold the item on these days. */
  holds: count,
});
export type ShortQuoteLine = z.output<typeof shortQuoteLine>;

/** An issued credit note of an invoice. */
const correction = z.object({
  id: text,
  number: text,
  /** Rupees. */
  total: count,
});
export type Correction = z.output<typeof correction>;

/** A document as staff read it. */
export const documentRecord = z.object({
  id: text,
  kind: documentKind,
  state,
  /** Null until it is issued. */
  number: optionalText,
  /** Of a draft: the number that it would get if it was issued now. */
  next_number: optionalText,
  /** From 1, of a quote. */
  revision: count,
  date: optionalDate,
  valid_until: optionalDate,
  version: count,
  order: z.nullable(z.object({ id: text, number: text })),
  enquiry: z.nullable(z.object({ id: text, number: text, status: text })),
  /** The studio's settings that the sums depend on. */
  studio: z.object({
    state_code: optionalText,
    /** '' for none. */
    gstin: text,
    is_registered: z.boolean(),
    round_off: z.boolean(),
  }),
  customer: z.object({
    id: text,
    number: text,
    /** Name, mobile and e-mail are null once erased. */
    name: optionalText,
    mobile: optionalText,
    email: optionalText,
  }),
  /** Null where there is nothing to choose. */
  addresses: z.nullable(addressChoice),
  billing_profile: z.nullable(billingProfile),
  /** All of the customer. */
  billing_profiles: z.array(billingProfile),
  place_of_supply: optionalText,
  place_reason: z.enum(['customer', 'studio', 'set']),
  zero_rated: z.nullable(zeroRated),
  discount_percent: optionalCount,
  discount_amount: optionalCount,
  notes: optionalText,
  /** Of a credit note or refund. */
  reason: optionalText,
  lines: z.array(documentLine),
  sums: frozenSums,
  missing: z.array(missingField),
  /** First day of the rental; null without dates. */
  first_day: optionalDate,
  /** Of an issued document: its rental as it was then. */
  frozen: z.nullable(z.pick(frozenDocument, { order: true, enquiry: true })),
  /** Of a quote without an order: what is short now. */
  short: z.array(shortQuoteLine),
  /** Its order or enquiry has changed since its lines were read. */
  source_changed: z.boolean(),
  /** Of a credit note: its invoice. */
  corrects: z.nullable(z.object({ id: text, number: text })),
  corrected_by: z.array(correction),
  /** Rupees that credit notes have credited so far. */
  credited: count,
  /** Newest first. */
  answers: z.array(documentAnswer),
  links: z.array(documentLink),
  issued_at: optionalText,
  issued_by_name: optionalText,
});
export type DocumentRecord = z.output<typeof documentRecord>;

/** A document in a list. */
export const documentRow = z.object({
  id: text,
  kind: documentKind,
  state,
  number: optionalText,
  revision: count,
  date: optionalDate,
  valid_until: optionalDate,
  /** Rupees. */
  total: count,
  answer: z.nullable(answer),
  /** ISO 8601. */
  updated_at: text,
});
export type DocumentRow = z.output<typeof documentRow>;

/** A document in the list of all, with the records it belongs to. */
export const listedDocument = z.object({
  ...documentRow.shape,
  customer: z.object({ number: text, name: optionalText }),
  /** Number of its order. */
  order: optionalText,
  /** Number of its enquiry. */
  enquiry: optionalText,
});
export type ListedDocument = z.output<typeof listedDocument>;

/** The fields of a draft that staff change. */
export interface DocumentDraft {
  billing_profile: string | null;
  /** Two digits of GST; null for the state that the rules give. */
  place_of_supply: string | null;
  valid_until: StudioDate | null;
  discount_percent: number | null;
  discount_amount: number | null;
  notes: string;
  lines: DocumentDraftLine[];
}
