import { queryOptions } from '@tanstack/react-query';
import { listOptions } from './list.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** The size of each list of the CRM; enquiries without the converted ones. */
export interface CrmCounts {
  leads: number;
  enquiries: number;
  orders: number;
}

/** The counts on the CRM's tabs. */
export function crmCountsQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.crmCounts,
    staleTime: listOptions.staleTime,
    refetchOnWindowFocus: listOptions.refetchOnWindowFocus,
    retry: listOptions.retry,
    queryFn: ({ signal }) => rpc(api, 'crm_counts', {}, signal),
  });
}
