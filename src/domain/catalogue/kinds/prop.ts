import { PLAIN_LISTING, type KindDescriptor } from './kind.ts';

/** Props: by category, filtered by colour. */
export const prop = {
  ...PLAIN_LISTING,
  name: 'prop',
  kind: 'prop',
  table: 'props',
  codeColumn: 'prop_id',
  source: { function: 'search_catalogue', kind: 'prop' },
  listPath: '/rent-props',
  itemPath: '/props/$slug',
  title: 'Rent Props',
  introduction: 'Furniture, lights, textiles and small things for the frame, rented by the day.',
  searchLabel: 'Search props',
  sidebar: { facet: 'category', heading: 'Categories', all: 'All Props', fixed: [] },
  filters: [{ key: 'colour', label: 'Colour' }],
  empty: { found: 'No props found', available: 'No props available' },
  backLabel: 'Back to Props',
  notFound: { title: 'Prop Not Found', link: 'Browse All Props', path: '/rent-props' },
} as const satisfies KindDescriptor;
