import { queryOptions } from '@tanstack/react-query';
import type { BatchItem, ItemBatch } from '#domain/inventory/item-log.ts';
import { inventoryFilters, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { retryOnce, type ListPage, type ListPart } from './list.ts';
import { dataOf } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { ListedItem } from './inventory.ts';
import type { StaffApi } from './staff-api.ts';

/** What is changed at once: a switch, rupees per day, or a lookup's id by the lookup's key. */
export type ItemsChange = Readonly<Record<string, boolean | number | string | null>>;

/** How much of a change was undone; `items` are the first of those that somebody changed since. */
export interface UndoneItems {
  restored: number;
  kept: number;
  items: { id: string; code: string; name: string }[];
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

/**
 * Changes up to 5,000 items, all or none; how many had another value before. Old and new values go to
 * the log under `batch`, an id of the caller's: asked again with it, nothing is changed twice.
 * @throws {Failure}
 */
export async function changeItems(
  api: StaffApi,
  kind: InventoryKind,
  batch: string,
  ids: readonly string[],
  change: ItemsChange,
): Promise<number> {
  const answer = await api.rpc('change_items', { kind: kind.kind, ids: [...ids], change, batch });
  return (dataOf(answer) as unknown as { changed: number }).changed;
}

/** Gives the items of a batch of the log what they had before it. @throws {Failure} */
export async function undoItems(api: StaffApi, batch: string): Promise<UndoneItems> {
  return dataOf(await api.rpc('undo_items', { batch })) as unknown as UndoneItems;
}

/** The newest changes of many items of a kind, up to 50. */
export function itemLogQuery(api: StaffApi, kind: InventoryKind) {
  return queryOptions({
    queryKey: staffKeys.inventoryLog(kind.kind),
    staleTime: 0,
    retry: retryOnce,
    queryFn: async ({ signal }): Promise<ItemBatch[]> =>
      dataOf(
        await api.rpc('item_log', { kind: kind.kind }).abortSignal(signal),
      ) as unknown as ItemBatch[],
  });
}

/** Items of a batch with old and new values, the first 100 by their codes. */
export function batchItemsQuery(api: StaffApi, batch: string) {
  return queryOptions({
    queryKey: staffKeys.inventoryBatch(batch),
    staleTime: Infinity,
    retry: retryOnce,
    queryFn: async ({ signal }): Promise<BatchItem[]> =>
      dataOf(
        await api
          .from('item_changes')
          .select('item_id,code,name,is_new,was,became')
          .eq('batch_id', batch)
          .order('code')
          .limit(100)
          .abortSignal(signal)
          .overrideTypes<BatchItem[], { merge: false }>(),
      ),
  });
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
