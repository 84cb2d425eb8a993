import type { StudioDate } from '../days.ts';
import { formatTotal, roundRupees } from '../money.ts';
import { dueAmountText, dueDayWords } from './due-text.ts';
import type { Ledger } from './ledger.ts';

type Owed = Pick<
  Ledger,
  | 'due'
  | 'due_on'
  | 'billed'
  | 'basis'
  | 'to_bill'
  | 'to_credit'
  | 'received'
  | 'tds'
  | 'written_off'
>;

/** Amount due on issued invoices: billed less received, never below 0. Rupees. */
export function dueOnInvoices({ billed, received, tds, written_off: writtenOff }: Owed): number {
  return Math.max(0, roundRupees(billed - received - tds - writtenOff));
}

/**
 * Debt of an order, in words: `₹2,360.00 due, not invoiced yet, by 3 Dec 2026`, `₹3,540.00 due, ₹2,360.00 of it not
 * invoiced yet, 2 days overdue`, `₹2,360.00 to credit`, `₹250.00 to refund`, `Paid`.
 */
export function owedText(owed: Owed, today: StudioDate): string {
  const { due, basis, to_bill: toBill, to_credit: toCredit } = owed;
  const credit = toCredit > 0 ? `${formatTotal(toCredit)} to credit` : '';
  if (due < 0) {
    const refund = roundRupees(-due - toCredit);
    return [credit, refund > 0 && `${formatTotal(refund)} to refund`].filter(Boolean).join(', ');
  }
  const open = basis === 'invoice' ? toBill : 0;
  if (due === 0) {
    return ['Paid', open > 0 && `${formatTotal(open)} not invoiced yet`, credit]
      .filter(Boolean)
      .join(', ');
  }
  const uninvoiced =
    open > 0 && (open >= due ? 'not invoiced yet' : `${formatTotal(open)} of it not invoiced yet`);
  if (!uninvoiced && !credit) return dueAmountText(owed, today);
  return [`${formatTotal(due)} due`, uninvoiced, dueDayWords(owed, today), credit]
    .filter(Boolean)
    .join(', ');
}
