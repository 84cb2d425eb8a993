import { owners } from './rental-answers.ts';
import { Failure } from '../core/failure.ts';
import { parseAnswer } from '../core/parse-answer.ts';
import type { StaffApi } from '../core/staff-api.ts';

/** The table of an enquiry or order. */
export type RentalTable = 'enquiry_orders' | 'orders';

/**
 * Gives an enquiry or order another owner, or none.
 * @param rental as it was read: a later change of its owner by somebody else is not overwritten
 * @throws {Failure} with the server's message, or 409 after a change by somebody else
 */
export async function assignRental(
  api: StaffApi,
  table: RentalTable,
  rental: { id: string; assigned_to: string | null },
  assignedTo: string | null,
): Promise<{ assigned_to: string | null }> {
  const change = api.from(table).update({ assigned_to: assignedTo }).eq('id', rental.id);
  const answer = await (
    rental.assigned_to === null
      ? change.is('assigned_to', null)
      : change.eq('assigned_to', rental.assigned_to)
  ).select('assigned_to');
  const [changed] = parseAnswer(table, owners, answer);
  if (changed) return changed;
  const [now] = parseAnswer(
    table,
    owners,
    await api.from(table).select('assigned_to').eq('id', rental.id),
  );
  // why: a retry after a lost answer finds its own change.
  if (!now || now.assigned_to !== assignedTo) {
    throw new Failure('Somebody else changed the owner meanwhile. Their change is shown now.', {
      status: 409,
    });
  }
  return now;
}
