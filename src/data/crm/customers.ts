import { present } from '#domain/clock.ts';
import { queryOptions } from '@tanstack/react-query';
import { customerFacts, type CustomerFacts } from '#domain/crm/customer.ts';
import type { MergeDetail } from '#domain/crm/merge-details.ts';
import { retryOnce, listOptions } from '../core/list.ts';
import { customerNames, noteTexts, takenMobile, CUSTOMER_ANSWERS } from './customer-answers.ts';
import { parseAnswer } from '../core/parse-answer.ts';
import { dataOf } from '../core/answer-data.ts';
import { Failure } from '../core/failure.ts';
import { failureDetails } from '../core/failure-details.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { isDuplicateInsert } from '../core/write-outcome.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';

/** A customer by number with all their records, null when there is none. One request. */
export function customerQuery(api: StaffApi, number: string) {
  return queryOptions({
    queryKey: staffKeys.customer(number),
    staleTime: listOptions.staleTime,
    refetchOnWindowFocus: listOptions.refetchOnWindowFocus,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, CUSTOMER_ANSWERS, 'customer_record', { number }, signal),
  });
}

/** Customers by any words of name, company, mobile, e-mail and number: the best. @param size 1 to 50 */
export function foundCustomersQuery(api: StaffApi, q: string, size = 8) {
  return queryOptions({
    queryKey: staffKeys.foundCustomers(q, size),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, CUSTOMER_ANSWERS, 'find_customers', { q, size }, signal),
  });
}

/** Pairs of customers who are likely one person, the likeliest 50. One request. */
export function duplicatePairsQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.duplicatePairs,
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, CUSTOMER_ANSWERS, 'duplicate_pairs', {}, signal),
  });
}

/** Number and name of a customer by id, null when there is none: for a filter's chip. */
export function customerNameQuery(api: StaffApi, id: string) {
  return queryOptions({
    queryKey: staffKeys.customerName(id),
    retry: retryOnce,
    queryFn: async () => {
      const answer = await api
        .from('customers')
        .select('customer_number,first_name,last_name')
        .eq('id', id)
        .limit(1);
      return parseAnswer('customers', customerNames, answer)[0] ?? null;
    },
  });
}

/** The fields of a customer that staff may edit. */
export interface CustomerEdit {
  first_name: string;
  last_name: string;
  email: string;
  /** '+91' and ten digits. */
  mobile: string;
}

/**
 * Edits a customer's name, e-mail address or mobile number, unless somebody else edited the customer since.
 * @param seen `updated_at` of the record that the edit started from
 * @throws {Failure} 409 with the current record, 409 with the customer who has the number, 422 with the field: see
 * {@link conflictingCustomer}, {@link mobileHolder} and `invalidField`
 */
export async function editCustomer(
  api: StaffApi,
  id: string,
  edit: CustomerEdit,
  seen: string,
): Promise<void> {
  try {
    await callFunction(api, CUSTOMER_ANSWERS, 'correct_customer', {
      id,
      ...edit,
      expected_updated_at: seen,
    });
  } catch (error) {
    const current = conflictingCustomer(error);
    const isSaved =
      current?.first_name === edit.first_name &&
      current.last_name === edit.last_name &&
      (current.email ?? '') === edit.email &&
      current.mobile === edit.mobile;
    // why: a retry after a lost answer conflicts with its own first attempt.
    if (!isSaved) throw error;
  }
}

/** The current record, where an edit was refused because somebody else edited it; else null. */
export function conflictingCustomer(error: unknown): CustomerFacts | null {
  return failureDetails(error, 'PT409', customerFacts);
}

/** The customer who has the mobile number, where an edit was refused because of them; else null. */
export function mobileHolder(error: unknown) {
  return failureDetails(error, 'PT409', takenMobile)?.customer ?? null;
}

/** Two customers who are one person, and the details that the remaining one gets from the other. */
export interface Merge {
  /** Id of the customer that remains. */
  into: string;
  /** Id of the one that is merged into it. */
  from: string;
  details: MergeDetail[];
}

