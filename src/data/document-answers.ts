import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import {
  DOCUMENT_KINDS,
  DOCUMENT_STATES,
  type BillingProfile,
  type Correction,
  type DocumentAnswer,
  type DocumentLine,
  type DocumentLink,
  type DocumentRecord,
  type DocumentRow,
  type DocumentItem,
  type ListedDocument,
  type MissingField,
  type TaxClass,
  type TaxClasses,
} from '#domain/documents/document-record.ts';
import type { DocumentSums } from '#domain/documents/frozen-document.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { DocumentPart, MadeDocumentLink } from './documents.ts';

const text = z.string();
const optionalText = z.nullable(text);
const count = z.number();
const optionalCount = z.nullable(count);

const kind = z.enum(DOCUMENT_KINDS);
const state = z.enum(DOCUMENT_STATES);
const place = z.enum(['recipient', 'premises']);
const answer = z.enum(['accepted', 'declined', 'change']);

const lineItem: Schema<DocumentItem> = z.object({
  code: text,
  name: text,
  picture: optionalText,
} satisfies Fields<DocumentItem>);

const line: Schema<DocumentLine> = z.object({
  position: count,
  kind: z.enum(['item', 'text', 'charge', 'heading']),
  item_id: optionalText,
  item_type: z.nullable(z.enum(ITEM_KINDS)),
  item: z.nullable(lineItem),
  order_item_id: optionalText,
  text,
  sac: optionalText,
  rate: optionalCount,
  place: z.nullable(place),
  quantity: optionalCount,
  days: optionalCount,
  unit_price: optionalCount,
  discount_percent: optionalCount,
  discount_amount: optionalCount,
  gross: count,
  discount: count,
  shared_discount: count,
  taxable: count,
  cgst: count,
  sgst: count,
  igst: count,
} satisfies Fields<DocumentLine>);

const sums: Schema<DocumentSums> = z.object({
  gross: count,
  discount: count,
  taxable: count,
  cgst: count,
  sgst: count,
  igst: count,
  round_off: count,
  total: count,
} satisfies Fields<DocumentSums>);

const billingProfile: Schema<BillingProfile> = z.object({
  id: text,
  label: text,
  legal_name: text,
  gstin: optionalText,
  address: text,
  state_code: optionalText,
} satisfies Fields<BillingProfile>);

const documentAnswer: Schema<DocumentAnswer> = z.object({
  answer,
  name: optionalText,
  note: optionalText,
  changes: z.array(z.object({ position: count, text })),
  created_at: text,
} satisfies Fields<DocumentAnswer>);

const documentLink: Schema<DocumentLink> = z.object({
  id: text,
  created_at: text,
  expires_at: text,
  revoked_at: optionalText,
  last_opened: optionalText,
} satisfies Fields<DocumentLink>);

const missing: Schema<MissingField> = z.object({
  field: text,
  index: z.optional(count),
  text,
} satisfies Fields<MissingField>);

const correction: Schema<Correction> = z.object({
  id: text,
  number: text,
  total: count,
} satisfies Fields<Correction>);

const record: Schema<DocumentRecord> = z.object({
  id: text,
  kind,
  state,
  number: optionalText,
  next_number: optionalText,
  revision: count,
  date: optionalText,
  valid_until: optionalText,
  version: count,
  order: z.nullable(z.object({ id: text, number: text })),
  enquiry: z.nullable(z.object({ id: text, number: text, status: text })),
  studio: z.object({ state_code: optionalText, round_off: z.boolean() }),
  customer: z.object({
    id: text,
    number: text,
    name: optionalText,
    mobile: optionalText,
    email: optionalText,
  }),
  billing_profile: z.nullable(billingProfile),
  billing_profiles: z.array(billingProfile),
  place_of_supply: optionalText,
  place_reason: z.enum(['customer', 'studio', 'set']),
  discount_percent: optionalCount,
  discount_amount: optionalCount,
  notes: optionalText,
  reason: optionalText,
  lines: z.array(line),
  sums,
  missing: z.array(missing),
  source_changed: z.boolean(),
  corrects: z.nullable(z.object({ id: text, number: text })),
  corrected_by: z.array(correction),
  credited: count,
  answers: z.array(documentAnswer),
  links: z.array(documentLink),
  issued_at: optionalText,
  issued_by_name: optionalText,
} satisfies Fields<DocumentRecord>);

const rowFields = {
  id: text,
  kind,
  state,
  number: optionalText,
  revision: count,
  date: optionalText,
  valid_until: optionalText,
  total: count,
  answer: z.nullable(answer),
  updated_at: text,
} satisfies Fields<DocumentRow>;

const listed: Schema<ListedDocument> = z.object({
  ...rowFields,
  customer: z.object({ number: text, name: optionalText }),
  order: optionalText,
  enquiry: optionalText,
} satisfies Fields<ListedDocument>);

const part: Schema<DocumentPart> = z.object({
  rows: z.array(listed),
  next: optionalText,
} satisfies Fields<DocumentPart>);

const taxClass: Schema<TaxClass> = z.object({
  id: text,
  label: text,
  sac: text,
  rate: count,
  place,
} satisfies Fields<TaxClass>);

const taxClasses: Schema<TaxClasses> = z.object({
  classes: z.array(taxClass),
  kinds: z.object({
    prop: optionalText,
    cloth: optionalText,
    backdrop: optionalText,
    gear: optionalText,
    set: optionalText,
    crew: optionalText,
    other: optionalText,
  } satisfies Fields<TaxClasses['kinds']>),
} satisfies Fields<TaxClasses>);

const madeLink: Schema<MadeDocumentLink> = z.object({
  id: text,
  secret: text,
  expires_at: text,
} satisfies Fields<MadeDocumentLink>);

/** Answers of the database functions of quotes, invoices and credit notes. */
export const DOCUMENT_ANSWERS = {
  make_document: record,
  document: record,
  documents_of: z.array<Schema<DocumentRow>>(z.object(rowFields)),
  search_documents: part,
  change_document: record,
  discard_document: z.object({ id: text }),
  issue_document: record,
  revise_quote: record,
  make_credit_note: record,
  take_source_lines: record,
  save_billing_profile: billingProfile,
  tax_classes: taxClasses,
  change_tax_class: taxClasses,
  set_kind_tax: taxClasses,
  make_document_link: madeLink,
  order_from_quote: z.object({ order_number: text }),
} satisfies Answers;

/** Details of a refusal because the document is no longer as the caller read it. */
export const conflictReason = z.object({
  reason: z.enum(['changed', 'issued', 'revised', 'not_free', 'busy', 'incomplete', 'has_order']),
});
