import { setInventory } from '#domain/inventory/kinds/set.ts';
import { lookupColumn, priceColumn, quantityColumn } from '../list/item-columns.tsx';
import type { ManagerDefinition } from '../shared/manager-context.ts';

/** The sets and packages manager. */
export const setsManager: ManagerDefinition = {
  kind: setInventory,
  columns: [lookupColumn('category', 'category'), priceColumn(), quantityColumn],
};
