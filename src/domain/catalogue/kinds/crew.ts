import { PLAIN_LISTING, factsOf, hideGeneric, type KindDescriptor, type Named } from './kind.ts';

interface Row extends Named<'category'> {
  seniority: string | null;
}

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
  details: {
    read: ({ names, seniority }: Row) => {
      const category = hideGeneric(names.category);
      return {
        title: 'Hire Crew',
        badge: category,
        facts: factsOf({ Craft: category, Seniority: seniority }),
      };
    },
  },
} as const satisfies KindDescriptor;
