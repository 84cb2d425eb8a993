import { propInventory } from '#domain/inventory/kinds/prop.ts';
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

/** The props manager. */
export const props: ManagerSlots = {
  kind: propInventory,
  path: '/ops/props-manager',
  columns: (place) => [
    imageColumn,
    codeColumn(place),
    nameColumn(place),
    lookupColumn('brand', 'brand'),
    lookupColumn('color', 'colour', '6rem'),
    lookupColumn('category', 'category', '12%'),
    quantityColumn,
    priceColumn('price (₹)'),
    ...lastColumns(place),
  ],
};
