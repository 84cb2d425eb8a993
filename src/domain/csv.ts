/** Value of a cell; null is empty. */
export type CsvCell = string | number | null;

/** Makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A record of a CSV file with its line break (RFC 4180). */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'number' ? String(cell) : unarmed(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * why: spreadsheets run texts that start like a formula, and visitors type these texts
 * (https://owasp.org/www-community/attacks/CSV_Injection). Existing leading apostrophes get one more,
 * so that an import can remove exactly one.
 */
const unarmed = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
