import { queryOptions } from '@tanstack/react-query';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { listOptions } from './list.ts';
import { dataOf } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';

/** What the dashboard's cards tell. */
export interface DashboardFigures {
  /** Null for a role that may not open the CRM. */
  crm: {
    pending_enquiries: number;
    unassigned_leads: number;
    /** Leads with a message that nobody has handled. */
    leads_to_answer: number;
    /** Confirmed or in progress, and today is one of their days. */
    orders_out: number;
    /** Confirmed or in progress, and today is their last day or past it. */
    returns_due: number;
  } | null;
  inventory: Record<ItemKind, { active: number; inactive: number }>;
}

/** All figures of the dashboard in one request, kept fresh while it is looked at. */
export function dashboardQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.dashboard,
    staleTime: listOptions.staleTime,
    refetchOnWindowFocus: listOptions.refetchOnWindowFocus,
    retry: listOptions.retry,
    queryFn: async ({ signal }): Promise<DashboardFigures> =>
      dataOf(await api.rpc('dashboard_figures').abortSignal(signal)) as unknown as DashboardFigures,
  });
}
