import * as z from 'zod/mini';
import { PLAIN_LISTING, factsOf, hideGeneric, type KindDescriptor } from '../kind.ts';

const lookup = z.nullable(z.object({ name: z.string() }));
const row = z.object({ gear_brands: lookup, gear_category_manager: lookup });

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
  details: {
    columns: 'gear_brands(name), gear_category_manager(name)',
    read: (raw) => {
      const { gear_brands, gear_category_manager } = row.parse(raw);
      const brand = hideGeneric(gear_brands?.name);
      return {
        title: 'Rent Gear',
        badge: brand,
        facts: factsOf({ Category: gear_category_manager?.name, Brand: brand }),
      };
    },
  },
} as const satisfies KindDescriptor;
