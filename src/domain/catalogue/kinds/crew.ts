import { PLAIN_LISTING, type KindDescriptor } from './kind.ts';

/** Crew: by category, shown as the craft. */
export const crew = {
  ...PLAIN_LISTING,
  name: 'crew',
  kind: 'crew',
  table: 'crews',
  codeColumn: 'crew_id',
  source: { function: 'search_catalogue', kind: 'crew' },
  listPath: '/crew-rental',
  itemPath: '/crew/$slug',
  title: 'Hire Crew',
  namedByCategory: true,
  introduction: 'People who know the studio and its lights, hired by the day.',
  searchLabel: 'Search crew...',
  sidebar: { facet: 'category', heading: 'Categories', all: 'All Crew', fixed: [] },
  filters: [],
  empty: { found: 'No crew found', available: 'No crew available' },
  footer: { one: 'crew member', many: 'crew members', narrowed: 'matching your filters' },
  backLabel: 'Back to Crew',
  notFound: { title: 'Crew Not Found', link: 'Browse All Crew', path: '/hire-crew' },
} as const satisfies KindDescriptor;
