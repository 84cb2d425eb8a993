/** Header and lines of a file. */
export interface CsvTable {
  heads: string[];
  /** Lines with their number in the file; the header is line 1. */
  lines: { line: number; cells: string[] }[];
}

/** A file cannot be read; the message is for the user. */
export class CsvRefusal extends Error {}

const MOST_BYTES = 10_000_000;
const MOST_LINES = 10_000;
const SEPARATORS = [',', ';', '\t'];
/** Excel's first line that names the separator. */
const SAID_SEPARATOR = /^"?sep=([,;\t])"?[,;\t]*(?:\r\n?|\n|$)/i;
/** DOS's mark of the end of a text. */
const END_MARK = '\u001a';

/**
 * Parses a CSV file separated by commas, semicolons or tabs. Encodings: UTF-8 with or without BOM,
 * UTF-16 (Excel's "Unicode Text"), otherwise Windows-1252.
 * @throws {CsvRefusal} for other files, too large files and unclosed quotes
 */
export async function readCsv(file: Blob): Promise<CsvTable> {
  if (file.size > MOST_BYTES) throw new CsvRefusal('The file is larger than 10 MB.');
  const whole = decoded(new Uint8Array(await file.arrayBuffer()));
  const said = SAID_SEPARATOR.exec(whole);
  const text = said ? whole.slice(said[0].length) : whole;
  const first = said ? 2 : 1;
  const { default: Papa } = await import('papaparse');
  // why: papaparse's own detection is misled by a blank last line.
  const columns = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0;
  const delimiter =
    said?.[1] ?? SEPARATORS.reduce((best, one) => (columns(one) > columns(best) ? one : best));
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const unclosed = errors.find(({ type }) => type === 'Quotes');
  if (unclosed) {
    const line = (unclosed.row ?? 0) + first;
    throw new CsvRefusal(
      `A quote in line ${line} is never closed, or not doubled inside of quotes.`,
    );
  }
  const [heads = [], ...rest] = data;
  if (heads.every((head) => head.trim() === '')) {
    throw new CsvRefusal(
      rest.length === 0 ? 'The file is empty.' : `Line ${first} must name the columns.`,
    );
  }
  const lines = rest
    .map((cells, at) => ({ line: at + first + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (lines.length === 0) throw new CsvRefusal('The file has no lines under its head.');
  if (lines.length > MOST_LINES) {
    throw new CsvRefusal('A file can have at most 10,000 lines. Split it into several.');
  }
  return { heads: heads.map((head) => head.trim()), lines };
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new CsvRefusal('This is a workbook, not a CSV file. Save the sheet as CSV first.');
  }
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  const all = decodedAs(encoding, bytes);
  const end = all.trimEnd();
  const text = end.endsWith(END_MARK) ? end.slice(0, -END_MARK.length) : all;
  if (text.includes('\0')) throw new CsvRefusal('This is no text file.');
  return text;
}

function decodedAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
