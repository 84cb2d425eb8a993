import { queryOptions } from '@tanstack/react-query';
import { listKey, type CrmSearch } from '#domain/crm/crm-search.ts';
import { DEFAULT_SORT } from '#domain/list-search.ts';
import { listOptions, ROWS_PER_PAGE, type ListPart } from '../core/list.ts';
import type { ListPage } from '../core/list-answers.ts';
import { assignments, CUSTOMER_ANSWERS, type Lead } from './customer-answers.ts';
import { parseAnswer } from '../core/parse-answer.ts';
import { Failure } from '../core/failure.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';

/**
 * A part of the leads, filtered and sorted as in the URL, with counts: one request.
 * @param userId the signed-in user, for "assigned to me"
 * @throws {Failure}
 */
export async function readLeads(
  api: StaffApi,
  search: CrmSearch,
  userId: string,
  part: ListPart,
  signal: AbortSignal,
): Promise<ListPage<Lead>> {
  const { q = '', sort = DEFAULT_SORT, assigned, messages } = search;
  const args = {
    q,
    sort,
    unhandled: messages === 'unhandled',
    ...(assigned === undefined ? {} : { assigned_to: assigned === 'me' ? userId : assigned }),
    ...part,
  };
  return callFunction(api, CUSTOMER_ANSWERS, 'search_leads', args, signal);
}

/**
 * The page of leads in the URL.
 * @param userId the signed-in user, for "assigned to me"
 */
export function leadsQuery(api: StaffApi, search: CrmSearch, userId: string) {
  return queryOptions({
    queryKey: staffKeys.leads(listKey(search), userId),
    ...listOptions,
    queryFn: ({ signal }) =>
      readLeads(api, search, userId, { page: search.page ?? 1, size: ROWS_PER_PAGE }, signal),
  });
}

/**
 * Assigns a lead to a member of staff, or to nobody.
 * @param lead as it was read: a later change by somebody else is not overwritten
 * @throws {Failure} with the server's message, or 409 after a change by somebody else
 */
export async function assignLead(
  api: StaffApi,
  lead: { id: string; updated_at: string },
  assignedTo: string | null,
): Promise<{ assigned_to: string | null; updated_at: string }> {
  const answer = await api
    .from('customers')
    .update({ assigned_to: assignedTo })
    .eq('id', lead.id)
    .eq('updated_at', lead.updated_at)
    .select('assigned_to,updated_at');
  const [changed] = parseAnswer('customers', assignments, answer);
  if (changed) return changed;
  const [now] = parseAnswer(
    'customers',
    assignments,
    await api.from('customers').select('assigned_to,updated_at').eq('id', lead.id),
  );
  // why: a retry after a lost answer finds its own change.
  if (!now || now.assigned_to !== assignedTo) {
    throw new Failure('Somebody else changed this lead meanwhile. What they chose is shown now.', {
      status: 409,
    });
  }
  return now;
}
