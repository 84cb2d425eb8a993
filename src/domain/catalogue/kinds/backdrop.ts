import * as z from 'zod/mini';
import { PLAIN_LISTING, factsOf, type KindDescriptor } from '../kind.ts';

const row = z.object({
  backdrop_materials: z.nullable(z.object({ name: z.string() })),
  backdrop_size_manager: z.nullable(z.object({ size_value: z.string() })),
  colors: z.nullable(z.object({ name: z.string() })),
  length_feet: z.number(),
  width_feet: z.number(),
});

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
    columns:
      'backdrop_materials(name), backdrop_size_manager(size_value), colors(name), length_feet, width_feet',
    read: (raw) => {
      const { backdrop_materials, backdrop_size_manager, colors, length_feet, width_feet } =
        row.parse(raw);
      return {
        title: 'Rent Backdrops',
        badge: backdrop_materials?.name ?? null,
        facts: factsOf({
          Material: backdrop_materials?.name,
          Size: backdrop_size_manager?.size_value,
          Measures: `${length_feet} ft long, ${width_feet} ft wide`,
          Colour: colors?.name,
        }),
      };
    },
  },
} as const satisfies KindDescriptor;
