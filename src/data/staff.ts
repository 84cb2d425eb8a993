import { queryOptions } from '@tanstack/react-query';
import { retryOnce } from './list.ts';
import { dataOf } from './failure.ts';
import type { StaffApi } from './staff-api.ts';

/** Somebody to whom leads may be given (back office §6). */
export interface Assignee {
  id: string;
  display_name: string | null;
}

/** The staff to whom leads may be given, by name. */
export function assigneesQuery(api: StaffApi) {
  return queryOptions({
    queryKey: ['ops', 'assignees'],
    staleTime: 5 * 60_000,
    retry: retryOnce,
    queryFn: async (): Promise<Assignee[]> =>
      dataOf(
        await api
          .from('user_profiles')
          .select('id,display_name')
          .in('role', ['admin', 'crm_user'])
          .order('display_name')
          .overrideTypes<Assignee[], { merge: false }>(),
      ),
  });
}
