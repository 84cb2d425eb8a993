import { PLAIN_LISTING, type KindDescriptor } from './kind.ts';

/** Sets and packages, which are the two categories. */
export const set = {
  ...PLAIN_LISTING,
  name: 'set',
  kind: 'set',
  table: 'sets',
  codeColumn: 'set_id',
  source: { function: 'search_catalogue', kind: 'set' },
  listPath: '/rent-sets-packages',
  itemPath: '/rent-sets-packages/$slug',
  title: 'Rent Sets & Packages',
  introduction:
    'Standing sets in the studio, and packages that bring set, light and crew together.',
  searchLabel: 'Search sets and packages',
  sidebar: {
    facet: 'category',
    heading: 'Categories',
    all: 'All Categories',
    fixed: [
      { value: 'package', label: 'Packages' },
      { value: 'set', label: 'Sets' },
    ],
  },
  filters: [],
  empty: { found: 'No sets or packages found', available: 'No sets or packages available' },
  backLabel: 'Back to Sets & Packages',
  notFound: {
    title: 'Set or Package Not Found',
    link: 'Browse All Sets & Packages',
    path: '/rent-sets-packages',
  },
} as const satisfies KindDescriptor;
