import { isStudioDate, type StudioDate } from '../days.ts';
import { addressText, readListSearch } from '../list-search.ts';
import { DOCUMENT_KINDS, type DocumentKind } from './document-kinds.ts';
import { DOCUMENT_STATES, type DocumentState } from './document-record.ts';

/** State of the list of documents in the address. */
export interface DocumentSearch {
  /** Search text: a number, a customer. */
  q?: string;
  kind?: DocumentKind;
  state?: DocumentState;
  /** First and last date of the documents. */
  from?: StudioDate;
  to?: StudioDate;
}

/** Parses the query string. Unknown keys and invalid values are dropped. */
export function readDocumentSearch(raw: Record<string, unknown>): DocumentSearch {
  const search: DocumentSearch = {};
  const { q } = readListSearch(raw, []);
  if (q !== undefined) search.q = q;
  const kind = DOCUMENT_KINDS.find((one) => one === raw['kind']);
  if (kind) search.kind = kind;
  const state = DOCUMENT_STATES.find((one) => one === raw['state']);
  if (state) search.state = state;
  const from = addressText(raw['from']);
  if (isStudioDate(from)) search.from = from;
  const to = addressText(raw['to']);
  if (isStudioDate(to)) search.to = to;
  return search;
}
