import { queryOptions } from '@tanstack/react-query';
import { retryOnce } from './list.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** A member of staff to whom leads are, or may be, assigned. */
export interface Assignee {
  id: string;
  display_name: string | null;
  /** Cannot sign in. Gets no new leads; existing ones stay until they are reassigned. */
  disabled: boolean;
}

/** The staff with access to the CRM, disabled accounts included, ordered by name. */
export function assigneesQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.assignees,
    staleTime: 30_000,
    retry: retryOnce,
    queryFn: ({ signal }) => rpc(api, 'assignees', {}, signal),
  });
}
