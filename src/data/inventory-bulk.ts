import { queryOptions } from '@tanstack/react-query';
import { inventoryFilters, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { retryOnce, type ListPage, type ListPart } from './list.ts';
import { batchItems } from './inventory-answers.ts';
import { parseAnswer } from './parse-answer.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { ExportedItem } from './inventory.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** New values for many items: switches, a price in rupees per day, or ids of lookup values by lookup. */
export type ItemsChange = Readonly<Record<string, boolean | number | string | null>>;

/**
 * How much of a change was undone. `kept` items were changed since and stay; `items` are the first 20.
 */
export interface UndoneItems {
  restored: number;
  kept: number;
  items: { id: string; code: string; name: string }[];
}

/** Ids of all items in a manager's list. @throws {Failure} 422 for more than 5,000 */
export async function matchingItems(
  api: StaffApi,
  kind: InventoryKind,
  search: InventorySearch,
): Promise<string[]> {
  const filters = inventoryFilters(kind, search);
  return rpc(api, 'matching_items', { kind: kind.kind, q: search.q ?? '', filters });
}

/**
 * Changes up to 5,000 items, all or none. Old and new values are logged under `batch`, an id that
 * the caller generates; a retry with the same id changes nothing twice.
 * @returns how many items had another value before
 * @throws {Failure}
 */
export async function changeItems(
  api: StaffApi,
  kind: InventoryKind,
  batch: string,
  ids: readonly string[],
  change: ItemsChange,
): Promise<number> {
  const args = { kind: kind.kind, ids: [...ids], change, batch };
  return (await rpc(api, 'change_items', args)).changed;
}

/**
 * Archives or restores up to 5,000 items, all or none. Restored items stay inactive.
 * @param key the same for repeats of one change
 * @returns how many changed
 * @throws {Failure} 409 while one of them is reserved or a component of a kit
 */
export async function archiveItems(
  api: StaffApi,
  { kind }: InventoryKind,
  ids: readonly string[],
  archived: boolean,
  key: string,
): Promise<number> {
  const items = ids.map((id) => ({ type: kind, id }));
  return (await rpc(api, 'archive_items', { items, archived, key })).changed;
}

/** Restores the values that items had before a logged batch. @throws {Failure} */
export async function undoItems(api: StaffApi, batch: string): Promise<UndoneItems> {
  return rpc(api, 'undo_items', { batch });
}

/** The newest 50 bulk changes of a kind. */
export function itemLogQuery(api: StaffApi, kind: InventoryKind) {
  return queryOptions({
    queryKey: staffKeys.inventoryLog(kind.kind),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => rpc(api, 'item_log', { kind: kind.kind }, signal),
  });
}

/** Items of a batch with old and new values, the first 100 by code. */
export function batchItemsQuery(api: StaffApi, batch: string) {
  return queryOptions({
    queryKey: staffKeys.inventoryBatch(batch),
    staleTime: Infinity,
    retry: retryOnce,
    queryFn: async ({ signal }) => {
      const answer = await api
        .from('item_changes')
        .select('item_id,code,name,is_new,was,became')
        .eq('batch_id', batch)
        .order('code')
        .limit(100)
        .abortSignal(signal);
      return parseAnswer('item_changes', batchItems, answer);
    },
  });
}

/** A part of a manager's list for a CSV file, newest first. @throws {Failure} */
export async function exportItems(
  api: StaffApi,
  kind: InventoryKind,
  search: InventorySearch,
  part: ListPart,
  signal: AbortSignal,
): Promise<ListPage<ExportedItem>> {
  const args = {
    kind: kind.kind,
    q: search.q ?? '',
    filters: inventoryFilters(kind, search),
    size: part.size,
    ...('cursor' in part ? { cursor: part.cursor } : {}),
  };
  return rpc(api, 'export_inventory', args, signal);
}
