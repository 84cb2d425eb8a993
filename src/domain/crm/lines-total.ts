import { rentalDays } from '../days.ts';
import { lineAmount } from '../line-amount.ts';
import { formatTotal, roundRupees } from '../money.ts';
import type { EditableLine } from './rental-line.ts';
import type { Discount } from './rental.ts';

/** The parts of a line that its amount depends on. */
export type PricedLine = Pick<
  EditableLine,
  'quantity' | 'price' | 'per_day' | 'rental_from' | 'rental_to'
>;

/** Cost of a line of an enquiry or order, in rupees without GST. Its days are those of `private.charged_days` in SQL. */
export function rentalLineAmount(line: PricedLine): number {
  const days = line.per_day ? rentalDays(line.rental_from, line.rental_to) : null;
  return lineAmount(line.price, line.quantity, days);
}

/** The amounts of an enquiry or order in rupees without GST. */
export interface LinesTotal {
  /** All lines, before the discount. */
  lines: number;
  discount: number;
  /** Never below 0. */
  total: number;
}

/**
 * Previews the total of an enquiry or order while it is edited. The database's `private.order_total` has the same rule
 * and its answer counts.
 */
export function linesTotal(
  lines: readonly PricedLine[],
  { discount_percent: percent, discount_amount: amount }: Discount,
): LinesTotal {
  const sum = roundRupees(lines.reduce((total, line) => total + rentalLineAmount(line), 0));
  const wanted = percent === null ? (amount ?? 0) : roundRupees((sum * percent) / 100);
  const discount = Math.min(wanted, sum);
  return { lines: sum, discount, total: roundRupees(sum - discount) };
}

/** Says that the lines fell below a discount in rupees, and to what it is limited; '' where they did not. */
export function limitedDiscountText(lines: readonly PricedLine[], given: Discount): string {
  const { discount } = linesTotal(lines, given);
  const amount = given.discount_amount ?? 0;
  if (amount <= discount) return '';
  return `The discount of ${formatTotal(amount)} is more than the lines: it is limited to ${formatTotal(discount)}.`;
}
