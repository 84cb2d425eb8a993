import { FILTER_KEYS, type FilterKey, type Listing, type Sort } from './kinds/kind.ts';

/** The words of each order. */
export const SORT_LABELS: Record<Sort, string> = {
  best: 'Best match first',
  newest: 'Newest first',
  price_asc: 'Price: low to high',
  price_desc: 'Price: high to low',
  name: 'Name: A to Z',
};

/** Longest search text that the database compares (design §4). */
export const LONGEST_QUERY = 80;

/** Whether a search is an item's code as it is printed: 'PRP-00012'. */
export const isItemCode = (q: string | undefined): boolean => /^\s*[a-z]{3}-\d+\s*$/i.test(q ?? '');

const LONGEST_VALUE = 80;
const MOST_VALUES = 40;

const CURSOR = /^[\w-]{1,1000}={0,2}$/;

type Filters = { [Key in FilterKey]?: string[] | undefined };

/** What a catalogue's address says; every key is absent when it says nothing. */
export type CatalogueSearch = Filters & {
  q?: string | undefined;
  category?: string | undefined;
  /** Absent for the listing's first. */
  sort?: Sort | undefined;
  /** The page before's `next`: where the list begins for those who page without JavaScript. */
  after?: string | undefined;
};

/** why: PostgreSQL's text holds no NUL and no half of a surrogate pair; an address may hold both. */
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
 * Reads a catalogue's address. Nothing in it is an error: what is unknown, too long or malformed is
 * left out, so that a mistyped or old link still shows the catalogue.
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
  for (const key of Object.keys(search) as (keyof CatalogueSearch)[]) {
    if (search[key] === undefined) delete search[key];
  }
  return search;
}

/** The chosen filter values by key, as `search_catalogue` takes them; keys without a choice are left out. */
export function activeFilterValues(search: CatalogueSearch): Partial<Record<FilterKey, string[]>> {
  const chosen: Partial<Record<FilterKey, string[]>> = {};
  for (const key of FILTER_KEYS) if (search[key]?.length) chosen[key] = search[key];
  return chosen;
}

/** Whether the visitor asked for less than everything: decides which empty text stands (spec §8). */
export function isNarrowed(search: CatalogueSearch): boolean {
  return Boolean(search.q || search.category || Object.keys(activeFilterValues(search)).length > 0);
}
