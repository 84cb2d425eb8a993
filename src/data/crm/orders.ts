import { queryOptions } from '@tanstack/react-query';
import { listKey, type CrmSearch } from '#domain/crm/crm-search.ts';
import type { Order } from '#domain/crm/rental.ts';
import { listOptions, retryOnce, ROWS_PER_PAGE, type ListPart } from '../core/list.ts';
import type { ListPage } from '../core/list-answers.ts';
import { dataOf } from '../core/answer-data.ts';
import { Failure } from '../core/failure.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { rentalArgs } from './rentals.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { RENTAL_ANSWERS } from './rental-answers.ts';

/** A part of the orders, filtered and sorted as in the URL: one request. @throws {Failure} */
export async function readOrders(
  api: StaffApi,
  search: CrmSearch,
  part: ListPart,
  signal: AbortSignal,
): Promise<ListPage<Order>> {
  const { payment, show } = search;
  const args = {
    ...rentalArgs(search),
    ...(payment ? { payment_statuses: [payment] } : {}),
    ...(show ? { show } : {}),
    ...part,
  };
  return callFunction(api, RENTAL_ANSWERS, 'search_orders', args, signal);
}

/** The page of orders in the URL. */
export function ordersQuery(api: StaffApi, search: CrmSearch) {
  return queryOptions({
    queryKey: staffKeys.orders(listKey(search)),
    ...listOptions,
    queryFn: ({ signal }) =>
      readOrders(api, search, { page: search.page ?? 1, size: ROWS_PER_PAGE }, signal),
  });
}

/** One order by number, with its items and activity; null when there is none. */
export function orderQuery(api: StaffApi, number: string) {
  return queryOptions({
    queryKey: staffKeys.order(number),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, RENTAL_ANSWERS, 'order_record', { number }, signal),
  });
}

/**
 * Changes an order's status, or that of its payment.
 * @throws {Failure} with the server's message, or 404 when the order was removed
 */
export async function setOrderStatus(
  api: StaffApi,
  id: string,
  change: { status: string } | { payment_status: string },
): Promise<void> {
  const answer = await api.from('orders').update(change).eq('id', id).select('id');
  if (dataOf(answer).length === 0) {
    throw new Failure('The order is not there any more.', { status: 404 });
  }
}
