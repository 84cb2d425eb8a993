import { gearInventory } from '#domain/inventory/kinds/gear.ts';
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

/** The gear manager. */
export const gear: ManagerSlots = {
  kind: gearInventory,
  path: '/ops/gear-manager',
  columns: (place) => [
    imageColumn,
    codeColumn(place),
    nameColumn(place),
    lookupColumn('category', 'category', '14%'),
    lookupColumn('brand', 'brand'),
    priceColumn(),
    quantityColumn,
    ...lastColumns(place),
  ],
};
