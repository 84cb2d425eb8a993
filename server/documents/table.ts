import { type Element, INK, type Paper, QUIET } from './paper.ts';
import { LEADING, linesOf, type Style } from './text-lines.ts';
import { widthOf } from './fonts.ts';

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

interface Measured {
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
const quietStyle = (size: number): Style => ({
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

function measure(row: Row, { columns, x, size, padding }: TableOptions): Measured {
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

/**
 * Draws a table from `paper.y` on and moves `y` below it. A row is never cut by the end of a page, unless it is higher
 * than a page. Each page repeats the headings; in the structure tree they are once.
 */
export function drawTable(paper: Paper, parent: Element | null, options: TableOptions): void {
  const { x, columns, size, padding, hasHead, hasRules } = options;
  if (!hasHead && options.rows.length === 0) return;
  const table = paper.element('Table', parent);
  const width = tableWidth(options);

  const headStyle = quietStyle(size);
  const placed = columns.map((column, at) => {
    const left = x + columns.slice(0, at).reduce((sum, each) => sum + each.width, 0);
    const room = column.width - (at < columns.length - 1 ? GAP : 0);
    return { ...column, x: left, room };
  });
  const headHeight = hasHead ? headStyle.size * LEADING + 2 * padding : 0;
  const headText = ({ head, align, x, room }: (typeof placed)[number]) =>
    paper.text(head, headStyle, align === 'left' ? x : x + room, paper.y + padding, align);
  const endHead = () => {
    paper.y += headHeight;
    paper.rule(x, paper.y, width, INK);
  };
  const repeatHead = () => {
    if (!hasHead) return;
    paper.artifact(() => placed.forEach(headText));
    endHead();
  };

  const rows = options.rows.map((row) => measure(row, options));
  const together = (index: number): number => {
    const own = rows[index];
    if (!own) return 0;
    return own.height + (own.row.staysWithNext ? together(index + 1) : 0);
  };
  paper.need(headHeight + Math.min(together(0), paper.height - headHeight));
  if (hasHead) {
    const head = paper.element('TR', table);
    for (const column of placed) {
      paper.into(paper.element('TH', head, { scope: 'Column' }), () => headText(column));
    }
    endHead();
  }
  for (const [index, measured] of rows.entries()) {
    const fits = paper.hasRoom(Math.min(together(index), paper.height - headHeight));
    if (!fits) {
      paper.breakPage();
      repeatHead();
    }
    drawRow(paper, table, measured, { padding, onBreak: repeatHead });
    if (hasRules) paper.rule(x, paper.y, width);
  }
}

/** Draws a row, in pieces when it is higher than a page. */
function drawRow(
  paper: Paper,
  table: Element,
  { boxes }: Measured,
  { padding, onBreak }: { padding: number; onBreak: () => void },
): void {
  const row = paper.element('TR', table);
  let rest = boxes.map((box) => {
    const { isHead, span } = box.cell;
    const scope = isHead ? ({ scope: 'Row' } as const) : {};
    const element = paper.element(isHead ? 'TH' : 'TD', row, { ...scope, ...(span && { span }) });
    return { ...box, element, isDrawn: false };
  });
  while (rest.length > 0) {
    const room = paper.bottom - paper.y - 2 * padding;
    let used = 0;
    const after: typeof rest = [];
    for (const box of rest) {
      const { lines } = box;
      let count = 0;
      let height = 0;
      for (const { style } of lines) {
        height += style.size * LEADING;
        if (height > room + 0.01) break;
        count += 1;
        used = Math.max(used, height);
      }
      const shown = lines.slice(0, count);
      paper.into(box.element, () => {
        let y = paper.y + padding;
        for (const { text, style } of shown) {
          const right = box.align === 'right';
          paper.text(text, style, right ? box.x + box.width : box.x, y, box.align);
          y += style.size * LEADING;
        }
      });
      if (count < lines.length) after.push({ ...box, lines: lines.slice(count) });
    }
    paper.y += used + 2 * padding;
    rest = after;
    if (rest.length > 0) {
      paper.breakPage();
      onBreak();
    }
  }
}
