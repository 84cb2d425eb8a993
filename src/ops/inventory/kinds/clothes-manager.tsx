import { clothInventory } from '#domain/inventory/kinds/cloth.ts';
import { lookupColumn, priceColumn, quantityColumn } from '../list/item-columns.tsx';
import type { ManagerDefinition } from '../shared/manager-context.ts';

/** The clothes manager. */
export const clothesManager: ManagerDefinition = {
  kind: clothInventory,
  columns: [
    lookupColumn('brand', 'brand', '9%'),
    lookupColumn('color', 'colour', '6rem'),
    lookupColumn('category', 'category', '10%'),
    lookupColumn('gender', 'gender', '5rem'),
    lookupColumn('size', 'size', '6%'),
    quantityColumn,
    priceColumn(),
  ],
  // why: with five lookups, the name would have no room left; the menu shows the column all the same.
  stockColumnsFrom: { free_today: 90, next_reserved: 120 },
  hasUntitledEdit: true,
};
