import { queryOptions } from '@tanstack/react-query';
import { retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { LINK_ANSWERS } from './link-answers.ts';

/** Customers, enquiries, orders, documents, items and pieces by number, mobile or words: the best twelve. */
export function deskSearchQuery(api: StaffApi, q: string) {
  return queryOptions({
    queryKey: staffKeys.deskSearch(q),
    staleTime: 10_000,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, LINK_ANSWERS, 'search_desk', { q }, signal),
  });
}
