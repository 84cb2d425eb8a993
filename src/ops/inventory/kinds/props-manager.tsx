import { propInventory } from '#domain/inventory/kinds/prop.ts';
import { lookupColumn, priceColumn, quantityColumn } from '../list/item-columns.tsx';
import type { ManagerDefinition } from '../shared/manager-context.ts';

/** The props manager. */
export const propsManager: ManagerDefinition = {
  kind: propInventory,
  stockColumnsFrom: { free_today: 80, next_reserved: 105 },
  columns: [
    lookupColumn('brand', 'brand'),
    lookupColumn('color', 'colour', '5.25rem'),
    lookupColumn('category', 'category', '10%'),
    quantityColumn,
    priceColumn('price (₹)'),
  ],
};
