import { queryOptions } from '@tanstack/react-query';
import type { CustomerFacts, CustomerRecord } from '#domain/crm/customer.ts';
import { retryOnce, listOptions } from './list.ts';
import { dataOf, Failure } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import { isDuplicateInsert } from './write-outcome.ts';
import type { StaffApi } from './staff-api.ts';

/** A customer with everything of theirs, by number; null when there is none. One request. */
export function customerQuery(api: StaffApi, number: string) {
  return queryOptions({
    queryKey: staffKeys.customer(number),
    staleTime: listOptions.staleTime,
    refetchOnWindowFocus: listOptions.refetchOnWindowFocus,
    retry: retryOnce,
    queryFn: async ({ signal }): Promise<CustomerRecord | null> =>
      dataOf(
        await api.rpc('customer_record', { number }).abortSignal(signal),
      ) as unknown as CustomerRecord | null,
  });
}

/** Number and name of a customer by id, null when there is none: for the chip of a filter. */
export function customerNameQuery(api: StaffApi, id: string) {
  return queryOptions({
    queryKey: staffKeys.customerName(id),
    retry: retryOnce,
    queryFn: async () => {
      const rows = dataOf(
        await api
          .from('customers')
          .select('customer_number,first_name,last_name')
          .eq('id', id)
          .limit(1),
      );
      return rows[0] ?? null;
    },
  });
}

/** What staff may correct of a customer. */
export interface CustomerEdit {
  first_name: string;
  last_name: string;
  email: string;
}

/**
 * Corrects a customer's name or e-mail address, unless somebody changed the customer meanwhile.
 * @param seen `updated_at` of the record that was corrected
 * @throws {Failure} 409 with the record as it is in `details`; 422 with the field in `details`
 */
export async function editCustomer(
  api: StaffApi,
  id: string,
  correction: CustomerEdit,
  seen: string,
): Promise<void> {
  try {
    dataOf(await api.rpc('correct_customer', { id, ...correction, expected_updated_at: seen }));
  } catch (error) {
    const now = error instanceof Failure ? conflictingCustomer(error) : null;
    const isSaved =
      now?.first_name === correction.first_name &&
      now.last_name === correction.last_name &&
      now.email === correction.email;
    // why: sent again after a lost answer, it was saved the first time.
    if (!isSaved) throw error;
  }
}

/** The record as it is now, of a refusal because somebody changed it meanwhile; null for others. */
export function conflictingCustomer(error: Error | null): CustomerFacts | null {
  if (!(error instanceof Failure) || error.status !== 409 || !error.details) return null;
  return JSON.parse(error.details) as CustomerFacts;
}

/** The field that a refusal names, '' where it names none. */
export function invalidField(error: Error | null): string {
  if (!(error instanceof Failure) || error.status !== 422 || !error.details) return '';
  return (JSON.parse(error.details) as { field?: string }).field ?? '';
}

/** Erases a customer's personal data, for good; admins only. @throws {Failure} */
export async function eraseCustomer(api: StaffApi, id: string): Promise<void> {
  dataOf(await api.rpc('erase_customer', { id }));
}

/** Marks a message of the contact form as handled by who is signed in, or as not. @throws {Failure} */
export async function setMessageHandled(
  api: StaffApi,
  id: string,
  handled: boolean,
): Promise<void> {
  const answer = await api
    .from('contact_enquiries')
    .update({ handled_at: handled ? new Date().toISOString() : null })
    .eq('id', id)
    .select('id');
  if (dataOf(answer).length === 0) throw gone('message');
}

/**
 * Writes a note about a customer under an id that its form made up; sent again with that id, because
 * the first answer was lost, it is the same note, with the text as it is now.
 * @throws {Failure}
 */
export async function addNote(
  api: StaffApi,
  customerId: string,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const answer = await api
    .from('customer_notes')
    .insert({ id, customer_id: customerId, note })
    .select('id')
    .single();
  if (isDuplicateInsert(answer, 'customer_notes'))
    await editNote(api, { id, edited_at: null }, note);
  else dataOf(answer);
}

/**
 * Edits a note: one's own, an admin any; unless somebody edited or deleted it meanwhile.
 * @param seen the note as it was read
 * @throws {Failure} 409 when it is not as it was read any more
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
  const [now] = dataOf(await api.from('customer_notes').select('note').eq('id', seen.id));
  // why: sent again after a lost answer, it was saved the first time.
  if (now?.note !== note) {
    throw new Failure('The note was edited or deleted meanwhile.', { status: 409 });
  }
}

/** Deletes a note: one's own, an admin any. @throws {Failure} */
export async function deleteNote(api: StaffApi, id: string): Promise<void> {
  const answer = await api.from('customer_notes').delete().eq('id', id).select('id');
  if (dataOf(answer).length === 0) throw gone('note');
}

const gone = (what: string) => new Failure(`The ${what} is not there any more.`, { status: 404 });
