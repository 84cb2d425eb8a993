import { queryOptions } from '@tanstack/react-query';
import { retryOnce } from './list.ts';
import { dataOf } from './failure.ts';
import type { StaffApi } from './staff-api.ts';

/** Somebody to whom leads may be given, or were given (back office §6). */
export interface Assignee {
  id: string;
  display_name: string | null;
  /** Cannot sign in any more: gets no new leads, and keeps those they have until others take them. */
  isDisabled: boolean;
}

/** Whether an account with this `disabled_until` cannot sign in. */
export function isDisabled(until: string | null): boolean {
  return until !== null && Date.parse(until) > Date.now();
}

/** The staff to whom leads may be given, by name, and those of them who are disabled. */
export function assigneesQuery(api: StaffApi) {
  return queryOptions({
    queryKey: ['ops', 'assignees'],
    staleTime: 30_000,
    retry: retryOnce,
    queryFn: async (): Promise<Assignee[]> => {
      const rows = dataOf(
        await api
          .from('user_profiles')
          .select('id,display_name,disabled_until')
          .in('role', ['admin', 'crm_user'])
          .order('display_name'),
      );
      return rows.map(({ disabled_until, ...one }) => ({
        ...one,
        isDisabled: isDisabled(disabled_until),
      }));
    },
  });
}
