import { queryOptions } from '@tanstack/react-query';
import type { ChangedField, RecordChange, RentalSpan } from '#domain/crm/record-change.ts';
import type { NewRental } from '#domain/crm/new-rental.ts';
import { failureDetails } from '../core/failure-details.ts';
import { retryOnce } from '../core/list.ts';
import {
  changedDetails,
  handedOver,
  itemPrices,
  RENTAL_CHANGE_ANSWERS,
} from './rental-change-answers.ts';
import { parseAnswer } from '../core/parse-answer.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';

/** Changes that take an edit back, for {@link changeOrder}; only the database reads them. */
export type Undo = readonly unknown[];

/**
 * Changes a confirmed or running order: all changes or none. A repeat with the same key changes once.
 * @returns the changes that undo it; null where that is not safe
 * @throws {Failure} 409 with {@link changedMeanwhile}, `refusedItems` or {@link piecesOut}, 422 for a wrong value
 */
export async function changeOrder(
  api: StaffApi,
  call: { id: string; changes: readonly RecordChange[] | Undo; key: string },
): Promise<Undo | null> {
  return (await callFunction(api, RENTAL_CHANGE_ANSWERS, 'change_order', call)).undo;
}

/** The fields that somebody else changed meanwhile; null for another error. */
export function changedMeanwhile(error: unknown): ChangedField[] | null {
  return failureDetails(error, 'PT409', changedDetails)?.changes ?? null;
}

/** The lines of which too many pieces are with the customer for a change; null for another error. */
export function piecesOut(error: unknown): { line: string; out: number }[] | null {
  return failureDetails(error, 'PT409', handedOver)?.lines ?? null;
}

/**
 * Changes an open enquiry, like {@link changeOrder}. A hold of it goes on with the new lines.
 * @returns the changes that undo it
 * @throws {Failure} 409 with {@link changedMeanwhile}, or `refusedItems` of an enquiry that is held; 422 for a wrong value
 */
export async function changeEnquiry(
  api: StaffApi,
  call: { id: string; changes: readonly RecordChange[] | Undo; key: string },
): Promise<Undo | null> {
  return (await callFunction(api, RENTAL_CHANGE_ANSWERS, 'change_enquiry', call)).undo;
}

/** An enquiry or order that was made for a caller. */
export interface MadeRental {
  /** uuid */
  id: string;
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
  return callFunction(api, RENTAL_CHANGE_ANSWERS, 'make_rental', rental);
}

/** Makes an enquiry second option for items that others hold, or ends that. @throws {Failure} */
export async function waitForItems(api: StaffApi, id: string, waiting: boolean): Promise<void> {
  await callFunction(api, RENTAL_CHANGE_ANSWERS, 'wait_for_items', { id, waiting });
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
