import { queryOptions } from '@tanstack/react-query';
import { listOptions } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { RENTAL_ANSWERS } from './rental-answers.ts';

/** The counts on the CRM's tabs. */
export function crmCountsQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.crmCounts,
    staleTime: listOptions.staleTime,
    refetchOnWindowFocus: listOptions.refetchOnWindowFocus,
    retry: listOptions.retry,
    queryFn: ({ signal }) => callFunction(api, RENTAL_ANSWERS, 'crm_counts', {}, signal),
  });
}
