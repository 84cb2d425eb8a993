import { csvRecord, type CsvCell } from '#domain/csv.ts';

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

/** A CSV file of its parts, the first of which is the byte order mark. */
export const csvBlob = (parts: BlobPart[]): Blob =>
  new Blob(parts, { type: 'text/csv;charset=utf-8' });
