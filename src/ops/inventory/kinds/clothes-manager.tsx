import { clothInventory } from '#domain/inventory/kinds/cloth.ts';
import { lookupColumn, priceColumn, quantityColumn } from '../list/item-columns.tsx';
import type { ManagerDefinition } from '../shared/manager-context.ts';

/** The clothes manager. */
export const clothesManager: ManagerDefinition = {
  kind: clothInventory,
  columns: [
    lookupColumn('brand', 'brand', '5.25rem'),
    lookupColumn('color', 'colour', '5.25rem'),
    lookupColumn('category', 'category', '6.25rem'),
    lookupColumn('gender', 'gender', '4.75rem'),
    lookupColumn('size', 'size', '4rem'),
    quantityColumn,
    priceColumn(),
  ],
  // why: with five lookups, the name would have no room left; the menu shows the column all the same.
  stockColumnsFrom: { free_today: 90, next_reserved: 120 },
  hasUntitledEdit: true,
};
