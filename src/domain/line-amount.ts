import { paiseOf } from './money.ts';

/**
 * Cost of a line in whole paise without GST: price × pieces × days. Exact up to 2⁵³ paise; a line has at most
 * ₹999,99,99,999.99. Twin of `private.line_amount` in SQL, which decides.
 * @param price rupees for one piece, per day where the line has days
 * @param days null: charged once
 */
export function linePaise(price: number, pieces: number, days: number | null): number {
  return paiseOf(price) * pieces * (days ?? 1);
}

/** Cost of a line in rupees: see {@link linePaise}. */
export function lineAmount(...line: Parameters<typeof linePaise>): number {
  return linePaise(...line) / 100;
}
