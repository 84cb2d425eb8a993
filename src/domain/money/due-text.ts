import { formatDate } from '../dates.ts';
import { daysBetween, type StudioDate } from '../days.ts';
import { formatTotal } from '../money.ts';

/** An order's due amount, as a list or the ledger shows it. */
export interface DueAmount {
  /** Rupees; negative when the studio owes the customer. */
  due: number;
  /** The last day to pay: the first day of the rental (docs/product/money.md#due). Null: no date. */
  due_on: StudioDate | null;
}

/** Days past the last day to pay; 0 while nothing is due, on the day itself and before. */
export function overdueDays({ due, due_on }: DueAmount, today: StudioDate): number {
  if (due <= 0 || due_on === null) return 0;
  return Math.max(0, daysBetween(due_on, today));
}

/** When an amount is due: `12 days overdue, was due 23 Nov 2026`, `due today`, `due by 4 Dec 2026`, `no date`. */
export function dueDayText(amount: DueAmount, today: StudioDate): string {
  if (amount.due_on === null) return 'no date';
  const days = overdueDays(amount, today);
  if (days > 0) return `${daysText(days)} overdue, was due ${formatDate(amount.due_on)}`;
  return amount.due_on === today ? 'due today' : `due by ${formatDate(amount.due_on)}`;
}

const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

/**
 * The due amount in words: `₹12,596.80 due by 3 Dec 2026`, `₹500.00 due, 2 days overdue`, `Paid`,
 * `₹250.00 to refund`.
 */
export function dueAmountText(amount: DueAmount, today: StudioDate): string {
  if (amount.due === 0) return 'Paid';
  if (amount.due < 0) return `${formatTotal(-amount.due)} to refund`;
  const when = dueDayWords(amount, today);
  const comma = overdueDays(amount, today) > 0 ? ',' : '';
  return [`${formatTotal(amount.due)} due${comma}`, when].filter(Boolean).join(' ');
}

/** The day of a due amount, after the amount: `by 3 Dec 2026`, `today`, `2 days overdue`; '' without one. */
export function dueDayWords(amount: DueAmount, today: StudioDate): string {
  if (amount.due_on === null) return '';
  const days = overdueDays(amount, today);
  if (days > 0) return `${daysText(days)} overdue`;
  return amount.due_on === today ? 'today' : `by ${formatDate(amount.due_on)}`;
}
