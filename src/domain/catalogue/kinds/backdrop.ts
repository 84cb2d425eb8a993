import { areaText } from '../../area.ts';
import { PLAIN_LISTING, factsOf, type KindDescriptor, type Named } from './kind.ts';

interface Row extends Named<'material' | 'size' | 'colour'> {
  length_feet: number;
  width_feet: number;
}

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
  details: {
    read: ({ names, length_feet, width_feet }: Row) => {
      const area = areaText(length_feet, width_feet);
      return {
        title: 'Rent Backdrops',
        badge: names.material,
        facts: factsOf({
          Material: names.material,
          Size: names.size,
          'Length × width': area === names.size ? null : area,
          Colour: names.colour,
        }),
      };
    },
  },
} as const satisfies KindDescriptor;
