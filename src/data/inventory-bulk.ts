import type { ListPart } from './list.ts';
import { inventoryFilters, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import type { ListPage } from './list.ts';
import { dataOf } from './failure.ts';
import type { ListedItem } from './inventory.ts';
import type { StaffApi } from './staff-api.ts';
import type { Json } from './types.gen.ts';

/** What is changed at once: a switch, rupees per day, or a lookup's id by the lookup's key. */
export type ItemsChange = Readonly<Record<string, boolean | number | string | null>>;

/** An item that was changed, with what it had before. */
export interface ChangedItem {
  id: string;
  updated_at: string;
  was: ItemsChange;
}

/** How much of a change was taken back; `kept` are items that somebody changed since. */
export interface RestoredItems {
  restored: number;
  kept: { id: string; code: string; name: string }[];
}

/** Ids of all items that a manager's list shows. @throws {Failure} over 5,000 */
export async function matchingItems(
  api: StaffApi,
  kind: InventoryKind,
  search: InventorySearch,
): Promise<string[]> {
  const answer = await api.rpc('matching_items', {
    kind: kind.kind,
    q: search.q ?? '',
    filters: inventoryFilters(kind, search),
  });
  return dataOf(answer) as string[];
}

/** Changes up to 5,000 items, all or none; the answer is what `restoreItems` takes. @throws {Failure} */
export async function changeItems(
  api: StaffApi,
  kind: InventoryKind,
  ids: readonly string[],
  change: ItemsChange,
): Promise<ChangedItem[]> {
  const answer = await api.rpc('change_items', { kind: kind.kind, ids: [...ids], change });
  return (dataOf(answer) as unknown as { changed: ChangedItem[] }).changed;
}

/** Gives items what they had before a change. @throws {Failure} */
export async function restoreItems(
  api: StaffApi,
  kind: InventoryKind,
  changed: readonly ChangedItem[],
): Promise<RestoredItems> {
  const answer = await api.rpc('restore_items', {
    kind: kind.kind,
    changed: changed as unknown as Json,
  });
  return dataOf(answer) as unknown as RestoredItems;
}

/** A part of a manager's list for a file, newest first. @throws {Failure} */
export async function exportItems(
  api: StaffApi,
  kind: InventoryKind,
  search: InventorySearch,
  part: ListPart,
  signal: AbortSignal,
): Promise<ListPage<ListedItem>> {
  const answer = await api
    .rpc('export_inventory', {
      kind: kind.kind,
      q: search.q ?? '',
      filters: inventoryFilters(kind, search),
      size: part.size,
      ...('cursor' in part ? { cursor: part.cursor } : {}),
    })
    .abortSignal(signal);
  return dataOf(answer) as unknown as ListPage<ListedItem>;
}
