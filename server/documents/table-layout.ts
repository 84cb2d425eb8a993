import { widthOf } from './fonts.ts';
import { INK, QUIET } from './paper.ts';
import { LEADING, linesOf, type Style } from './text-lines.ts';

export interface Column {
  head: string;
  align: 'left' | 'right';
  width: number;
}

export interface Cell {
  text: string;
  /** Quieter text below. */
  under?: string;
  bold?: boolean;
  isQuiet?: boolean;
  /** Columns that it covers; 1 by default. */
  span?: number;
  /** Heads its row or the rows below. */
  isHead?: boolean;
}

export interface Row {
  cells: Cell[];
  /** On the same page as the next row. */
  staysWithNext?: boolean;
}

export interface TableOptions {
  x: number;
  columns: Column[];
  rows: Row[];
  size: number;
  /** Height above and below a row's text. */
  padding: number;
  /** Whether columns have headings; they are repeated on each page. */
  hasHead: boolean;
  /** Whether a rule follows each row. */
  hasRules: boolean;
}

interface Line {
  text: string;
  style: Style;
}

/** A cell with its place, broken into lines. */
interface Box {
  cell: Cell;
  x: number;
  width: number;
  align: 'left' | 'right';
  lines: Line[];
}

/** A row with its cells broken into lines. */
export interface Measured {
  row: Row;
  boxes: Box[];
  height: number;
}

/** Space between two columns. */
export const GAP = 8;

/** Sizes below the text of a cell, relative to it. */
const UNDER = 0.87;

const bodyStyle = (size: number, { bold, isQuiet }: Cell): Style => ({
  face: bold ? 'bold' : 'regular',
  size,
  colour: isQuiet ? QUIET : INK,
});
export const quietStyle = (size: number): Style => ({
  face: 'regular',
  size: size * UNDER,
  colour: QUIET,
});

/** Width of a cell's longest line if nothing is broken. */
export function naturalWidth(cell: Cell, size: number): number {
  const { face } = bodyStyle(size, cell);
  return Math.max(
    widthOf(cell.text, face, size),
    widthOf(cell.under ?? '', 'regular', size * UNDER),
  );
}

/** Width of a column's heading. */
const headWidth = (head: string, size: number) => widthOf(head, 'regular', size * UNDER);

/** Widths of columns in which nothing is broken, without the space between them. */
export const naturalWidths = (heads: readonly string[], rows: readonly Row[], size: number) =>
  heads.map((head, at) => {
    const cells = rows.flatMap(({ cells }) =>
      cells.length === heads.length ? (cells[at] ?? []) : [],
    );
    return Math.max(headWidth(head, size), ...cells.map((cell) => naturalWidth(cell, size)));
  });

const heightOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { style }) => sum + style.size * LEADING, 0);

export function measure(row: Row, { columns, x, size, padding }: TableOptions): Measured {
  let at = 0;
  let left = x;
  const boxes = row.cells.map((cell): Box => {
    const own = columns.slice(at, at + (cell.span ?? 1));
    const width = own.reduce((sum, column) => sum + column.width, 0);
    const room = width - (at + own.length < columns.length ? GAP : 0);
    const style = bodyStyle(size, cell);
    const texts = linesOf(cell.text, style, room).map((text): Line => ({ text, style }));
    const under = cell.under
      ? linesOf(cell.under, quietStyle(size), room).map((text) => ({
          text,
          style: quietStyle(size),
        }))
      : [];
    const box = {
      cell,
      x: left,
      width: room,
      align: own[0]?.align ?? 'left',
      lines: [...texts, ...under],
    };
    left += width;
    at += own.length;
    return box;
  });
  const height = Math.max(...boxes.map(({ lines }) => heightOf(lines))) + 2 * padding;
  return { row, boxes, height };
}

/** A label and its text side by side; rows without a text are left out. */
export type Fact = [label: string, text: string | null | undefined];

/** A table of facts, with the labels as heads of their rows. */
export function factTable(
  facts: readonly Fact[],
  { x, width, size }: { x: number; width: number; size: number },
): TableOptions {
  const rows = facts.flatMap(([label, text]): Row[] =>
    text ? [{ cells: [{ text: label, isHead: true, isQuiet: true }, { text }] }] : [],
  );
  const widths = rows.map(({ cells: [label] }) => (label ? naturalWidth(label, size) : 0));
  const labels = Math.max(0, ...widths) + GAP + 2;
  const columns: Column[] = [
    { head: '', align: 'left', width: labels },
    { head: '', align: 'left', width: width - labels },
  ];
  return { x, columns, rows, size, padding: 1, hasHead: false, hasRules: false };
}

/** Width of a table's columns. */
export const tableWidth = ({ columns }: TableOptions) =>
  columns.reduce((sum, { width }) => sum + width, 0);

/** Height of a table on one page, without its heading. */
export const tableHeight = (options: TableOptions): number =>
  options.rows.reduce((sum, row) => sum + measure(row, options).height, 0);
