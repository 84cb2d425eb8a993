import type { ItemKind } from '../catalogue/kinds/kind.ts';
import type { StudioDate } from '../dates.ts';
import type { DocumentKind, DocumentSums } from './frozen-document.ts';
import type { LineAmounts, SumLine, TaxPlace } from './sums.ts';

/** Kinds of documents, in the order of lists. */
export const DOCUMENT_KINDS = [
  'quote',
  'invoice',
  'credit_note',
  'receipt_voucher',
  'refund_voucher',
] as const satisfies readonly DocumentKind[];

/** States of a document. Only a draft can be changed; an issued quote is superseded by its next revision. */
export const DOCUMENT_STATES = ['draft', 'issued', 'superseded'] as const;

/** One of {@link DOCUMENT_STATES}. */
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** The item of a line, as it is now. */
export interface DocumentItem {
  code: string;
  name: string;
  /** URL of the first picture. */
  picture: string | null;
}

/** The editable fields of a line; amounts in rupees. */
export interface DocumentDraftLine extends SumLine {
  item_id: string | null;
  item_type: ItemKind | null;
  /** The line of the order that it was read from. */
  order_item_id: string | null;
  text: string;
  /** Service accounting code, 4 or 6 digits; null for a heading. */
  sac: string | null;
}

/** A line of a document with its amounts in rupees. */
export interface DocumentLine extends DocumentDraftLine, LineAmounts {
  /** From 1. */
  position: number;
  item: DocumentItem | null;
}

/** The name, address and GSTIN that a customer is billed under. */
export interface BillingProfile {
  id: string;
  /** Short name for lists; may be ''. */
  label: string;
  legal_name: string;
  gstin: string | null;
  address: string;
  /** Two digits of GST. */
  state_code: string | null;
}

/** A customer's answer to a quote. */
export interface DocumentAnswer {
  answer: 'accepted' | 'declined' | 'change';
  /** Typed name of the person who answered. */
  name: string | null;
  note: string | null;
  /** Wishes for single lines. */
  changes: { position: number; text: string }[];
  /** ISO 8601. */
  created_at: string;
}

/** A link to a document that was made to be sent. */
export interface DocumentLink {
  id: string;
  /** ISO 8601. */
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  /** Day on which somebody opened it last. */
  last_opened: string | null;
}

/** What has to be entered or decided before a document can be issued. */
export interface MissingField {
  /** The field to go to: `billing_profile`, `identity.gstin` of the settings. */
  field: string;
  /** Place of the line that it is about, from 0. */
  index?: number | undefined;
  text: string;
}

/** An issued credit note of an invoice. */
export interface Correction {
  id: string;
  number: string;
  /** Rupees. */
  total: number;
}

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

/** A document as staff read it. */
export interface DocumentRecord {
  id: string;
  kind: DocumentKind;
  state: DocumentState;
  /** Null until it is issued. */
  number: string | null;
  /** Of a draft: the number that it would get if it was issued now. */
  next_number: string | null;
  /** From 1, of a quote. */
  revision: number;
  date: StudioDate | null;
  valid_until: StudioDate | null;
  version: number;
  order: { id: string; number: string } | null;
  enquiry: { id: string; number: string; status: string } | null;
  /** The studio's settings that the sums depend on. */
  studio: { state_code: string | null; round_off: boolean };
  customer: {
    id: string;
    number: string;
    /** Name, mobile and e-mail are null once erased. */
    name: string | null;
    mobile: string | null;
    email: string | null;
  };
  billing_profile: BillingProfile | null;
  /** All of the customer. */
  billing_profiles: BillingProfile[];
  place_of_supply: string | null;
  place_reason: 'customer' | 'studio' | 'set';
  discount_percent: number | null;
  discount_amount: number | null;
  notes: string | null;
  /** Of a credit note or refund. */
  reason: string | null;
  lines: DocumentLine[];
  sums: DocumentSums;
  missing: MissingField[];
  /** Its order or enquiry has changed since its lines were read. */
  source_changed: boolean;
  /** Of a credit note: its invoice. */
  corrects: { id: string; number: string } | null;
  corrected_by: Correction[];
  /** Rupees that credit notes have credited so far. */
  credited: number;
  /** Newest first. */
  answers: DocumentAnswer[];
  links: DocumentLink[];
  issued_at: string | null;
  issued_by_name: string | null;
}

/** A document in a list. */
export interface DocumentRow {
  id: string;
  kind: DocumentKind;
  state: DocumentState;
  number: string | null;
  revision: number;
  date: StudioDate | null;
  valid_until: StudioDate | null;
  /** Rupees. */
  total: number;
  answer: DocumentAnswer['answer'] | null;
  /** ISO 8601. */
  updated_at: string;
}

/** A document in the list of all, with the records it belongs to. */
export interface ListedDocument extends DocumentRow {
  customer: { number: string; name: string | null };
  /** Number of its order. */
  order: string | null;
  /** Number of its enquiry. */
  enquiry: string | null;
}

/** A tax class that new lines may have. */
export interface TaxClass {
  id: string;
  label: string;
  sac: string;
  /** Percent. */
  rate: number;
  place: TaxPlace;
}

/** Line kinds with a tax class of their own; `other` is for texts and charges. */
export type TaxedKind = ItemKind | 'other';

/** The current tax classes, and the class of each kind. */
export interface TaxClasses {
  classes: TaxClass[];
  kinds: Record<TaxedKind, string | null>;
}
