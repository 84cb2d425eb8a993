import { crewInventory } from '#domain/inventory/kinds/crew.ts';
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

/** The crew manager. */
export const crew: ManagerSlots = {
  kind: crewInventory,
  path: '/ops/crew-manager',
  columns: (place) => [
    imageColumn,
    codeColumn(place),
    nameColumn(place),
    lookupColumn('category', 'category', '18%'),
    priceColumn(),
    quantityColumn,
    ...lastColumns(place),
  ],
};
