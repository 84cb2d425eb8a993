import { queryOptions } from '@tanstack/react-query';
import { listOptions } from './list.ts';
import { dataOf } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';

/** How many there are in each list of the CRM; enquiries are those not converted. */
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
    queryFn: async ({ signal }): Promise<CrmCounts> =>
      dataOf(await api.rpc('crm_counts').abortSignal(signal)) as unknown as CrmCounts,
  });
}
