import type { ListedItem } from '#data/inventory.ts';
import type { ItemKind } from '#domain/catalogue/kind.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import type { InventorySearch } from '#domain/inventory/inventory-search.ts';
import type { Column } from '#ui/data-table.tsx';

/**
 * Changes a manager's state in the address; `replace` keeps the history as it is. `change` is given
 * the state as the address has it now, which may be newer than the one on the screen.
 */
export type SetInventorySearch = (
  change: (now: InventorySearch) => InventorySearch,
  options?: { replace?: boolean },
) => void;

/** Addresses of the managers (back office §2). */
export const MANAGER_PATHS = {
  prop: '/ops/props-manager',
  cloth: '/ops/clothes-manager',
  backdrop: '/ops/backdrops-manager',
  gear: '/ops/gear-manager',
  crew: '/ops/crew-manager',
  set: '/ops/sets-manager',
} as const satisfies Record<ItemKind, string>;

/** Address of a manager. */
export type ManagerPath = (typeof MANAGER_PATHS)[ItemKind];

/** Where a manager stands: its kind, what its address says, and how to change that. */
export interface ManagerPlace {
  kind: InventoryKind;
  path: ManagerPath;
  search: InventorySearch;
  onSearch: SetInventorySearch;
}

/** A column of a manager's table. */
export type ItemColumn = Column<ListedItem>;

/** One kind's manager: its facts, its address and its table's columns. */
export interface ManagerSlots {
  kind: InventoryKind;
  path: ManagerPath;
  columns: (place: ManagerPlace) => readonly ItemColumn[];
}
