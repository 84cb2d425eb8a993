import { queryOptions } from '@tanstack/react-query';
import type { ChangedField, OrderChange, RentalSpan } from '#domain/crm/order-change.ts';
import type { NewRental } from '#domain/crm/new-rental.ts';
import { failureDetails } from './failure-details.ts';
import type { Lead } from './leads.ts';
import { retryOnce } from './list.ts';
import { changedDetails, handedOver, itemPrices } from './order-change-answers.ts';
import { parseAnswer } from './parse-answer.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** Changes that take an edit back, for {@link changeOrder}; only the database reads them. */
export type Undo = readonly unknown[];

/**
 * Changes a confirmed or running order: all changes or none. A repeat with the same key changes once.
 * @returns the changes that undo it; null where that is not safe
 * @throws {Failure} 409 with {@link changedMeanwhile}, `refusedItems` or {@link piecesOut}, 422 for a wrong value
 */
export async function changeOrder(
  api: StaffApi,
  call: { id: string; changes: readonly OrderChange[] | Undo; key: string },
): Promise<Undo | null> {
  return (await rpc(api, 'change_order', call)).undo;
}

/** The fields that somebody else changed meanwhile; null for another error. */
export function changedMeanwhile(error: unknown): ChangedField[] | null {
  return failureDetails(error, 'PT409', changedDetails)?.changes ?? null;
}

/** The lines of which too many pieces are with the customer for a change; null for another error. */
export function piecesOut(error: unknown): { line: string; out: number }[] | null {
  return failureDetails(error, 'PT409', handedOver)?.lines ?? null;
}

/** An enquiry or order that was made for a caller. */
export interface MadeRental {
  number: string;
  customer_number: string;
}

/**
 * Makes an enquiry or an order for a caller. A repeat with the same key makes one.
 * @throws {Failure} 409 with `refusedItems` where something of an order is not free, 422 with the field
 */
export async function makeRental(
  api: StaffApi,
  rental: NewRental & RentalSpan & { key: string },
): Promise<MadeRental> {
  return rpc(api, 'make_rental', rental);
}

/** Makes an enquiry second option for items that others hold, or ends that. @throws {Failure} */
export async function waitForItems(api: StaffApi, id: string, waiting: boolean): Promise<void> {
  await rpc(api, 'wait_for_items', { id, waiting });
}

/** Most customers that a search by a whole mobile number reads. */
const MOST_CALLERS = 5;

/** The customer with this mobile number; null when there is none. @param mobile `+91` and 10 digits */
export function callerQuery(api: StaffApi, mobile: string) {
  return queryOptions({
    queryKey: staffKeys.caller(mobile),
    staleTime: 0,
    retry: retryOnce,
    queryFn: async ({ signal }): Promise<Lead | null> => {
      const call = { q: mobile, size: MOST_CALLERS };
      const { items } = await rpc(api, 'search_leads', call, signal);
      return items.find((lead) => lead.mobile === mobile) ?? null;
    },
  });
}

/** Prices in rupees per day by item id, of items of any kind. @param ids at most 100 */
export function itemPricesQuery(api: StaffApi, ids: readonly string[]) {
  const sorted = ids.toSorted();
  return queryOptions({
    queryKey: staffKeys.itemPrices(sorted),
    staleTime: 60_000,
    retry: retryOnce,
    enabled: sorted.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const read = api.from('catalogue_items').select('id,price').in('id', sorted);
      const rows = parseAnswer('catalogue_items', itemPrices, await read.abortSignal(signal));
      return new Map(rows.map(({ id, price }) => [id, price]));
    },
  });
}
