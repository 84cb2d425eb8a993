import { PLAIN_LISTING, type KindDescriptor } from './kind.ts';

/** Backdrops: by size, filtered by material. */
export const backdrop = {
  ...PLAIN_LISTING,
  name: 'backdrop',
  kind: 'backdrop',
  table: 'backdrops',
  codeColumn: 'backdrop_id',
  source: { function: 'search_catalogue', kind: 'backdrop' },
  listPath: '/rent-backdrops',
  itemPath: '/backdrops/$slug',
  title: 'Rent Backdrops',
  introduction: 'Muslin, canvas, paper, velvet and printed grounds, from headshot to full set.',
  searchLabel: 'Search backdrops',
  sidebar: { facet: 'size', heading: 'Sizes', all: 'All Sizes', fixed: [] },
  filters: [{ key: 'material', label: 'Material' }],
  empty: { found: 'No backdrops found', available: 'No backdrops available' },
  backLabel: 'Back to Backdrops',
  notFound: {
    title: 'Backdrop Not Found',
    link: 'Browse All Backdrops',
    path: '/rent-backdrops',
  },
} as const satisfies KindDescriptor;
