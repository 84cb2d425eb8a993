import { queryOptions } from '@tanstack/react-query';
import { retryOnce } from './list.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** Customers, enquiries, orders, items and pieces by number, name or mobile: the best twelve. */
export function deskSearchQuery(api: StaffApi, q: string) {
  return queryOptions({
    queryKey: staffKeys.deskSearch(q),
    staleTime: 10_000,
    retry: retryOnce,
    queryFn: ({ signal }) => rpc(api, 'search_desk', { q }, signal),
  });
}
