import { clothInventory } from '#domain/inventory/kinds/cloth.ts';
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

/** The clothes manager. */
export const clothes: ManagerSlots = {
  kind: clothInventory,
  path: '/ops/clothes-manager',
  columns: (place) => [
    imageColumn,
    codeColumn(place),
    nameColumn(place),
    lookupColumn('brand', 'brand', '9%'),
    lookupColumn('color', 'colour', '6rem'),
    lookupColumn('category', 'category', '10%'),
    lookupColumn('gender', 'gender', '5rem'),
    lookupColumn('size', 'size', '6%'),
    quantityColumn,
    priceColumn(),
    ...lastColumns(place, ''),
  ],
};
