import { type Element, INK, type Paper } from './paper.ts';
import {
  GAP,
  measure,
  type Measured,
  quietStyle,
  type TableOptions,
  tableWidth,
} from './table-layout.ts';
import { LEADING } from './text-lines.ts';

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
