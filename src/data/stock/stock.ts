import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { RentalSpan } from '#domain/crm/record-change.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { StudioDate } from '#domain/days.ts';
import type { StockReservation } from '#domain/stock/item-stock.ts';
import type { KitComponent } from '#domain/stock/kit-components.ts';
import type { StockCheck } from '#domain/stock/stock-text.ts';
import { retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { STOCK_ANSWERS } from './stock-answers.ts';

/** An item of any kind. */
export interface StockItem {
  type: ItemKind;
  /** uuid */
  id: string;
}

/** Days of an item's calendar. */
export interface StockPeriod {
  from: StudioDate;
  /** Number of days, at most 92. */
  days: number;
}

/** An item's figures by day, and its reservations. */
export function itemStockQuery(
  api: StaffApi,
  { type, id }: StockItem,
  { from, days }: StockPeriod,
) {
  return queryOptions({
    queryKey: staffKeys.itemStock(type, id, from, days),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(
        api,
        STOCK_ANSWERS,
        'item_reservations',
        { type, id, from_day: from, days },
        signal,
      ),
  });
}

/** The days from today on which more of an item is promised than there is. */
export function stockCheckQuery(api: StaffApi, { type, id }: StockItem) {
  return queryOptions({
    queryKey: staffKeys.stockCheck(type, id),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, STOCK_ANSWERS, 'stock_check', { type, ids: [id] }, signal),
  });
}

/**
 * The conflicts that a change of stock would cause.
 * @param quantity pieces of each item, to ask before a change; by default what each has
 * @throws {Failure}
 */
export async function checkStock(
  api: StaffApi,
  type: ItemKind,
  ids: readonly string[],
  quantity?: number,
): Promise<StockCheck> {
  const asked = quantity === undefined ? {} : { quantity };
  return callFunction(api, STOCK_ANSWERS, 'stock_check', { type, ids: [...ids], ...asked });
}

/** Pieces out of service, or hired in. */
export interface StockChange extends StockItem {
  kind: 'out_of_service' | 'sub_rental';
  quantity: number;
  rental_from: StudioDate;
  rental_to: StudioDate;
  /** Out of service: the cause. Sub-rental: from where. */
  reason: string;
}

/**
 * Takes pieces out of service or adds pieces hired in. Never refused for what is booked: that becomes a
 * conflict.
 * @param key of this attempt: a repeat with it changes nothing twice
 * @returns id of the reservation
 * @throws {Failure} with the server's message
 */
export async function changeStock(
  api: StaffApi,
  { kind, ...args }: StockChange,
  key: string,
): Promise<string> {
  const name = kind === 'out_of_service' ? 'set_out_of_service' : 'add_sub_rental';
  return (await callFunction(api, STOCK_ANSWERS, name, { ...args, key })).id;
}

/** Ends an out of service or a sub-rental from today on. @throws {Failure} */
export async function releaseReservation(
  api: StaffApi,
  { id }: Pick<StockReservation, 'id'>,
): Promise<void> {
  await callFunction(api, STOCK_ANSWERS, 'release_reservation', { id });
}

/** Sets an item's turnaround in days; null: as its kind. Moves nothing that is booked. @throws {Failure} */
export async function setTurnaround(
  api: StaffApi,
  item: StockItem,
  days: number | null,
): Promise<void> {
  // why the cast: the generated types know no nullable arguments.
  await callFunction(api, STOCK_ANSWERS, 'set_turnaround', { ...item, days: days as number });
}

/** The components of a kit, in order. */
export function componentsQuery(api: StaffApi, { type, id }: StockItem) {
  return queryOptions({
    queryKey: staffKeys.components(type, id),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, STOCK_ANSWERS, 'components', { type, id }, signal),
  });
}

/**
 * Replaces the components of a kit.
 * @throws {Failure} 422 with a sentence for a kit inside itself, or nested too deep
 */
export async function setComponents(
  api: StaffApi,
  kit: StockItem,
  components: readonly KitComponent[],
): Promise<void> {
  const list = components.map(({ type, id, quantity }) => ({ type, id, quantity }));
  await callFunction(api, STOCK_ANSWERS, 'set_components', { ...kit, components: list });
}

/** Items of any kind whose name or code contains a text, active or not: the best twelve. */
export function foundItemsQuery(api: StaffApi, q: string) {
  return queryOptions({
    queryKey: staffKeys.foundItems(q),
    staleTime: 30_000,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, STOCK_ANSWERS, 'find_items', { q }, signal),
  });
}

/** The item that has a code, of any kind; null where none has. */
export function itemOfCodeQuery(api: StaffApi, code: string) {
  return queryOptions({
    queryKey: staffKeys.itemOfCode(code),
    staleTime: 30_000,
    retry: retryOnce,
    queryFn: async ({ signal }) => {
      const named = await callFunction(api, STOCK_ANSWERS, 'find_items', { q: code }, signal);
      return named.find((one) => one.code === code) ?? null;
    },
  });
}

/**
 * Items of any kind by words, as visitors search, the best first, page by page.
 * @param period days to say what is free on; null while they are not known
 */
export function rentableQuery(api: StaffApi, q: string, period: RentalSpan | null) {
  const args = { q, ...period };
  return infiniteQueryOptions({
    queryKey: staffKeys.rentable(args),
    staleTime: 10_000,
    retry: retryOnce,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      callFunction(
        api,
        STOCK_ANSWERS,
        'find_rentable',
        { ...args, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}
