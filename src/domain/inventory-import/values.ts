import { latinDigits } from '../digits.ts';

/**
 * A spreadsheet number in the database's format. Understands `1,200`, `₹500`, `Rs. 1,25,000.00` and
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

const YES = new Set(['yes', 'y', 'true', '1', 'on']);
const NO = new Set(['no', 'n', 'false', '0', 'off']);

/** Spreadsheet spellings of yes and no as `true` and `false`; other texts unchanged. */
export function plainYesNo(text: string): string {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return 'true';
  return NO.has(word) ? 'false' : text.trim();
}

/**
 * A cell's text without control characters, and without the apostrophe our export puts before a
 * formula. why: PostgreSQL text cannot hold null bytes, JSON cannot hold lone surrogates.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, '')
    .trim()
    .replace(/^'(?='*[=+\-@\t\r])/, '')
    .trim();
}
