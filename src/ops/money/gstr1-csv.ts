import { DOCUMENT_FACTS, DOCUMENT_KINDS } from '#domain/documents/document-kinds.ts';
import { type ZeroRated, zeroRated } from '#domain/documents/zero-rated.ts';
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
/** A column of the kind of supply, in the words of the portal's offline tool. */
const supplyColumn = (
  header: string,
  words: Readonly<Partial<Record<ZeroRated, string>>>,
  other: string,
): CsvColumn<Gstr1Row> => ({
  header,
  cell: ({ supply }) => {
    const known = zeroRated.safeParse(supply).data;
    return (known && words[known]) ?? other;
  },
});
const INVOICE_TYPE = supplyColumn(
  'Invoice type',
  { SEZWP: 'SEZ supplies with payment', SEZWOP: 'SEZ supplies without payment' },
  'Regular B2B',
);
const EXPORT_TYPE = supplyColumn('Export type', { EXPWP: 'WPAY', EXPWOP: 'WOPAY' }, '');
const UR_TYPE = supplyColumn('UR type', { EXPWP: 'EXPWP', EXPWOP: 'EXPWOP' }, 'B2CL');
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
  b2b: [GSTIN, NAME, ...NUMBER, PLACE, INVOICE_TYPE, RATE, TAXABLE, ...TAX],
  b2cl: [NAME, ...NUMBER, PLACE, RATE, TAXABLE, ...TAX],
  b2cs: [PLACE, RATE, TAXABLE, ...TAX],
  exp: [EXPORT_TYPE, NAME, ...NUMBER, PLACE, RATE, TAXABLE, column('IGST', 'igst')],
  cdnr: [GSTIN, NAME, ...NUMBER, ...INVOICE, PLACE, INVOICE_TYPE, RATE, TAXABLE, ...TAX],
  cdnur: [UR_TYPE, NAME, ...NUMBER, ...INVOICE, PLACE, RATE, TAXABLE, ...TAX],
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
