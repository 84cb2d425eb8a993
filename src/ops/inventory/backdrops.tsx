import { backdropInventory } from '#domain/inventory/kinds/backdrop.ts';
import {
  codeColumn,
  imageColumn,
  lastColumns,
  lookupColumn,
  nameColumn,
  priceColumn,
  quantityColumn,
} from './item-columns.tsx';
import type { ManagerSlots } from './slots.ts';

const feet = (length: unknown) => String(Number(length));

/** The backdrops manager. */
export const backdrops: ManagerSlots = {
  kind: backdropInventory,
  path: '/ops/backdrops-manager',
  columns: (place) => [
    imageColumn,
    codeColumn(place),
    nameColumn(place),
    lookupColumn('color', 'colour'),
    {
      key: 'size',
      header: 'size',
      width: '12rem',
      cell: (item) =>
        `${item.names['size'] ?? '–'} · ${feet(item['length_feet'])}×${feet(item['width_feet'])} ft`,
    },
    lookupColumn('material', 'material'),
    quantityColumn,
    priceColumn('price', { decimals: true }),
    ...lastColumns(place, ''),
  ],
};
