import type { CustomerFacts } from './customer.ts';

/** The details of two customers that a merge compares, in the order of the screen. */
export const MERGE_DETAILS = [
  { key: 'first_name', label: 'First name' },
  { key: 'last_name', label: 'Last name' },
  { key: 'mobile', label: 'Mobile' },
  { key: 'email', label: 'E-mail' },
  { key: 'assigned_to', label: 'Assigned to' },
] as const;

/** A detail of a customer that a merge can take from either of both. */
export type MergeDetail = (typeof MERGE_DETAILS)[number]['key'];

/** The details in which two customers differ. */
export function differingDetails(one: CustomerFacts, other: CustomerFacts): MergeDetail[] {
  return MERGE_DETAILS.filter(({ key }) => one[key] !== other[key]).map(({ key }) => key);
}

/** The details to take from the merged customer at first: those that the remaining one does not have. */
export function missingDetails(remaining: CustomerFacts, merged: CustomerFacts): MergeDetail[] {
  return differingDetails(remaining, merged).filter((key) => remaining[key] === null);
}

/** Counts of the records that a merge moves. */
export interface MovedCounts {
  enquiries_total: number;
  orders_total: number;
  messages_total: number;
  notes: readonly unknown[];
}

/** The records that a merge moves: `2 enquiries, 1 order, 1 message and the activity`. */
export function movesText(merged: MovedCounts): string {
  const parts = [
    counted(merged.enquiries_total, 'enquiry', 'enquiries'),
    counted(merged.orders_total, 'order', 'orders'),
    counted(merged.messages_total, 'message', 'messages'),
    counted(merged.notes.length, 'note', 'notes'),
  ].filter((part) => part !== '');
  return parts.length > 0 ? `${parts.join(', ')} and the activity` : 'the activity';
}

function counted(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return `${count} ${count === 1 ? one : many}`;
}
