import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DraftedKind } from '#domain/documents/document-kinds.ts';
import type {
  BillingProfile,
  DocumentDraft,
  DocumentRecord,
  MissingField,
} from '#domain/documents/document-record.ts';
import type { DocumentSearch } from '#domain/documents/document-search.ts';
import type { Backend } from '../core/backend.ts';
import {
  conflictReason,
  DOCUMENT_ANSWERS,
  incomplete,
  type MadeDocumentLink,
} from './document-answers.ts';
import { failureDetails } from '../core/failure-details.ts';
import { Failure, NO_ANSWER } from '../core/failure.ts';
import { listOptions, retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { refreshOrSignOut, type StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';

/** The record that documents belong to, by id. */
export type DocumentSource = { order: string } | { enquiry: string };

/** A version of a document, as it was on the screen. */
export interface DocumentVersion {
  id: string;
  version: number;
}

const ROWS_OF_PART = 50;

/** Documents by search and filters, newest first, in pages. */
export function documentsQuery(api: StaffApi, { q, ...filters }: DocumentSearch) {
  const args = { ...filters, ...(q && { query: q }), most: ROWS_OF_PART };
  return infiniteQueryOptions({
    queryKey: staffKeys.documentList(args),
    ...listOptions,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      callFunction(
        api,
        DOCUMENT_ANSWERS,
        'search_documents',
        { ...args, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}

/** The documents of an order or enquiry, newest first. */
export function documentsOfQuery(api: StaffApi, source: DocumentSource) {
  return queryOptions({
    queryKey: staffKeys.documentsOf(source),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, DOCUMENT_ANSWERS, 'documents_of', source, signal),
  });
}

/** One document; a {@link Failure} 404 when there is none. */
export function documentQuery(api: StaffApi, id: string) {
  return queryOptions({
    queryKey: staffKeys.document(id),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, DOCUMENT_ANSWERS, 'document', { id }, signal),
  });
}

/** A document as its customer sees it: as issued, or a draft as it would be issued now. */
export function printedDocumentQuery(api: StaffApi, { id, version }: DocumentVersion) {
  return queryOptions({
    queryKey: staffKeys.printedDocument(id, version),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, DOCUMENT_ANSWERS, 'printed_document', { id }, signal),
  });
}

/** The current tax classes, and the class of each kind. */
export function taxClassesQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.taxClasses,
    staleTime: 60_000,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, DOCUMENT_ANSWERS, 'tax_classes', {}, signal),
  });
}

/**
 * Makes a draft with the lines of an order or enquiry.
 * @param key of this attempt: a repeat with it makes no second draft
 * @throws {Failure}
 */
export const makeDocument = async (
  api: StaffApi,
  call: { kind: DraftedKind; key: string } & DocumentSource,
): Promise<DocumentRecord> => callFunction(api, DOCUMENT_ANSWERS, 'make_document', call);

/**
 * Saves a draft.
 * @throws {Failure} 409 with {@link documentConflict}, 422 with `invalidField` and `invalidIndex`
 */
export const changeDocument = async (
  api: StaffApi,
  call: DocumentVersion & { draft: DocumentDraft; key: string },
): Promise<DocumentRecord> => callFunction(api, DOCUMENT_ANSWERS, 'change_document', call);

/** Reads the lines and the discount of a draft again from its order or enquiry. @throws {Failure} */
export const takeSourceLines = async (
  api: StaffApi,
  call: DocumentVersion & { key: string },
): Promise<DocumentRecord> => callFunction(api, DOCUMENT_ANSWERS, 'take_source_lines', call);

/** Removes a draft. @throws {Failure} */
export async function discardDocument(api: StaffApi, call: DocumentVersion): Promise<void> {
  await callFunction(api, DOCUMENT_ANSWERS, 'discard_document', call);
}

/**
 * Issues a draft: gives it number and date, and freezes it.
 * @throws {Failure} 409 with {@link documentConflict}
 */
export const issueDocument = async (
  api: StaffApi,
  call: DocumentVersion & { key: string },
): Promise<DocumentRecord> => callFunction(api, DOCUMENT_ANSWERS, 'issue_document', call);

/** Makes a draft of the next revision of an issued quote. @throws {Failure} */
export const reviseQuote = async (
  api: StaffApi,
  call: { id: string; key: string },
): Promise<DocumentRecord> => callFunction(api, DOCUMENT_ANSWERS, 'revise_quote', call);

/** The part of an invoice's line that is credited: its taxable value in rupees. */
export interface CreditedLine {
  position: number;
  taxable: number;
}

/** A credit note to make. */
export interface NewCreditNote {
  /** Id of the invoice. */
  invoice: string;
  /** Null: all that is not credited yet. */
  lines: readonly CreditedLine[] | null;
  reason: string;
  key: string;
}

/** Makes the draft of a credit note. @throws {Failure} 422 with the line that credits too much */
export const makeCreditNote = async (api: StaffApi, call: NewCreditNote): Promise<DocumentRecord> =>
  callFunction(api, DOCUMENT_ANSWERS, 'make_credit_note', call);

/**
 * Makes an order from a quote of an enquiry.
 * @returns its number
 * @throws {Failure} 409 with `refusedItems` where something is not free
 */
export const orderFromQuote = async (
  api: StaffApi,
  call: { document: string; key: string },
): Promise<string> =>
  (await callFunction(api, DOCUMENT_ANSWERS, 'order_from_quote', call)).order_number;

/** A billing profile to save; without an id a new one. */
export type BillingProfileDraft = Omit<BillingProfile, 'id'> & { id: string | null };

/** Saves a billing profile of a customer. @throws {Failure} 422 with `invalidField` */
export const saveBillingProfile = async (
  api: StaffApi,
  call: { customer: string; profile: BillingProfileDraft; key: string },
): Promise<BillingProfile> => callFunction(api, DOCUMENT_ANSWERS, 'save_billing_profile', call);

/**
 * Makes a link to a document.
 * @param call `preview`: it opens drafts too, ends after an hour and cannot answer
 * @throws {Failure}
 */
export const makeDocumentLink = async (
  api: StaffApi,
  call: { document: string; preview: boolean; key: string },
): Promise<MadeDocumentLink> => callFunction(api, DOCUMENT_ANSWERS, 'make_document_link', call);

/** Why a document is no longer as the caller read it; null for another error. */
export function documentConflict(error: unknown) {
  return failureDetails(error, 'PT409', conflictReason)?.reason ?? null;
}

/** Things that a document lacks for being issued, by its refusal; empty for another error. */
export const missingFields = (error: unknown): readonly MissingField[] =>
  failureDetails(error, 'PT409', incomplete)?.missing ?? [];

/** The PDF of a document. @throws {Failure} */
export async function readDocumentPdf(
  api: StaffApi,
  { origin }: Backend,
  id: string,
): Promise<Blob> {
  const read = (token: string) =>
    fetch(`${origin}/documents/${id}.pdf`, { headers: { authorization: `Bearer ${token}` } });
  try {
    const { data } = await api.auth.getSession();
    let answer = await read(data.session?.access_token ?? '');
    if (answer.status === 401) answer = await read((await refreshOrSignOut(api)) ?? '');
    const isPdf = answer.headers.get('content-type')?.startsWith('application/pdf') === true;
    if (!answer.ok || !isPdf) throw new Failure(NO_ANSWER, { status: answer.status });
    return await answer.blob();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(NO_ANSWER, { status: 0 });
  }
}
