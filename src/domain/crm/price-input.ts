import { plainNumber } from '../plain-number.ts';

/** The highest price that the database holds, in rupees. */
const HIGHEST = 9_999_999.99;

/**
 * Rupees as typed, `1,250` or `₹99.50`; null for no number, too many decimals or beyond the limit.
 * @param highest in rupees; by default that of prices
 */
export function readPrice(text: string, highest = HIGHEST): number | null {
  const digits = plainNumber(text);
  if (!/^\d+(\.\d{1,2})?$/.test(digits)) return null;
  const price = Number(digits);
  return price <= highest ? price : null;
}

/** Why a text is no price; '' for nothing. */
export function priceProblem(text: string): string {
  if (text.trim() === '') return 'Enter the price.';
  return readPrice(text) === null ? 'Enter rupees, with two decimals at most.' : '';
}

/**
 * Why a text is no discount; '' for nothing. A discount that the lines fell below may stay.
 * @param lines what the lines cost, in rupees without GST
 * @param present the discount of now in rupees; null for none, or a percentage
 */
export function discountProblem(
  unit: 'percent' | 'amount',
  text: string,
  { lines, present }: { lines: number; present: number | null },
): string {
  const value = readPrice(text);
  if (value === null || value === 0) return 'Enter the discount.';
  if (unit === 'percent') return value > 100 ? 'A discount is 100 % at most.' : '';
  return value > lines && value !== present ? 'The discount cannot be more than the lines.' : '';
}
