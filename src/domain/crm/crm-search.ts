/** What the CRM's address says: the tab, the page of its list, and the open record. */
export interface CrmSearch {
  tab: CrmTab;
  /** What the list is searched for. */
  q?: string;
  /** From 1; left out on the first page. */
  page?: number;
  /** Number of the enquiry that is open, `ENQ-00042`. */
  enquiry?: string;
}

/** The CRM's tabs. */
export type CrmTab = 'enquiries';

/** The longest text that a list is searched for. */
export const LONGEST_SEARCH = 80;

const LONGEST_NUMBER = 40;

/**
 * Reads the CRM's query string. Whatever is no tab, page or number falls back to the list's start,
 * so that no address leads to an error.
 */
export function readCrmSearch(raw: Record<string, unknown>): CrmSearch {
  const search: CrmSearch = { tab: 'enquiries' };
  const q = raw['q'];
  if (typeof q === 'string' && q.trim() !== '') search.q = q.slice(0, LONGEST_SEARCH);
  const page = Number(raw['page']);
  if (Number.isInteger(page) && page > 1 && page <= 1_000_000) search.page = page;
  const enquiry = raw['enquiry'];
  if (typeof enquiry === 'string' && enquiry !== '' && enquiry.length <= LONGEST_NUMBER) {
    search.enquiry = enquiry;
  }
  return search;
}
