import { queryOptions } from '@tanstack/react-query';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { ChannelState } from '#domain/messages/listed-message.ts';
import { listOptions } from './list.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** The figures on the dashboard's cards. */
export interface DashboardFigures {
  /** Null for a role that may not open the CRM. */
  crm: {
    pending_enquiries: number;
    unassigned_leads: number;
    /** Leads with an unhandled message. */
    leads_to_answer: number;
    /** Confirmed or in progress, and today is within the rental. */
    orders_out: number;
    /** Confirmed or in progress, and the rental ends today or is over. */
    returns_due: number;
  } | null;
  /** Whether e-mails leave; null for a role that does not see messages. */
  email: ChannelState | null;
  inventory: Record<ItemKind, { active: number; inactive: number; without_picture: number }>;
}

/** All figures of the dashboard in one request, refetched like the lists. */
export function dashboardQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.dashboard,
    staleTime: listOptions.staleTime,
    refetchOnWindowFocus: listOptions.refetchOnWindowFocus,
    retry: listOptions.retry,
    queryFn: ({ signal }) => rpc(api, 'dashboard_figures', {}, signal),
  });
}
