import { addressText, readListSearch, type ListSearch } from '../list-search.ts';
import type { InventoryKind } from './inventory-kind.ts';

/** Layout of a manager's list. */
export type InventoryView = 'table' | 'grid';

/** Sort keys of every manager; the same in the database. */
export const INVENTORY_SORTS = ['created', 'code', 'name', 'price', 'quantity'] as const;

/** State of a manager in the address: list, layout and open item. */
export interface InventorySearch extends ListSearch {
  active?: YesOrNo;
  in_studio?: YesOrNo;
  /** Items with a picture, or without any. */
  pictures?: YesOrNo;
  /** Lists archived items instead of the others. */
  archived?: 'yes';
  /** Slugs of lookups by their keys: `category=chairs`. */
  category?: string;
  brand?: string;
  size?: string;
  material?: string;
  /** Omitted for the layout selected last. */
  view?: InventoryView;
  /** Code of the item in the dialog, or `new`. */
  edit?: string;
  /** Part of the dialog; omitted for the form. */
  part?: ItemPart;
}

/** Parts of an item's dialog besides its form. */
export type ItemPart = (typeof ITEM_PARTS)[number];

const ITEM_PARTS = ['calendar', 'components', 'pieces', 'links', 'activity'] as const;

export type YesOrNo = 'yes' | 'no';

/** Keys of lookups that filter. */
export type LookupFilter = 'category' | 'brand' | 'size' | 'material';

/** The value of `edit` for a new item. */
export const NEW_ITEM = 'new';

const isItemPart = (value: unknown): value is ItemPart => ITEM_PARTS.some((part) => part === value);

const isYesOrNo = (value: unknown): value is YesOrNo => value === 'yes' || value === 'no';

/** Parses a manager's query string; keys unknown to the kind are dropped. */
export function readInventorySearch(
  kind: InventoryKind,
  raw: Record<string, unknown>,
): InventorySearch {
  const search: InventorySearch = readListSearch(raw, INVENTORY_SORTS);
  for (const key of ['active', 'in_studio', 'pictures'] as const) {
    const value = raw[key];
    if (isYesOrNo(value)) search[key] = value;
  }
  if (raw['archived'] === 'yes') search.archived = 'yes';
  for (const { key } of lookupFilters(kind)) {
    const value = addressText(raw[key]);
    if (value) search[key] = value;
  }
  const view = raw['view'];
  if (view === 'table' || view === 'grid') search.view = view;
  const edit = addressText(raw['edit']);
  if (edit) search.edit = edit;
  const part = raw['part'];
  if (edit && isItemPart(part)) search.part = part;
  return search;
}

/** The kind's lookups that filter. */
export function lookupFilters(kind: InventoryKind) {
  return kind.lookups.flatMap((lookup) =>
    lookup.filters ? [{ ...lookup, key: lookup.key as LookupFilter }] : [],
  );
}

/** Changes the list; goes to the first page and closes the open item. `undefined` clears a value. */
export function changeInventory(
  kind: InventoryKind,
  search: InventorySearch,
  change: { [Key in keyof InventorySearch]?: InventorySearch[Key] | undefined },
): InventorySearch {
  const { page: _page, edit: _edit, part: _part, ...list } = search;
  return readInventorySearch(kind, { ...list, ...change });
}

/** The filters in the format of `search_inventory`. */
export function inventoryFilters(
  kind: InventoryKind,
  search: InventorySearch,
): Record<string, string | boolean> {
  const filters: Record<string, string | boolean> = {};
  if (search.active) filters['active'] = search.active === 'yes';
  if (search.in_studio) filters['in_studio'] = search.in_studio === 'yes';
  if (search.pictures) filters['pictures'] = search.pictures === 'yes';
  if (search.archived) filters['archived'] = true;
  for (const { key } of lookupFilters(kind)) {
    if (search[key]) filters[key] = search[key];
  }
  return filters;
}

/** Clears search and filters; keeps the layout. */
export function clearInventory(search: InventorySearch): InventorySearch {
  return search.view ? { view: search.view } : {};
}
