import type { ListedItem } from '#data/stock/inventory-answers.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import type { InventorySearch } from '#domain/inventory/inventory-search.ts';
import type { Column } from '#ui/data-table.tsx';
import type { ManagerPath } from '../../kit/manager-paths.ts';

/**
 * Changes a manager's state in the address. `change` receives the state of the current address, which
 * may be newer than the rendered one; `replace` adds no history entry.
 */
export type SetInventorySearch = (
  change: (now: InventorySearch) => InventorySearch,
  options?: { replace?: boolean },
) => void;

/** Context passed to all parts of a manager: its kind, its state in the address, and the setter. */
export interface ManagerContext {
  kind: InventoryKind;
  path: ManagerPath;
  search: InventorySearch;
  onSearch: SetInventorySearch;
}

/** A column of a manager's table. */
export type ItemColumn = Column<ListedItem>;

/** The differences between managers: the kind, and the columns between name and switches. */
export interface ManagerDefinition {
  kind: InventoryKind;
  columns: readonly ItemColumn[];
  /** Window widths in rem from which the columns of stock are shown at first. */
  stockColumnsFrom?: { free_today: number; next_reserved: number };
  /** The heading of the edit column is for screen readers only. */
  hasUntitledEdit?: true;
}
