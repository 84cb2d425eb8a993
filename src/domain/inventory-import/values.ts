/**
 * A number of a spreadsheet as the database takes it: `1,200`, `₹500`, `Rs. 1,25,000.00` and `500/-`
 * are understood, and zeros at the end of decimals dropped. Whatever could mean two things (`12,5`,
 * `1.200,50`, `1 200`) stays as it is, for the check to name it.
 */
export function plainNumber(text: string): string {
  const bare = text
    .trim()
    .replace(/^(?:₹|rs\.?(?=[\s\d])|inr)\s*/i, '')
    .replace(/\s*\/-$/, '');
  const isGrouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(bare);
  const digits = isGrouped ? bare.replaceAll(',', '') : bare;
  if (!/^\d+(?:\.\d*)?$/.test(digits)) return text.trim();
  return digits.includes('.') ? digits.replace(/\.?0*$/, '') : digits;
}

const YES = new Set(['yes', 'y', 'true', '1', 'on']);
const NO = new Set(['no', 'n', 'false', '0', 'off']);

/** Yes or no as spreadsheets write it, as the database takes it: `true` or `false`; else as it is. */
export function plainYesNo(text: string): string {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return 'true';
  return NO.has(word) ? 'false' : text.trim();
}

/**
 * A text of a cell without what nobody can see, and without the apostrophe that a file of ours puts
 * before a formula's first character.
 * why: PostgreSQL's text holds no null byte, JSON no half of an emoji.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, '')
    .trim()
    .replace(/^'(?='*[=+\-@\t\r])/, '')
    .trim();
}
