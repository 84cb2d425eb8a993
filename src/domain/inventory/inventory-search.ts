import { addressText, readListSearch, type ListSearch } from '../list-search.ts';
import type { InventoryKind } from './inventory-kind.ts';

/** How a manager draws its items. */
export type InventoryView = 'table' | 'grid';

/** What every manager can be sorted by; the database's own keys. */
export const INVENTORY_SORTS = ['created', 'code', 'name', 'price', 'quantity'] as const;

/** What a manager's address says: its list, how it is drawn, and the open item. */
export interface InventorySearch extends ListSearch {
  active?: YesOrNo;
  in_studio?: YesOrNo;
  /** Slugs of lookups by their keys: `category=chairs`. */
  category?: string;
  brand?: string;
  size?: string;
  material?: string;
  /** Left out for the one chosen last. */
  view?: InventoryView;
  /** Code of the item in the dialog, or `new`. */
  edit?: string;
}

export type YesOrNo = 'yes' | 'no';

/** What narrows a manager's list by a lookup. */
export type LookupFilter = 'category' | 'brand' | 'size' | 'material';

/** The value of `edit` for an item that is not there yet. */
export const NEW_ITEM = 'new';

const isYesOrNo = (value: unknown): value is YesOrNo => value === 'yes' || value === 'no';

/** Reads a manager's query string; what the kind does not know is left out. */
export function readInventorySearch(
  kind: InventoryKind,
  raw: Record<string, unknown>,
): InventorySearch {
  const search: InventorySearch = readListSearch(raw, INVENTORY_SORTS);
  for (const key of ['active', 'in_studio'] as const) {
    const value = raw[key];
    if (isYesOrNo(value)) search[key] = value;
  }
  for (const { key } of lookupFilters(kind)) {
    const value = addressText(raw[key]);
    if (value) search[key] = value;
  }
  const view = raw['view'];
  if (view === 'table' || view === 'grid') search.view = view;
  const edit = addressText(raw['edit']);
  if (edit) search.edit = edit;
  return search;
}

/** The kind's lookups that its list can be narrowed by. */
export function lookupFilters(kind: InventoryKind) {
  return kind.lookups.flatMap((lookup) =>
    lookup.filters ? [{ ...lookup, key: lookup.key as LookupFilter }] : [],
  );
}

/** The list after a change: from its first page, with nothing open. `undefined` takes away. */
export function changeInventory(
  kind: InventoryKind,
  search: InventorySearch,
  change: { [Key in keyof InventorySearch]?: InventorySearch[Key] | undefined },
): InventorySearch {
  const { page: _page, edit: _edit, ...list } = search;
  return readInventorySearch(kind, { ...list, ...change });
}

/** What the search narrows by, as `search_inventory` takes it. */
export function inventoryFilters(
  kind: InventoryKind,
  search: InventorySearch,
): Record<string, string | boolean> {
  const filters: Record<string, string | boolean> = {};
  if (search.active) filters['active'] = search.active === 'yes';
  if (search.in_studio) filters['in_studio'] = search.in_studio === 'yes';
  for (const { key } of lookupFilters(kind)) {
    if (search[key]) filters[key] = search[key];
  }
  return filters;
}

/** The list without search and filters, drawn as it is. */
export function clearInventory(search: InventorySearch): InventorySearch {
  return search.view ? { view: search.view } : {};
}
