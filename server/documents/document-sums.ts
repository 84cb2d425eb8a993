import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { amount, percent, rupees } from './figures.ts';
import { taxCell, taxesOf } from './line-table.ts';
import { INK, type Paper, paragraphsHeight } from './paper.ts';
import { drawSignature, signatureHeight } from './signature.ts';
import {
  GAP,
  naturalWidth,
  naturalWidths,
  type Row,
  tableHeight,
  type TableOptions,
  tableWidth,
} from './table-layout.ts';
import { drawTable } from './table.ts';
import type { Style } from './text-lines.ts';
import { BODY, BOLD, SMALL } from './document-styles.ts';

/** Sizes of the total that are tried until it fits its line. */
const TOTAL_SIZES = [14, 12, 10];

/** Sizes of the taxes that are tried until each figure fits its line. */
const TAX_LEAST = 6.5;
const TAX_SIZES = [8, 7.5, 7, TAX_LEAST];

/** Width of columns with the space between them. */
const sumOf = (widths: readonly number[]) =>
  widths.reduce((sum, each) => sum + each, (widths.length - 1) * GAP);

/**
 * The taxes by rate on the left, the sums on the right, the total in words and the signature: together on one page, unless
 * the taxes alone are longer than one.
 */
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
  const beside = x - paper.left - 28;
  const narrow = taxes.length > 0 ? taxOptions(paper, document, beside) : null;
  const isBeside =
    !narrow || (tableWidth(narrow) <= beside + 0.01 && tableHeight(narrow) + 22 < paper.height);
  const taxTable = narrow && !isBeside ? taxOptions(paper, document, paper.width) : narrow;
  const left = taxTable ? tableHeight(taxTable) + 22 : 0;
  const end = endOf(paper, document, width);
  paper.y += 10;
  const sumsHeight = isBeside ? Math.max(left, right) : left + right;
  const whole = sumsHeight + 10 + end.height;
  if (whole <= paper.height) paper.need(whole);
  const top = paper.y;
  if (taxTable) drawTable(paper, null, taxTable);
  const leftEnd = paper.y;
  if (isBeside) paper.y = top;
  else {
    paper.y += 8;
    paper.need(right + 10 + end.height);
  }
  drawTable(paper, null, small);
  paper.y += 3;
  paper.rule(x, paper.y, width, INK);
  paper.y += 2;
  drawTable(paper, null, total);
  paper.y = Math.max(paper.y, isBeside ? leftEnd : 0) + 10;
  end.draw();
}

/** The total in words with what belongs to it on the left, the signature on the right. */
function endOf(paper: Paper, document: FrozenDocument, signatureWidth: number) {
  const { endorsement, deposit, total_words } = document;
  const signature = signatureHeight(document, signatureWidth);
  const width = paper.width - (signature > 0 ? signatureWidth + 28 : 0);
  const texts: [string, Style][] = [
    ['Total in words', SMALL],
    [total_words, BODY],
    ...(endorsement ? [[endorsement, BOLD] satisfies [string, Style]] : []),
    ...(deposit
      ? [
          [
            `A deposit of ${rupees(deposit)} is due besides. It is not part of the total and is returned after the rental.`,
            SMALL,
          ] satisfies [string, Style],
        ]
      : []),
  ];
  const words = texts.reduce((sum, [text, style]) => sum + paragraphsHeight(text, style, width), 0);
  return {
    height: Math.max(words, signature),
    draw: () => {
      const top = paper.y;
      for (const [at, [text, style]] of texts.entries()) {
        paper.paragraphs(text, style, { width, type: at === 0 ? 'H2' : 'P' });
      }
      const below = paper.y;
      paper.y = top;
      drawSignature(paper, document, signatureWidth);
      paper.y = Math.max(paper.y, below);
    },
  };
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
  const size =
    TAX_SIZES.find((each) => sumOf(naturalWidths(heads, rows, each)) <= width) ?? TAX_LEAST;
  const widths = naturalWidths(heads, rows, size);
  const spare = Math.max(0, width - sumOf(widths)) / (heads.length - 1);
  const firstRight = hasSac ? 2 : 1;
  return {
    x: paper.left,
    columns: heads.map((head, at) => ({
      head,
      align: at < firstRight ? 'left' : 'right',
      width: (widths[at] ?? 0) + (at === heads.length - 1 ? 0 : GAP) + (at === 0 ? 0 : spare),
    })),
    rows,
    size,
    padding: 2.5,
    hasHead: true,
    hasRules: true,
  };
}
