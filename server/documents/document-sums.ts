import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { amount, percent, rupees } from './figures.ts';
import { taxCell, taxesOf } from './line-table.ts';
import { INK, type Paper } from './paper.ts';
import { drawTable, GAP, naturalWidth, type Row, tableHeight, type TableOptions } from './table.ts';
import { LEADING } from './text-lines.ts';
import { BODY, BOLD, SMALL } from './document-styles.ts';

/** Sizes of the total that are tried until it fits its line. */
const TOTAL_SIZES = [14, 12, 10];

/** The taxes by rate on the left, the sums on the right, and the total in words. */
export function drawSums(paper: Paper, document: FrozenDocument): void {
  const { sums } = document;
  const taxes = taxesOf(document);
  const sumRows: Row[] = [
    ...sumRow('Gross', sums.discount > 0 ? sums.gross : null),
    ...sumRow('Discount', sums.discount > 0 ? -sums.discount : null),
    ...sumRow(taxes.length > 0 ? 'Taxable value' : 'Sum', sums.taxable),
    ...taxes.flatMap(({ key, head }) => sumRow(head, sums[key])),
    ...sumRow('Round-off', sums.round_off || null),
  ];
  const width = 196;
  const x = paper.right - width;
  const columns = [
    { head: '', align: 'left' as const, width: width * 0.45 },
    { head: '', align: 'right' as const, width: width * 0.55 },
  ];
  const plain = { hasHead: false, hasRules: false };
  const small: TableOptions = { x, columns, rows: sumRows, size: 9, padding: 2, ...plain };
  const cells = [
    { text: 'Total', bold: true, isHead: true },
    { text: rupees(sums.total), bold: true },
  ];
  const fits = (size: number) =>
    cells.reduce((sum, cell) => sum + naturalWidth(cell, size), GAP + 1) <= width;
  const size = TOTAL_SIZES.find(fits) ?? SMALL.size;
  const label = naturalWidth({ text: 'Total', bold: true }, size) + GAP;
  const total: TableOptions = {
    ...small,
    columns: [
      { head: '', align: 'left', width: label },
      { head: '', align: 'right', width: width - label },
    ],
    size,
    padding: 3,
    rows: [{ cells }],
  };
  const right = tableHeight(small) + tableHeight(total) + 8;
  const taxTable = taxes.length > 0 ? taxOptions(paper, document, x - paper.left - 28) : null;
  const left = taxTable ? tableHeight(taxTable) + 22 : 0;
  paper.y += 10;
  const isBeside = Math.max(left, right) < paper.height;
  paper.need(isBeside ? Math.max(left, right) : 0);
  const top = paper.y;
  if (taxTable) drawTable(paper, null, taxTable);
  const leftEnd = paper.y;
  if (isBeside) paper.y = top;
  else paper.need(right);
  drawTable(paper, null, small);
  paper.y += 3;
  paper.rule(x, paper.y, width, INK);
  paper.y += 2;
  drawTable(paper, null, total);
  paper.y = Math.max(paper.y, isBeside ? leftEnd : 0) + 10;
  paper.need(2 * SMALL.size * LEADING + BODY.size);
  paper.paragraphs('Total in words', SMALL, { type: 'H2' });
  paper.y -= 2;
  paper.paragraphs(document.total_words, BODY);
  if (document.endorsement) {
    paper.y += 4;
    paper.need(2 * BODY.size * LEADING);
    paper.paragraphs(document.endorsement, BOLD);
  }
  if (document.deposit) {
    paper.paragraphs(
      `A deposit of ${rupees(document.deposit)} is due besides. It is not part of the total and is returned after the rental.`,
      SMALL,
    );
  }
}

const sumRow = (label: string, value: number | null): Row[] =>
  value === null
    ? []
    : [{ cells: [{ text: label, isHead: true, isQuiet: true }, { text: amount(value) }] }];

/** The table of taxes by SAC and rate. */
function taxOptions(paper: Paper, document: FrozenDocument, width: number): TableOptions {
  const taxes = taxesOf(document);
  const hasSac = document.taxes.some(({ sac }) => sac);
  const heads = [...(hasSac ? ['SAC'] : []), 'GST', 'Taxable', ...taxes.map(({ head }) => head)];
  const rows = document.taxes.map((tax): Row => ({
    cells: [
      ...(hasSac ? [{ text: tax.sac ?? '' }] : []),
      { text: percent(tax.rate) },
      { text: amount(tax.taxable) },
      ...taxes.map((each) => taxCell(each, tax)),
    ],
  }));
  const firstRight = hasSac ? 2 : 1;
  const narrow = 44;
  const wide = (width - firstRight * narrow) / (heads.length - firstRight);
  return {
    x: paper.left,
    columns: heads.map((head, at) => ({
      head,
      align: at < firstRight ? 'left' : 'right',
      width: at < firstRight ? narrow : wide,
    })),
    rows,
    size: 8,
    padding: 2.5,
    hasHead: true,
    hasRules: true,
  };
}
