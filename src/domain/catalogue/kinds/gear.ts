import { PLAIN_LISTING, type KindDescriptor } from './kind.ts';

/** Gear: by category, filtered by brand. */
export const gear = {
  ...PLAIN_LISTING,
  name: 'gear',
  kind: 'gear',
  table: 'gear',
  codeColumn: 'gear_id',
  source: { function: 'search_catalogue', kind: 'gear' },
  listPath: '/rent-gear',
  itemPath: '/gear/$slug',
  title: 'Rent Gear',
  introduction: 'Cameras, lenses, lights, grip and sound, checked before every hire.',
  searchLabel: 'Search gear',
  sidebar: { facet: 'category', heading: 'Categories', all: 'All Gear', fixed: [] },
  filters: [{ key: 'brand', label: 'Brand' }],
  empty: { found: 'No gear found', available: 'No gear available' },
  backLabel: 'Back to Gear',
  notFound: { title: 'Gear Not Found', link: 'Browse All Gear', path: '/rent-gear' },
} as const satisfies KindDescriptor;
