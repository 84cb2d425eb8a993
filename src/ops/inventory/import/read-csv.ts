/** The encodings that files are read in, by their names on screen. */
export const ENCODINGS = ['UTF-8', 'UTF-16', 'Windows-1252'] as const;
/** The separators of cells, with their names on screen. */
export const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;

/** Notation of a file. */
export interface CsvFormat {
  encoding: (typeof ENCODINGS)[number];
  separator: keyof typeof SEPARATORS;
}

/** Header and lines of a file. */
export interface CsvTable {
  format: CsvFormat;
  /** Number of the line with the header. */
  headLine: number;
  heads: string[];
  /** Lines with their number in the file, whose first is line 1. */
  lines: { line: number; cells: string[] }[];
}

/** A file cannot be read; the message is for the user. */
export class CsvRefusal extends Error {}

const MOST_BYTES = 10_000_000;
const MOST_LINES = 10_000;
/** Excel's first line that names the separator. */
const SAID_SEPARATOR = /^"?sep=([,;\t])"?[,;\t]*(?:\r\n?|\n|$)/i;
/** DOS's mark of the end of a text. */
const END_MARK = '\u001a';

/** Lines at the beginning that tell the separator, and may be titles above the header. */
const FIRST_LINES = 20;

/**
 * Parses a CSV file separated by commas, semicolons or tabs. Encodings: UTF-8 with or without BOM,
 * UTF-16 (Excel's "Unicode Text"), otherwise Windows-1252. Lines above the header that are blank or
 * titles are left out.
 * @param chosen what is not to be detected
 * @param headsIn how many cells of a line are known heads
 * @throws {CsvRefusal} for other files, too large files, bytes of another encoding and unclosed quotes
 */
export async function readCsv(
  file: Blob,
  chosen: Partial<CsvFormat> = {},
  headsIn: (cells: readonly string[]) => number = () => 0,
): Promise<CsvTable> {
  if (file.size > MOST_BYTES) throw new CsvRefusal('The file is larger than 10 MB.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { encoding, whole, isBroken } = decoded(bytes, chosen.encoding);
  const said = SAID_SEPARATOR.exec(whole);
  const text = said ? whole.slice(said[0].length) : whole;
  const first = said ? 2 : 1;
  const { default: Papa } = await import('papaparse');
  const rowsBy = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, preview: FIRST_LINES }).data;
  const separator =
    chosen.separator ?? SEPARATOR_KEYS.find((one) => one === said?.[1]) ?? detected(rowsBy);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator });
  const lineWith = (sign: string) =>
    data.findIndex((cells) => cells.some((cell) => cell.includes(sign))) + first;
  if (text.includes('\0')) {
    throw new CsvRefusal(`This is no text file: line ${lineWith('\0')} holds a NUL sign.`);
  }
  if (isBroken) {
    throw new CsvRefusal(
      `Line ${lineWith(UNREADABLE)} has a byte that is not ${encoding}, as the rest of the file is. Save the file as UTF-8, or choose its encoding.`,
    );
  }
  const unclosed = errors.find(({ type }) => type === 'Quotes');
  if (unclosed) {
    const line = (unclosed.row ?? 0) + first;
    throw new CsvRefusal(
      `A quote in line ${line} is never closed, or not doubled inside of quotes.`,
    );
  }
  const titles = titlesOf(data, headsIn);
  const headLine = titles + first;
  const [heads = [], ...rest] = data.slice(titles);
  if (filled(heads) === 0) {
    throw new CsvRefusal(
      rest.length === 0 ? 'The file is empty.' : `Line ${headLine} must name the columns.`,
    );
  }
  const lines = rest
    .map((cells, at) => ({ line: at + headLine + 1, cells }))
    .filter(({ cells }) => filled(cells) > 0);
  if (lines.length === 0) throw new CsvRefusal('The file has no lines under its head.');
  if (lines.length > MOST_LINES) {
    throw new CsvRefusal('A file can have at most 10,000 lines. Split it into several.');
  }
  const format = { encoding, separator };
  return { format, headLine, heads: heads.map((head) => head.trim()), lines };
}

const SEPARATOR_KEYS = [',', ';', '\t'] as const;
const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

/**
 * Number of lines above the header: blank ones and titles, of one cell, above a line with more; where a later line has
 * more known heads, and two at least, titles of several cells too.
 */
function titlesOf(
  rows: readonly string[][],
  headsIn: (cells: readonly string[]) => number,
): number {
  const first = rows.slice(0, FIRST_LINES);
  const wide = Math.max(
    0,
    first.findIndex((cells) => filled(cells) > 1),
  );
  const heads = first.map((cells) => headsIn(cells));
  const most = Math.max(...heads);
  // why two: one word of an item may be a head too.
  return most > Math.max(1, heads[wide] ?? 0) ? heads.indexOf(most) : wide;
}

/**
 * The separator that gives most of the first lines the same number of cells, of several the one with
 * most cells. why not papaparse's own detection: a blank last line misleads it.
 */
function detected(rowsBy: (separator: string) => string[][]): CsvFormat['separator'] {
  const score = (separator: string) => {
    const counts = rowsBy(separator)
      .map(({ length }) => length)
      .filter((length) => length > 1);
    const alike = counts.map((count) => [counts.filter((one) => one === count).length, count]);
    const [lines = 0, cells = 0] =
      alike.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => c - a || d - b)[0] ?? [];
    return lines * 1e6 + cells;
  };
  return SEPARATOR_KEYS.reduce((best, one) => (score(one) > score(best) ? one : best));
}

/** A decoder's sign for bytes that it cannot read. */
const UNREADABLE = '\ufffd';

/** The text, and whether it has bytes that the encoding does not have. */
function decoded(bytes: Uint8Array, chosen: CsvFormat['encoding'] | undefined) {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new CsvRefusal('This is a workbook, not a CSV file. Save the sheet as CSV first.');
  }
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  const isUtf16 = isBigEndian || (bytes[0] === 0xff && bytes[1] === 0xfe);
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const utf8 = readAs('utf-8', bytes);
  // why: one valid letter of several bytes is no accident, so the other bytes are the fault.
  const isUtf8 = isMarked || !utf8.isBroken || /[^\0-\u007f\ufffd]/.test(utf8.text);
  const encoding = chosen ?? (isUtf16 ? 'UTF-16' : isUtf8 ? 'UTF-8' : 'Windows-1252');
  const { text, isBroken } =
    encoding === 'UTF-8'
      ? utf8
      : readAs(
          encoding === 'Windows-1252' ? 'windows-1252' : isBigEndian ? 'utf-16be' : 'utf-16le',
          bytes,
        );
  const end = text.trimEnd();
  const whole = end.endsWith(END_MARK) ? end.slice(0, -END_MARK.length) : text;
  return { encoding, whole, isBroken };
}

function readAs(label: string, bytes: Uint8Array): { text: string; isBroken: boolean } {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), isBroken: false };
  } catch {
    return { text: new TextDecoder(label).decode(bytes), isBroken: true };
  }
}
