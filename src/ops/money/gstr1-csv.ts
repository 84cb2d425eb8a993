import { DOCUMENT_FACTS, DOCUMENT_KINDS } from '#domain/documents/document-kinds.ts';
import type { Gstr1Row, Gstr1Table } from '#domain/money/registers.ts';
import type { CsvColumn } from '../kit/export/csv-file.ts';
import { placeText } from './register-csv.ts';

const nameOf = (kind: unknown) => {
  const known = DOCUMENT_KINDS.find((one) => one === kind);
  return known === undefined ? null : DOCUMENT_FACTS[known].name;
};

const column = (header: string, key: string): CsvColumn<Gstr1Row> => ({
  header,
  cell: (row) => row[key] ?? null,
});

const PLACE: CsvColumn<Gstr1Row> = {
  header: 'Place of supply',
  cell: ({ place }) => (typeof place === 'string' ? placeText(place) : null),
};
const GSTIN = column('GSTIN', 'gstin');
const NAME = column('Name', 'name');
const NUMBER = [column('Number', 'number'), column('Date', 'date'), column('Value', 'value')];
const INVOICE = [column('Invoice', 'invoice'), column('Invoice date', 'invoice_date')];
const RATE = column('Rate', 'rate');
const TAXABLE = column('Taxable value', 'taxable');
const TAX = [column('CGST', 'cgst'), column('SGST', 'sgst'), column('IGST', 'igst')];
const ADVANCES = [PLACE, RATE, column('Advance', 'received'), ...TAX];

/** Columns of the CSV of each table of GSTR-1; amounts in rupees, rates in percent. */
export const GSTR1_COLUMNS: Readonly<Record<Gstr1Table, readonly CsvColumn<Gstr1Row>[]>> = {
  b2b: [GSTIN, NAME, ...NUMBER, PLACE, RATE, TAXABLE, ...TAX],
  b2cl: [NAME, ...NUMBER, PLACE, RATE, TAXABLE, ...TAX],
  b2cs: [PLACE, RATE, TAXABLE, ...TAX],
  cdnr: [GSTIN, NAME, ...NUMBER, ...INVOICE, PLACE, RATE, TAXABLE, ...TAX],
  cdnur: [NAME, ...NUMBER, ...INVOICE, PLACE, RATE, TAXABLE, ...TAX],
  at: ADVANCES,
  atadj: ADVANCES,
  hsn: [
    column('Recipients', 'type'),
    column('SAC', 'sac'),
    RATE,
    column('Value', 'value'),
    TAXABLE,
    ...TAX,
  ],
  docs: [
    { header: 'Documents', cell: ({ kind }) => nameOf(kind) },
    column('From', 'from'),
    column('To', 'to'),
    column('Total', 'total'),
    column('Cancelled', 'cancelled'),
  ],
};
