import { queryOptions } from '@tanstack/react-query';
import { inventoryFilters, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import type { InventoryKind, ItemColumns } from '#domain/inventory/inventory-kind.ts';
import { DEFAULT_SORT } from '#domain/list-search.ts';
import { listOptions, retryOnce, ROWS_PER_PAGE, type ListPage } from './list.ts';
import { dataOf, Failure } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import { isDuplicateInsert } from './write-outcome.ts';
import type { StaffApi } from './staff-api.ts';

/** An item as staff see it: its whole row, with what all kinds have by name. Rupees per day. */
export interface InventoryItem extends Readonly<Record<string, unknown>> {
  id: string;
  name: string;
  price: number;
  quantity: number;
  in_studio: boolean;
  active: boolean;
  images: readonly string[];
  updated_at: string;
}

/** An item in a manager's list. */
export interface ListedItem extends InventoryItem {
  /** PRP-00012 */
  code: string;
  /** Names of what it refers to, by the lookups' keys. */
  names: Readonly<Record<string, string | null>>;
}

/** A page of a manager's list as the address asks for it: one request. */
export function inventoryQuery(api: StaffApi, kind: InventoryKind, search: InventorySearch) {
  const { q = '', sort = DEFAULT_SORT, page = 1 } = search;
  const filters = inventoryFilters(kind, search);
  return queryOptions({
    queryKey: staffKeys.inventoryList(kind.kind, { q, sort, page, filters }),
    ...listOptions,
    queryFn: async ({ signal }): Promise<ListPage<ListedItem>> => {
      const { listSignedOut } = kind.texts;
      if (listSignedOut && (await isSignedOut(api))) {
        // why not 401: that is said by the sign-in, which nothing leads to here.
        throw new Failure(listSignedOut, { status: 403 });
      }
      const answer = await api
        .rpc('search_inventory', { kind: kind.kind, q, sort, page, filters, size: ROWS_PER_PAGE })
        .abortSignal(signal);
      // why: the function answers jsonb, for which the generated types have no shape; the database
      // tests hold it to this one.
      return dataOf(answer) as unknown as ListPage<ListedItem>;
    },
  });
}

/** Whether this browser holds no session, as opposed to one that cannot be renewed just now. */
async function isSignedOut(api: StaffApi): Promise<boolean> {
  const { data, error } = await api.auth.getSession();
  return !data.session && !error;
}

/** One item by its code, switched off or not; null when there is none. */
export function inventoryItemQuery(api: StaffApi, kind: InventoryKind, code: string) {
  return queryOptions({
    queryKey: staffKeys.inventoryItem(kind.kind, code),
    staleTime: 0,
    retry: retryOnce,
    queryFn: async ({ signal }): Promise<InventoryItem | null> => {
      const rows = dataOf(
        await api
          .from(kind.table)
          .select('*')
          .eq(kind.codeColumn as never, code as never)
          .limit(1)
          .abortSignal(signal)
          .overrideTypes<InventoryItem[], { merge: false }>(),
      );
      return rows[0] ?? null;
    },
  });
}

/** How saving an item ended; `conflict` is the item as somebody else saved it meanwhile. */
export type SavedItem = { saved: InventoryItem } | { conflict: InventoryItem };

/**
 * Adds an item under an id that its form made up; the answer has its code. Sent again with that id,
 * because the first answer was lost, it answers the first item, with what was typed since.
 * @throws {Failure} with the server's message
 */
export async function createItem(
  api: StaffApi,
  kind: InventoryKind,
  id: string,
  columns: ItemColumns,
): Promise<SavedItem> {
  const answer = await api
    .from(kind.table)
    .insert({ id, ...columns } as never)
    .select('*')
    .overrideTypes<InventoryItem[], { merge: false }>();
  if (!isDuplicateInsert(answer, kind.table)) return { saved: oneOf(dataOf(answer)) };
  const made = await readItem(api, kind, id);
  if (holds(made, columns)) return { saved: made };
  const isUntouched = made.updated_at === made['created_at'];
  return isUntouched ? updateItem(api, kind, made, columns) : { conflict: made };
}

/**
 * Changes an item, unless somebody else changed it since it was read: then `conflict` is the item
 * as it stands, and nothing was written. Sent again after its answer was lost, it is no conflict.
 * @throws {Failure} with the server's message
 */
export async function updateItem(
  api: StaffApi,
  kind: InventoryKind,
  seen: InventoryItem,
  columns: ItemColumns,
): Promise<SavedItem> {
  const [saved] = dataOf(
    await api
      .from(kind.table)
      .update(columns as never)
      .eq('id', seen.id)
      .eq('updated_at', seen.updated_at)
      .select('*')
      .overrideTypes<InventoryItem[], { merge: false }>(),
  );
  if (saved) return { saved };
  const now = await readItem(api, kind, seen.id);
  return holds(now, columns) ? { saved: now } : { conflict: now };
}

async function readItem(api: StaffApi, kind: InventoryKind, id: string): Promise<InventoryItem> {
  const answer = await api
    .from(kind.table)
    .select('*')
    .eq('id', id)
    .overrideTypes<InventoryItem[], { merge: false }>();
  return oneOf(dataOf(answer));
}

/** Whether an item has these values already. */
function holds(item: InventoryItem, columns: ItemColumns): boolean {
  return Object.entries(columns).every(
    ([column, value]) => JSON.stringify(item[column]) === JSON.stringify(value),
  );
}

/** Turns one of an item's two switches. @throws {Failure} with the server's message */
export async function switchItem(
  api: StaffApi,
  kind: InventoryKind,
  id: string,
  change: { active: boolean } | { in_studio: boolean },
): Promise<void> {
  oneOf(
    dataOf(
      await api
        .from(kind.table)
        .update(change)
        .eq('id', id)
        .select('id')
        .overrideTypes<unknown[], { merge: false }>(),
    ),
  );
}

/** why: what a policy hides answers no row instead of an error. */
function oneOf<Row>([row]: readonly Row[]): Row {
  if (row === undefined)
    throw new Failure('The item is not there, or not yours to change.', { status: 404 });
  return row;
}
