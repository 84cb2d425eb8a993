import { queryOptions } from '@tanstack/react-query';
import { listKey, type CrmSearch } from '#domain/crm/crm-search.ts';
import type { Enquiry, EnquiryRecord } from '#domain/crm/rental.ts';
import { listOptions, retryOnce, ROWS_PER_PAGE, type ListPage, type ListPart } from './list.ts';
import { dataOf, Failure } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import { rentalArgs } from './rentals.ts';
import type { StaffApi } from './staff-api.ts';

/**
 * A part of the enquiries that are not converted, as the address asks for them: one request.
 * @throws {Failure}
 */
export async function readEnquiries(
  api: StaffApi,
  search: CrmSearch,
  part: ListPart,
  signal: AbortSignal,
): Promise<ListPage<Enquiry>> {
  const answer = await api
    .rpc('search_enquiries', { ...rentalArgs(search), ...part })
    .abortSignal(signal);
  // why: the function answers jsonb, for which the generated types have no shape; the database
  // tests hold it to this one.
  return dataOf(answer) as unknown as ListPage<Enquiry>;
}

/** The page of enquiries that the address asks for. */
export function enquiriesQuery(api: StaffApi, search: CrmSearch) {
  return queryOptions({
    queryKey: staffKeys.enquiries(listKey(search)),
    ...listOptions,
    queryFn: ({ signal }) =>
      readEnquiries(api, search, { page: search.page ?? 1, size: ROWS_PER_PAGE }, signal),
  });
}

/** One enquiry by its number, converted or not, with everything of it; null when there is none. */
export function enquiryQuery(api: StaffApi, number: string) {
  return queryOptions({
    queryKey: staffKeys.enquiry(number),
    staleTime: 0,
    retry: retryOnce,
    queryFn: async ({ signal }): Promise<EnquiryRecord | null> =>
      dataOf(
        await api.rpc('enquiry_record', { number }).abortSignal(signal),
      ) as unknown as EnquiryRecord | null,
  });
}

/**
 * Changes an enquiry's status.
 * @throws {Failure} with the server's message, or 409 when it was converted or removed meanwhile
 */
export async function setEnquiryStatus(api: StaffApi, id: string, status: string): Promise<void> {
  const answer = await api
    .from('enquiry_orders')
    .update({ status })
    .eq('id', id)
    .neq('status', 'converted')
    .select('id');
  if (dataOf(answer).length === 0) {
    throw new Failure('The enquiry was converted or removed meanwhile.', { status: 409 });
  }
}

/**
 * Makes an order of a pending enquiry and answers the order's number (back office §4).
 * @throws {Failure} 409 when it is not pending any more: see {@link existingOrderNumber}
 */
export async function convertEnquiry(api: StaffApi, id: string): Promise<string> {
  const order = dataOf(await api.rpc('convert_enquiry_to_order', { id }));
  return (order as { order_number: string }).order_number;
}

/** The order into which somebody else converted the enquiry first; '' for other refusals. */
export function existingOrderNumber(error: Error): string {
  if (!(error instanceof Failure) || error.status !== 409 || !error.details) return '';
  return (JSON.parse(error.details) as { order_number?: string | null }).order_number ?? '';
}
