/** What a cell may hold; null is an empty one. */
export type CsvCell = string | number | null;

/** Lets Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One record of a CSV file, its line break included (RFC 4180). */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'number' ? String(cell) : unarmed(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * why: a spreadsheet takes a text that begins so for a formula and runs it, and visitors type these
 * texts (https://owasp.org/www-community/attacks/CSV_Injection). A text that begins with apostrophes
 * before such a character gets one more, so that whoever reads the file can take one off.
 */
const unarmed = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
