import { setInventory } from '#domain/inventory/kinds/set.ts';
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

/** The sets and packages manager. */
export const sets: ManagerSlots = {
  kind: setInventory,
  path: '/ops/sets-manager',
  columns: (place) => [
    imageColumn,
    codeColumn(place),
    nameColumn(place),
    lookupColumn('category', 'category'),
    priceColumn(),
    quantityColumn,
    ...lastColumns(place),
  ],
};
