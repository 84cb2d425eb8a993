import { crewInventory } from '#domain/inventory/kinds/crew.ts';
import { lookupColumn, priceColumn, quantityColumn } from '../list/item-columns.tsx';
import type { ManagerDefinition } from '../shared/manager-context.ts';

/** The crew manager. */
export const crewManager: ManagerDefinition = {
  kind: crewInventory,
  columns: [lookupColumn('category', 'category', '18%'), priceColumn(), quantityColumn],
};
