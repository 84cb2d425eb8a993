import { PLAIN_LISTING, type Listing } from './kinds/kind.ts';

/** The search over all kinds, as one listing with the kinds as categories. */
export const everything = {
  ...PLAIN_LISTING,
  name: 'everything',
  source: { function: 'search_by_words' },
  listPath: '/search',
  title: 'Search',
  introduction: 'Props, clothes, backdrops, gear, sets, packages and crew, all in one list.',
  searchLabel: 'Search everything',
  sidebar: { facet: 'kind', heading: 'Kinds', all: 'Everything', fixed: [] },
  filters: [],
  sorts: ['best', 'newest', 'price_asc', 'price_desc', 'name'],
  empty: { found: 'Nothing found', available: 'Nothing available' },
} as const satisfies Listing;
