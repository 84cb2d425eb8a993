import { PLAIN_LISTING, type KindDescriptor } from './kind.ts';

/** Clothes: by category, filtered by size and gender. */
export const cloth = {
  ...PLAIN_LISTING,
  name: 'cloth',
  kind: 'cloth',
  table: 'clothes',
  codeColumn: 'cloth_id',
  source: { function: 'search_catalogue', kind: 'cloth' },
  listPath: '/rent-clothes',
  itemPath: '/clothes/$slug',
  title: 'Rent Clothes',
  introduction: 'Ethnic, western, formal and costume wear for the camera, with shoes and hats.',
  searchLabel: 'Search clothes',
  sidebar: { facet: 'category', heading: 'Categories', all: 'All Clothes', fixed: [] },
  filters: [
    { key: 'size', label: 'Size' },
    { key: 'gender', label: 'Gender' },
  ],
  empty: { found: 'No clothes found', available: 'No clothes available' },
  backLabel: 'Back to Clothes',
  notFound: {
    title: 'Clothing Item Not Found',
    link: 'Browse All Clothes',
    path: '/rent-clothes',
  },
} as const satisfies KindDescriptor;
