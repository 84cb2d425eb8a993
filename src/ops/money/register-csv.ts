import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import { GST_PLACES } from '#domain/documents/gst-states.ts';
import { ZERO_RATED_TEXTS } from '#domain/documents/zero-rated.ts';
import type { RegisteredDocument } from '#domain/money/registers.ts';
import type { CsvColumn } from '../kit/export/csv-file.ts';

/** A place of supply as the portal's files write it: `29-Karnataka`. */
export function placeText(code: string | null): string {
  if (code === null) return '';
  const name = GST_PLACES.get(code);
  return name === undefined ? code : `${code}-${name}`;
}

/** Columns of the CSV of the invoice register; amounts in rupees as printed, those of credit notes too. */
export const REGISTER_COLUMNS: readonly CsvColumn<RegisteredDocument>[] = [
  { header: 'Date', cell: ({ date }) => date },
  { header: 'Kind', cell: ({ kind }) => DOCUMENT_FACTS[kind].name },
  { header: 'Number', cell: ({ number }) => number },
  { header: 'Corrects', cell: ({ corrects }) => corrects },
  { header: 'Order', cell: ({ order }) => order },
  { header: 'Customer number', cell: ({ customer }) => customer },
  { header: 'Name', cell: ({ name }) => name },
  { header: 'GSTIN', cell: ({ gstin }) => gstin },
  { header: 'Place of supply', cell: (row) => placeText(row.place_of_supply) },
  { header: 'Taxable value', cell: ({ taxable }) => taxable },
  { header: 'CGST', cell: ({ cgst }) => cgst },
  { header: 'SGST', cell: ({ sgst }) => sgst },
  { header: 'IGST', cell: ({ igst }) => igst },
  { header: 'Round-off', cell: (row) => row.round_off },
  { header: 'Total', cell: ({ total }) => total },
  { header: 'Zero-rated', cell: ({ supply }) => supply && ZERO_RATED_TEXTS[supply] },
];
