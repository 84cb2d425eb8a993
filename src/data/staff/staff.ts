import { queryOptions } from '@tanstack/react-query';
import { retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { STAFF_ANSWERS, type StartPage } from './staff-answers.ts';

/** The staff with access to the CRM, disabled accounts included, ordered by name. */
export function assigneesQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.assignees,
    staleTime: 30_000,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, STAFF_ANSWERS, 'assignees', {}, signal),
  });
}

/**
 * Chooses the caller's page after signing in.
 * @param page null for the dashboard
 * @throws {Failure} 403 for a role that cannot open it
 */
export async function chooseStartPage(api: StaffApi, page: StartPage | null): Promise<void> {
  await callFunction(api, STAFF_ANSWERS, 'choose_start_page', page === null ? {} : { page });
}
