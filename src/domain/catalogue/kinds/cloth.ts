import * as z from 'zod/mini';
import { PLAIN_LISTING, factsOf, type KindDescriptor } from '../kind.ts';

const lookup = z.nullable(z.object({ name: z.string() }));
const row = z.object({
  cloth_brands: lookup,
  cloth_categories: lookup,
  clothes_size_manager: z.nullable(z.object({ size_value: z.string() })),
  gender_options: z.nullable(z.object({ label: z.string() })),
  colors: lookup,
});

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
  details: {
    columns:
      'cloth_brands(name), cloth_categories(name), clothes_size_manager(size_value), gender_options(label), colors(name)',
    read: (raw) => {
      const { cloth_brands, cloth_categories, clothes_size_manager, gender_options, colors } =
        row.parse(raw);
      return {
        title: 'Rent Clothes',
        // why: the spec hides the generic brand of props and gear on their pages, not of clothes.
        badge: cloth_brands?.name ?? null,
        facts: factsOf({
          Category: cloth_categories?.name,
          Size: clothes_size_manager?.size_value,
          Gender: gender_options?.label,
          Colour: colors?.name,
        }),
      };
    },
  },
} as const satisfies KindDescriptor;
