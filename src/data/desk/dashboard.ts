import { queryOptions } from '@tanstack/react-query';
import { listOptions } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { DASHBOARD_ANSWERS } from './dashboard-answers.ts';

/** All figures of the dashboard in one request, refetched like the lists. */
export function dashboardQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.dashboard,
    staleTime: listOptions.staleTime,
    refetchOnWindowFocus: listOptions.refetchOnWindowFocus,
    retry: listOptions.retry,
    queryFn: ({ signal }) => callFunction(api, DASHBOARD_ANSWERS, 'dashboard_figures', {}, signal),
  });
}
