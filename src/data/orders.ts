import { queryOptions } from '@tanstack/react-query';
import { listKey, type CrmSearch } from '#domain/crm/crm-search.ts';
import type { Order, OrderRecord } from '#domain/crm/rental.ts';
import { listOptions, retryOnce, ROWS_PER_PAGE, type ListPage, type ListPart } from './list.ts';
import { dataOf, Failure } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import { rentalArgs } from './rentals.ts';
import type { StaffApi } from './staff-api.ts';

/** A part of the orders, as the address asks for them: one request. @throws {Failure} */
export async function readOrders(
  api: StaffApi,
  search: CrmSearch,
  part: ListPart,
  signal: AbortSignal,
): Promise<ListPage<Order>> {
  const { payment, show } = search;
  const answer = await api
    .rpc('search_orders', {
      ...rentalArgs(search),
      ...(payment ? { payment_statuses: [payment] } : {}),
      ...(show ? { show } : {}),
      ...part,
    })
    .abortSignal(signal);
  // why: the function answers jsonb, for which the generated types have no shape; the database
  // tests hold it to this one.
  return dataOf(answer) as unknown as ListPage<Order>;
}

/** The page of orders that the address asks for. */
export function ordersQuery(api: StaffApi, search: CrmSearch) {
  return queryOptions({
    queryKey: staffKeys.orders(listKey(search)),
    ...listOptions,
    queryFn: ({ signal }) =>
      readOrders(api, search, { page: search.page ?? 1, size: ROWS_PER_PAGE }, signal),
  });
}

/** One order by its number, with everything of it; null when there is none. */
export function orderQuery(api: StaffApi, number: string) {
  return queryOptions({
    queryKey: staffKeys.order(number),
    staleTime: 0,
    retry: retryOnce,
    queryFn: async ({ signal }): Promise<OrderRecord | null> =>
      dataOf(
        await api.rpc('order_record', { number }).abortSignal(signal),
      ) as unknown as OrderRecord | null,
  });
}

/**
 * Changes an order's status, or that of its payment.
 * @throws {Failure} with the server's message, or 404 when the order was removed meanwhile
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
