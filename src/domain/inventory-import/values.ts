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
