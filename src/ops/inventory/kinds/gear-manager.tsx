import { gearInventory } from '#domain/inventory/kinds/gear.ts';
import { lookupColumn, priceColumn, quantityColumn } from '../list/item-columns.tsx';
import type { ManagerDefinition } from '../shared/manager-context.ts';

/** The gear manager. */
export const gearManager: ManagerDefinition = {
  kind: gearInventory,
  columns: [
    lookupColumn('category', 'category', '14%'),
    lookupColumn('brand', 'brand'),
    priceColumn(),
    quantityColumn,
  ],
};
