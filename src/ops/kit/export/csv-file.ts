import { BYTE_ORDER_MARK, csvRecord, type CsvCell } from '#domain/csv.ts';

/** A CSV column. */
export interface CsvColumn<Row> {
  header: string;
  cell: (row: Row) => CsvCell;
}

/** The first record of a CSV file: the headers of its columns. */
export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  csvRecord(columns.map(({ header }) => header));

/** A record for each row. */
export const csvRows = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string[] =>
  rows.map((row) => csvRecord(columns.map(({ cell }) => cell(row))));

/** A CSV file of rows that come in parts, and the number of rows. */
export async function csvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  parts: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Promise<{ file: Blob; rows: number }> {
  // why blobs: browsers may hold them on disk, so memory holds about one part at a time.
  const blobs = [new Blob([BYTE_ORDER_MARK, csvHead(columns)])];
  let rows = 0;
  for await (const part of parts) {
    rows += part.length;
    blobs.push(new Blob(csvRows(columns, part)));
  }
  return { file: new Blob(blobs, { type: 'text/csv;charset=utf-8' }), rows };
}