/**
 * Merges a customer into another one.
 * @param key the same for repeats of one merge
 * @throws {Failure}
 */
export async function mergeCustomers(api: StaffApi, merge: Merge, key: string): Promise<void> {
  await callFunction(api, CUSTOMER_ANSWERS, 'merge_customers', { ...merge, key });
}

/**
 * Undoes a merge, within 24 hours.
 * @param key the same for repeats of one undo
 * @throws {Failure}
 */
export async function undoMerge(api: StaffApi, id: string, key: string): Promise<void> {
  await callFunction(api, CUSTOMER_ANSWERS, 'undo_merge', { id, key });
}

/**
 * Says that two customers, by their ids, are not the same person, or takes that back.
 * @throws {Failure}
 */
export async function tellApart(
  api: StaffApi,
  pair: { one: string; other: string },
  apart: boolean,
): Promise<void> {
  await callFunction(api, CUSTOMER_ANSWERS, 'tell_apart', { ...pair, apart });
}

/**
 * Erases a customer's personal data, for good; admins only.
 * @returns the day until which their invoices, credit notes and vouchers stay; null without any
 * @throws {Failure}
 */
export async function eraseCustomer(api: StaffApi, id: string): Promise<string | null> {
  const { documents_until } = await callFunction(api, CUSTOMER_ANSWERS, 'erase_customer', { id });
  return documents_until;
}

/** Marks a message of the contact form as handled by the signed-in user, or as unhandled. @throws {Failure} */
export async function setMessageHandled(
  api: StaffApi,
  id: string,
  handled: boolean,
): Promise<void> {
  const answer = await api
    .from('contact_enquiries')
    .update({ handled_at: handled ? present().toISOString() : null })
    .eq('id', id)
    .select('id');
  if (dataOf(answer).length === 0) throw gone('message');
}

/** The record that a note belongs to: a customer, or one of their enquiries or orders. */
export interface NoteSubject {
  customer_id: string;
  enquiry_order_id?: string;
  order_id?: string;
}

/**
 * Adds a note to a customer, enquiry or order. Idempotent: a retry with the same id after a lost answer updates the
 * first note to the current text.
 * @param note.id generated by the form
 * @throws {Failure}
 */
export async function addNote(
  api: StaffApi,
  about: NoteSubject,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const answer = await api
    .from('customer_notes')
    .insert({ id, ...about, note })
    .select('id')
    .single();
  if (isDuplicateInsert(answer, 'customer_notes'))
    await editNote(api, { id, edited_at: null }, note);
  else dataOf(answer);
}

/**
 * Edits one's own note, or as an admin any note.
 * @param seen the note that the edit started from
 * @throws {Failure} 409 when it was edited or deleted since
 */
export async function editNote(
  api: StaffApi,
  seen: { id: string; edited_at: string | null },
  note: string,
): Promise<void> {
  const change = api.from('customer_notes').update({ note }).eq('id', seen.id);
  const answer = await (
    seen.edited_at === null ? change.is('edited_at', null) : change.eq('edited_at', seen.edited_at)
  ).select('id');
  if (dataOf(answer).length > 0) return;
  const current = await api.from('customer_notes').select('note').eq('id', seen.id);
  // why: a retry after a lost answer finds its own text.
  if (parseAnswer('customer_notes', noteTexts, current)[0]?.note !== note) {
    throw new Failure('The note was edited or deleted meanwhile.', { status: 409 });
  }
}

/** Deletes one's own note, or as an admin any note. @throws {Failure} */
export async function deleteNote(api: StaffApi, id: string): Promise<void> {
  const answer = await api.from('customer_notes').delete().eq('id', id).select('id');
  if (dataOf(answer).length === 0) throw gone('note');
}

const gone = (what: string) => new Failure(`The ${what} is not there any more.`, { status: 404 });
