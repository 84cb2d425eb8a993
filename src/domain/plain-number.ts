import { latinDigits } from './digits.ts';

/**
 * A typed number in the database's format. Understands `1,200`, `₹500`, `Rs. 1,25,000.00` and
 * `500/-`, groups with any blank (`2 500`) and digits of Indian scripts, and drops trailing zeros of decimals. Ambiguous texts
 * (`12,5`, `1.200,50`, `1 20`) are returned unchanged, for the check to report.
 */
export function plainNumber(text: string): string {
  const bare = latinDigits(text)
    .trim()
    .replace(/^(?:₹|rs\.?(?=[\s\d])|inr)\s*/i, '')
    .replace(/\s*\/-$/, '');
  const isGrouped = /^\d{1,3}(?:([,\s])(?:\d{2,3}\1)*)\d{3}(?:\.\d+)?$/.test(bare);
  const digits = isGrouped ? bare.replaceAll(/[,\s]/g, '') : bare;
  if (!/^\d+(?:\.\d*)?$/.test(digits)) return text.trim();
  return digits.includes('.') ? digits.replace(/\.?0*$/, '') : digits;
}

/**
 * A quantity as typed at any door: a whole number in plain digits, groups, or digits of Indian scripts; `2.0` is 2.
 * @returns null for everything else, such as `1.5`, `1,5` and `10/12`, which no door may guess
 */
export function readQuantity(typed: string): number | null {
  const number = plainNumber(typed);
  return /^\d{1,9}$/.test(number) ? Number(number) : null;
}
