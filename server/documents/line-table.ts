import type { FrozenDocument, FrozenLine } from '#domain/documents/frozen-document.ts';
import { amount, number, percent } from './figures.ts';
import { type Cell, type Column, GAP, naturalWidths, type Row } from './table-layout.ts';

/** A column of the line table and its cell of a line. */
interface LineColumn {
  head: string;
  align: 'left' | 'right';
  cell: (line: FrozenLine) => Cell;
}

/** The narrowest that the column of texts may be (points). */
const LEAST_TEXT = 108;

/** Sizes of the text that are tried until the figures leave room for the texts. */
const SIZES = [8.5, 8, 7.5, 7, 6.5, 6];

const isPriced = ({ kind }: FrozenLine) => kind !== 'heading';
const figure = (value: number | null) => (value === null ? '' : amount(value));

/** The taxes that a document shows, with their share of a line's rate. */
export interface Tax {
  key: 'cgst' | 'sgst' | 'igst';
  head: 'CGST' | 'SGST' | 'IGST';
  share: number;
}

const CGST: Tax = { key: 'cgst', head: 'CGST', share: 0.5 };
const SGST: Tax = { key: 'sgst', head: 'SGST', share: 0.5 };
const IGST: Tax = { key: 'igst', head: 'IGST', share: 1 };

/**
 * Taxes with a column: those that are charged. Without any, those that a place of supply has, as an
 * invoice states the rate 0 too, or IGST of a zero-rated supply; none for a studio without a GSTIN.
 */
export function taxesOf({ lines, studio, place_of_supply, endorsement }: FrozenDocument): Tax[] {
  const taxes = [CGST, SGST, IGST].filter(({ key }) => lines.some((line) => line[key]));
  if (taxes.length > 0) return taxes.includes(CGST) ? taxes : [IGST];
  if (!studio.gstin || !lines.some((line) => line.rate !== null)) return [];
  const isInside =
    !endorsement && (!place_of_supply || place_of_supply.code === studio.state?.code);
  return isInside ? [CGST, SGST] : [IGST];
}

/** Amount and rate of a tax; of a line with other taxes a dash. */
export function taxCell(
  { key, share }: Tax,
  taxed: Pick<FrozenLine, 'rate' | 'cgst' | 'sgst' | 'igst'>,
): Cell {
  const { rate, cgst, sgst, igst } = taxed;
  const isOther = key === 'igst' ? cgst + sgst > 0 : igst > 0;
  if (isOther && !taxed[key]) return { text: '–' };
  return { text: figure(taxed[key]), ...(rate !== null && { under: percent(rate * share) }) };
}

/** Columns that have something to show. */
function columnsOf(document: FrozenDocument): LineColumn[] {
  const priced = document.lines.filter(isPriced);
  const has = (key: 'sac' | 'quantity' | 'days' | 'unit_price' | 'taxable') =>
    priced.some((line) => line[key] !== null);
  const right = (head: string, cell: LineColumn['cell']): LineColumn => ({
    head,
    align: 'right',
    cell,
  });
  const taxes = taxesOf(document);
  return [
    {
      head: 'Item',
      align: 'left',
      cell: ({ text, code }) => ({ text, ...(code && { under: code }) }),
    },
    ...(has('sac')
      ? [
          {
            head: 'SAC',
            align: 'left' as const,
            cell: ({ sac }: FrozenLine) => ({ text: sac ?? '' }),
          },
        ]
      : []),
    ...(has('quantity')
      ? [right('Qty', ({ quantity }) => ({ text: quantity === null ? '' : number(quantity) }))]
      : []),
    ...(has('days')
      ? [right('Days', ({ days }) => ({ text: days === null ? '' : number(days) }))]
      : []),
    ...(has('unit_price')
      ? [right('Price', ({ unit_price }) => ({ text: figure(unit_price) }))]
      : []),
    ...(priced.some((line) => line.discount)
      ? [right('Discount', ({ discount }) => ({ text: discount ? figure(discount) : '–' }))]
      : []),
    ...(has('taxable') && taxes.length > 0
      ? [right('Taxable', ({ taxable }) => ({ text: figure(taxable) }))]
      : []),
    ...taxes.map((tax) => right(tax.head, (line) => taxCell(tax, line))),
    right('Total', ({ total }) => ({ text: figure(total), bold: true })),
  ];
}

/** Columns, rows and size of a document's lines, so that all figures fit unbroken into this width. */
export function lineTable(
  document: FrozenDocument,
  width: number,
): { columns: Column[]; rows: Row[]; size: number } {
  const columns = columnsOf(document);
  const rows = document.lines.map((line): Row => {
    if (isPriced(line)) return { cells: columns.map(({ cell }) => cell(line)) };
    const heading = { text: line.text, bold: true, isHead: true, span: columns.length };
    return { cells: [heading], staysWithNext: true };
  });
  const heads = columns.map(({ head }) => head);
  const figuresAt = (size: number) => naturalWidths(heads, rows, size).slice(1);
  const sum = (widths: number[]) => widths.reduce((all, each) => all + each + GAP, 0);
  const size =
    SIZES.find((each) => width - sum(figuresAt(each)) >= LEAST_TEXT) ?? SIZES.at(-1) ?? 6;
  const figures = figuresAt(size);
  const own = columns.map(({ head, align }, at): Column => {
    const isLast = at === columns.length - 1;
    const wide =
      at === 0 ? width - sum(figures) + GAP : (figures[at - 1] ?? 0) + (isLast ? 0 : GAP);
    return { head, align, width: wide };
  });
  return { columns: own, rows, size };
}
