import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { SAMPLE_DOCUMENT } from '#domain/documents/sample-document.ts';
import { documentPdf } from '#server/documents/document-pdf.ts';
import { type ReadPdf, readPdf, rowsOf } from './pdf-reader.ts';

/** The PDF of the sample document with these changes. */
export const printed = async (changes: Partial<FrozenDocument> = {}): Promise<ReadPdf> =>
  readPdf(await documentPdf({ ...SAMPLE_DOCUMENT, ...changes }, null));

/** All text of a PDF. */
export const textOf = ({ pages }: ReadPdf) => pages.join(' ').normalize('NFC');

/** Rows of the table with the lines: those with as many cells as its headings. */
export function lineRows(pdf: ReadPdf): string[][] {
  const rows = rowsOf(pdf);
  const columns = rows.find(([first]) => first === 'Item')?.length ?? 0;
  return rows.filter((row) => row.length === columns && row[0] !== 'Item');
}
