import { queryOptions } from '@tanstack/react-query';
import { listKey, type CrmSearch } from '#domain/crm/crm-search.ts';
import type { Enquiry } from '#domain/crm/rental.ts';
import { choiceArguments, type Choices } from '#domain/crm/conversion-choices.ts';
import { listOptions, retryOnce, ROWS_PER_PAGE, type ListPart } from '../core/list.ts';
import type { ListPage } from '../core/list-answers.ts';
import { convertedTo, RENTAL_ANSWERS } from './rental-answers.ts';
import { dataOf } from '../core/answer-data.ts';
import { Failure } from '../core/failure.ts';
import { failureDetails } from '../core/failure-details.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { rentalArgs } from './rentals.ts';
import type { MadeLink } from '../core/made-link.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';

/**
 * A part of the enquiries that are not converted, filtered and sorted as in the URL: one request.
 * @throws {Failure}
 */
export async function readEnquiries(
  api: StaffApi,
  search: CrmSearch,
  part: ListPart,
  signal: AbortSignal,
): Promise<ListPage<Enquiry>> {
  return callFunction(
    api,
    RENTAL_ANSWERS,
    'search_enquiries',
    { ...rentalArgs(search), ...part },
    signal,
  );
}

/** The page of enquiries in the URL. */
export function enquiriesQuery(api: StaffApi, search: CrmSearch) {
  return queryOptions({
    queryKey: staffKeys.enquiries(listKey(search)),
    ...listOptions,
    queryFn: ({ signal }) =>
      readEnquiries(api, search, { page: search.page ?? 1, size: ROWS_PER_PAGE }, signal),
  });
}

/** One enquiry by number, converted or not, with its items and activity; null when there is none. */
export function enquiryQuery(api: StaffApi, number: string) {
  return queryOptions({
    queryKey: staffKeys.enquiry(number),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, RENTAL_ANSWERS, 'enquiry_record', { number }, signal),
  });
}

/**
 * Changes an enquiry's status.
 * @throws {Failure} with the server's message, or 409 after it was converted or removed
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
 * Converts a pending enquiry into an order.
 * @param choices what to do about lines that are not free
 * @returns the order's number
 * @throws {Failure} 409 when it is no longer pending: see {@link existingOrderNumber}; 409 when something
 * is not free: see `refusedItems`
 */
export async function convertEnquiry(
  api: StaffApi,
  id: string,
  choices: Choices = {},
): Promise<string> {
  const args = choiceArguments(choices);
  const call = args.length > 0 ? { id, choices: args } : { id };
  return (await callFunction(api, RENTAL_ANSWERS, 'convert_enquiry_to_order', call)).order_number;
}

/** The order that an enquiry was already converted to; '' for other refusals. */
export function existingOrderNumber(error: Error): string {
  return failureDetails(error, 'PT409', convertedTo)?.order_number ?? '';
}

/**
 * Makes a link to the page of an enquiry, for a message to its customer.
 * @param call.key of this attempt: a repeat with it makes no second link
 * @throws {Failure} 409 when the customer's data was erased
 */
export const makeEnquiryLink = (
  api: StaffApi,
  call: { enquiry: string; key: string },
): Promise<MadeLink> => callFunction(api, RENTAL_ANSWERS, 'make_enquiry_link', call);

/** Ends all links to the page of an enquiry for good. @throws {Failure} */
export async function endEnquiryLinks(api: StaffApi, enquiry: string): Promise<void> {
  await callFunction(api, RENTAL_ANSWERS, 'end_enquiry_links', { enquiry });
}

/** Marks the change that a customer asked for as answered. @throws {Failure} */
export async function settleEnquiryChange(api: StaffApi, enquiry: string): Promise<void> {
  await callFunction(api, RENTAL_ANSWERS, 'settle_enquiry_change', { enquiry });
}
