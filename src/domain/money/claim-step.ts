import { formatTotal } from '../money.ts';
import type { OpenClaim } from './due-list.ts';

/**
 * The next step with a claim: `record` its money as claimed, `link` it to the entry that has its reference,
 * correct it in `fields` first, or `none`. `reason`: why it does not fit by itself.
 */
export type ClaimStep =
  | { step: 'record' }
  | { step: 'link'; payment: string }
  | { step: 'fields' | 'none'; reason: string };

/** The step that a claim offers, by its amount and its reference (docs/product/money.md#claims). */
export function claimStep({ amount, utr, order, same_reference: same }: OpenClaim): ClaimStep {
  if (order === null) {
    return { step: 'none', reason: 'Make an order of its enquiry first; then it can be matched.' };
  }
  if (same !== null) {
    const isSame = same.kind === 'received' && same.order === order.number;
    if (isSame && same.amount === amount) return { step: 'link', payment: same.id };
    const recorded = `${utr} is recorded for ${same.order} already, with ${formatTotal(same.amount)}.`;
    return { step: 'fields', reason: recorded };
  }
  if (amount > order.due) {
    const due = order.due > 0 ? `Only ${formatTotal(order.due)} is due.` : 'Nothing is due.';
    return { step: 'fields', reason: due };
  }
  return { step: 'record' };
}
