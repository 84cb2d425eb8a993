/** What every list of the back office has in its address. */
export interface ListSearch {
  /** What the list is searched for. */
  q?: string;
  /** A key of the list, with '-' before it descending; left out for newest first. */
  sort?: string;
  /** From 1; left out on the first page. */
  page?: number;
}

/** The longest text that a list is searched for. */
export const LONGEST_SEARCH = 80;

/** The order of every list unless the address names another: newest first. */
export const DEFAULT_SORT = '-created';

const LONGEST_VALUE = 80;

/** A text of a query string; '' for what is none, blank or too long. */
export function addressText(value: unknown): string {
  const usable = typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_VALUE;
  return usable ? value : '';
}

/**
 * Reads search, sort and page of a list from a query string. What is no value is left out, so that
 * no address leads to an error.
 * @param sorts keys that the list can be sorted by
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

/** why: half of a character outside the basic plane cannot be encoded. */
const cut = (text: string) => text.slice(0, LONGEST_SEARCH).replace(/[\uD800-\uDBFF]$/u, '');
