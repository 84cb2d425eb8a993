/** State of every back-office list in the address. */
export interface ListSearch {
  /** Search text. */
  q?: string;
  /** Sort key, descending with a '-' prefix; omitted for newest first. */
  sort?: string;
  /** From 1; omitted on the first page. */
  page?: number;
}

/** Longest search text. */
export const LONGEST_SEARCH = 80;

/** Default order of every list: newest first. */
export const DEFAULT_SORT = '-created';

const LONGEST_VALUE = 80;

/** A text of a query string; '' if it is missing, blank or too long. */
export function addressText(value: unknown): string {
  const usable = typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_VALUE;
  return usable ? value : '';
}

/**
 * Parses search, sort and page of a list from a query string. Invalid values are dropped, so that no
 * address causes an error.
 * @param sorts the sort keys of the list
 */
export function readListSearch(raw: Record<string, unknown>, sorts: readonly string[]): ListSearch {
  const search: ListSearch = {};
  const q = raw['q'];
  if (typeof q === 'string' && q.trim() !== '') search.q = cut(q);
  const sort = addressText(raw['sort']);
  if (sorts.includes(sort.replace(/^-/, '')) && sort !== DEFAULT_SORT) search.sort = sort;
  const page = Number(raw['page']);
  if (Number.isInteger(page) && page > 1 && page <= 1_000_000) search.page = page;
  return search;
}

/** why: a lone surrogate cannot be encoded in an address. */
const cut = (text: string) => text.slice(0, LONGEST_SEARCH).replace(/[\uD800-\uDBFF]$/u, '');
