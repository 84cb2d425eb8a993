import { parseRentalSearch, type RentalSearch } from '#domain/availability/rental-search.ts';
import { FILTER_KEYS, type FilterKey, type Listing, type Sort } from './kinds/kind.ts';

/** Label of each sort order. */
export const SORT_LABELS: Record<Sort, string> = {
  best: 'Best match first',
  newest: 'Newest first',
  price_asc: 'Price: low to high',
  price_desc: 'Price: high to low',
  name: 'Name: A to Z',
};

/** Longest search text, the database's limit (docs/product/search.md). */
export const LONGEST_QUERY = 80;

/** Whether a search text is an item code: 'PRP-00012'. */
export const isItemCode = (q: string | undefined): boolean => /^\s*[a-z]{3}-\d+\s*$/i.test(q ?? '');

const LONGEST_VALUE = 80;
const MOST_VALUES = 40;

const CURSOR = /^[\w-]{1,1000}={0,2}$/;

type Filters = { [Key in FilterKey]?: string[] | undefined };

/** The search in a catalogue's address; unset keys are absent. */
export type CatalogueSearch = Filters &
  RentalSearch & {
    q?: string | undefined;
    category?: string | undefined;
    /** Absent for the listing's default. */
    sort?: Sort | undefined;
    /** Cursor of a page, for pagination without JavaScript. */
    after?: string | undefined;
  };

/** why: PostgreSQL text cannot hold NUL or lone surrogates; an address can. */
const readable = (value: string) => value.replaceAll(/\p{Cc}/gu, ' ').toWellFormed();

function readText(raw: unknown, longest: number): string | undefined {
  if (typeof raw !== 'string') return undefined;
  return readable(raw).trimStart().slice(0, longest) || undefined;
}

function readValues(raw: unknown): string[] | undefined {
  const isFine = (one: unknown): one is string =>
    typeof one === 'string' && one !== '' && one.length <= LONGEST_VALUE && readable(one) === one;
  const fine = [...new Set(Array.isArray(raw) ? raw : [raw])].filter(isFine);
  return fine.length > 0 ? fine.slice(0, MOST_VALUES) : undefined;
}

/**
 * Parses the search params of a catalogue. Unknown and malformed values are dropped and texts cut, so
 * that a mistyped or outdated link still shows the catalogue.
 */
export function parseCatalogueSearch(
  listing: Pick<Listing, 'filters' | 'sorts'>,
  raw: Record<string, unknown>,
): CatalogueSearch {
  const { after } = raw;
  const search: CatalogueSearch = {
    q: readText(raw['q'], LONGEST_QUERY),
    category: readText(raw['category'], LONGEST_VALUE),
    sort: listing.sorts.slice(1).find((one) => one === raw['sort']),
    after: typeof after === 'string' && CURSOR.test(after) ? after : undefined,
  };
  for (const { key } of listing.filters) search[key] = readValues(raw[key]);
  Object.assign(search, parseRentalSearch(raw));
  for (const key of Object.keys(search) as (keyof CatalogueSearch)[]) {
    if (search[key] === undefined) delete search[key];
  }
  return search;
}

/** The selected filter values by key, as passed to `search_catalogue`; empty keys are omitted. */
export function activeFilterValues(search: CatalogueSearch): Partial<Record<FilterKey, string[]>> {
  const active: Partial<Record<FilterKey, string[]>> = {};
  for (const key of FILTER_KEYS) if (search[key]?.length) active[key] = search[key];
  return active;
}

/** Whether a search, category or filter is active, 'only free' included; selects the text of the empty state. */
export function isNarrowed(search: CatalogueSearch): boolean {
  return Boolean(
    search.q ||
    search.category ||
    search.free ||
    Object.keys(activeFilterValues(search)).length > 0,
  );
}
