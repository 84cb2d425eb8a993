import { queryOptions } from '@tanstack/react-query';
import { listKey, type CrmSearch } from '#domain/crm/crm-search.ts';
import { DEFAULT_SORT } from '#domain/list-search.ts';
import { listOptions, ROWS_PER_PAGE, type ListPage, type ListPart } from './list.ts';
import { dataOf, Failure } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';

/** A customer as the list of leads shows them. */
export interface Lead {
  id: string;
  customer_number: string;
  first_name: string;
  last_name: string;
  email: string;
  mobile: string;
  assigned_to: string | null;
  assigned_name: string | null;
  created_at: string;
  updated_at: string;
  /** Enquiries that are not converted (back office §7). */
  enquiries: number;
  /** Those of them that somebody still has to act on: not closed, not rejected. */
  open_enquiries: number;
  orders: number;
  /** Messages of the contact form, and those that nobody has handled. */
  messages: number;
  unhandled_messages: number;
}

/**
 * A part of the leads, counts included, as the address asks for them: one request.
 * @param userId of who is signed in, for "assigned to me"
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
  const answer = await api
    .rpc('search_leads', {
      q,
      sort,
      unhandled: messages === 'unhandled',
      ...(assigned === undefined ? {} : { assigned_to: assigned === 'me' ? userId : assigned }),
      ...part,
    })
    .abortSignal(signal);
  // why: the function answers jsonb, for which the generated types have no shape; the database
  // tests hold it to this one.
  return dataOf(answer) as unknown as ListPage<Lead>;
}

/**
 * The page of leads that the address asks for.
 * @param userId of who is signed in, for "assigned to me"
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
 * Gives a lead to a member of staff, or to nobody.
 * @param lead as it was read: a change that somebody else made since is not overwritten
 * @throws {Failure} with the server's message, or when somebody else was first
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
  const [changed] = dataOf(answer);
  if (changed) return changed;
  const [now] = dataOf(
    await api.from('customers').select('assigned_to,updated_at').eq('id', lead.id),
  );
  // why: sent again after a lost answer, it was saved the first time.
  if (!now || now.assigned_to !== assignedTo) {
    throw new Failure('Somebody else changed this lead meanwhile. What they chose is shown now.', {
      status: 409,
    });
  }
  return now;
}
