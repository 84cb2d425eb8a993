import { queryOptions } from '@tanstack/react-query';
import { inventoryFilters, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { retryOnce, type ListPart } from '../core/list.ts';
import type { ListPage } from '../core/list-answers.ts';
import {
  batchItems,
  INVENTORY_ANSWERS,
  type UndoneItems,
  type ExportedItem,
} from './inventory-answers.ts';
import { parseAnswer } from '../core/parse-answer.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';

/** New values for many items: switches, a price in rupees per day, or ids of lookup values by lookup. */
export type ItemsChange = Readonly<Record<string, boolean | number | string | null>>;

/** Ids of all items in a manager's list. @throws {Failure} 422 for more than 5,000 */
export async function matchingItems(
  api: StaffApi,
  kind: InventoryKind,
  search: InventorySearch,
): Promise<string[]> {
  const filters = inventoryFilters(kind, search);
  return callFunction(api, INVENTORY_ANSWERS, 'matching_items', {
    kind: kind.kind,
    q: search.q ?? '',
    filters,
  });
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
  return (await callFunction(api, INVENTORY_ANSWERS, 'change_items', args)).changed;
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
  return (await callFunction(api, INVENTORY_ANSWERS, 'archive_items', { items, archived, key }))
    .changed;
}

/** Restores the values that items had before a logged batch. @throws {Failure} */
export async function undoItems(api: StaffApi, batch: string): Promise<UndoneItems> {
  return callFunction(api, INVENTORY_ANSWERS, 'undo_items', { batch });
}

/** The newest 50 bulk changes of a kind. */
export function itemLogQuery(api: StaffApi, kind: InventoryKind) {
  return queryOptions({
    queryKey: staffKeys.inventoryLog(kind.kind),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, INVENTORY_ANSWERS, 'item_log', { kind: kind.kind }, signal),
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
  return callFunction(api, INVENTORY_ANSWERS, 'export_inventory', args, signal);
}
