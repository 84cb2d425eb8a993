import * as z from 'zod/mini';
import { PLAIN_LISTING, factsOf, hideGeneric, namesOf, type KindDescriptor } from '../kind.ts';

const row = z.object({ names: namesOf('brand', 'category', 'colour') });

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
    read: (raw) => {
      const { names } = row.parse(raw);
      return {
        title: 'Rent Props',
        badge: hideGeneric(names.brand),
        facts: factsOf({ Category: names.category, Colour: names.colour }),
      };
    },
  },
} as const satisfies KindDescriptor;
