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

/**
 * Parses a CSV file separated by commas, semicolons or tabs. Encodings: UTF-8 with or without BOM,
 * UTF-16 (Excel's "Unicode Text"), otherwise Windows-1252.
 * @throws {CsvRefusal} for other files, too large files and unclosed quotes
 */
export async function readCsv(file: Blob): Promise<CsvTable> {
  if (file.size > MOST_BYTES) throw new CsvRefusal('The file is larger than 10 MB.');
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  const { default: Papa } = await import('papaparse');
  // why: papaparse's own detection is misled by a blank last line.
  const columns = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0;
  const delimiter = SEPARATORS.reduce((best, one) => (columns(one) > columns(best) ? one : best));
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const unclosed = errors.find(({ type }) => type === 'Quotes');
  if (unclosed) {
    const line = (unclosed.row ?? 0) + 1;
    throw new CsvRefusal(
      `A quote in line ${line} is never closed, or not doubled inside of quotes.`,
    );
  }
  const [heads = [], ...rest] = data;
  if (heads.every((head) => head.trim() === '')) {
    throw new CsvRefusal(
      rest.length === 0 ? 'The file is empty.' : 'Line 1 must name the columns.',
    );
  }
  const lines = rest
    .map((cells, at) => ({ line: at + 2, cells }))
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
  const text = decodedAs(encoding, bytes);
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
