import * as z from 'zod/mini';
import { PLAIN_LISTING, factsOf, hideGeneric, type KindDescriptor } from '../kind.ts';

const lookup = z.nullable(z.object({ name: z.string() }));
const row = z.object({ prop_brands: lookup, prop_categories: lookup, colors: lookup });

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
  details: {
    columns: 'prop_brands(name), prop_categories(name), colors(name)',
    read: (raw) => {
      const { prop_brands, prop_categories, colors } = row.parse(raw);
      return {
        title: 'Rent Props',
        badge: hideGeneric(prop_brands?.name),
        facts: factsOf({ Category: prop_categories?.name, Colour: colors?.name }),
      };
    },
  },
} as const satisfies KindDescriptor;
