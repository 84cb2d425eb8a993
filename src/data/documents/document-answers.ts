import * as z from 'zod/mini';
import { optionalText, text } from '#domain/shape.ts';
import { taxClasses } from '#domain/documents/tax-classes.ts';
import {
  billingProfile,
  documentRecord,
  documentRow,
  listedDocument,
  missingField,
} from '#domain/documents/document-record.ts';
import { frozenDocument } from '#domain/documents/frozen-document.ts';
import type { Answers } from '../core/answer-call.ts';

/** A part of the list of documents. */
const documentPart = z.object({
  rows: z.array(listedDocument),
  /** Cursor of the next page; null on the last. */
  next: optionalText,
});
export type DocumentPart = z.output<typeof documentPart>;

/** A new link to a document. */
const madeDocumentLink = z.object({
  id: text,
  secret: text,
  /** ISO 8601. */
  expires_at: text,
});
export type MadeDocumentLink = z.output<typeof madeDocumentLink>;

/** Answers of the database functions of quotes, invoices and credit notes. */
export const DOCUMENT_ANSWERS = {
  make_document: documentRecord,
  document: documentRecord,
  printed_document: frozenDocument,
  documents_of: z.array(documentRow),
  search_documents: documentPart,
  change_document: documentRecord,
  discard_document: z.object({ id: text }),
  issue_document: documentRecord,
  revise_quote: documentRecord,
  make_credit_note: documentRecord,
  take_source_lines: documentRecord,
  save_billing_profile: billingProfile,
  tax_classes: taxClasses,
  change_tax_class: taxClasses,
  set_kind_tax: taxClasses,
  make_document_link: madeDocumentLink,
  order_from_quote: z.object({ order_number: text }),
} satisfies Answers;

/** Details of a refusal to issue a document. */
export const incomplete = z.object({ missing: z.array(missingField) });

/** Details of a refusal because the document is no longer as the caller read it. */
export const conflictReason = z.object({
  reason: z.enum(['changed', 'issued', 'revised', 'not_free', 'busy', 'incomplete', 'has_order']),
});
