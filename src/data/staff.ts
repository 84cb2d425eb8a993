import { queryOptions } from '@tanstack/react-query';
import { retryOnce } from './list.ts';
import { dataOf } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';

/** Somebody to whom leads may be given, or were given (back office §6). */
export interface Assignee {
  id: string;
  display_name: string | null;
  /** Cannot sign in: gets no new leads, and keeps those they have until others take them. */
  disabled: boolean;
}

/** The staff to whom leads may be given, by name, and those of them who are disabled. */
export function assigneesQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.assignees,
    staleTime: 30_000,
    retry: retryOnce,
    // why: the function answers jsonb; the database tests hold it to this shape.
    queryFn: async ({ signal }): Promise<Assignee[]> =>
      dataOf(await api.rpc('assignees').abortSignal(signal)) as unknown as Assignee[],
  });
}
