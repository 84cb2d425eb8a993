import { encode } from 'uqr';
import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { SMALL } from './document-styles.ts';
import { INK, type Paper } from './paper.ts';
import { PAPER_FACTS } from './paper-facts.ts';
import { type Fact, factTable, tableHeight } from './table-layout.ts';
import { drawTable } from './table.ts';
import type { Style } from './text-lines.ts';

/** Side of the QR code (points); 25 mm are read from a printed page at arm's length. */
const CODE = 72;

/**
 * The UPI link of a document (NPCI's linking specification), with the letters and digits of its number as reference.
 * why without an amount: apps do not let the payer change one, and what is due falls with each payment while the paper
 * stays the same.
 */
export function upiText(upi: { id: string; name: string }, number: string): string {
  const plain = (text: string) =>
    encodeURIComponent(text).replaceAll('%40', '@').replaceAll('%2F', '/');
  const reference = number.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 35);
  return `upi://pay?pa=${plain(upi.id)}&pn=${plain(upi.name)}&tr=${reference}&tn=${plain(number)}&cu=INR`;
}

/** Ways to pay a document: bank account, UPI id and its QR code. */
export function drawPayment(paper: Paper, document: FrozenDocument): void {
  const { bank, upi } = document.studio;
  if (!PAPER_FACTS[document.kind].isPayable) return;
  if (!bank && !upi) return;
  const facts: Fact[] = [
    ['Account name', bank?.account_name],
    ['Bank', bank?.bank],
    ['Account', bank?.account],
    ['IFSC', bank?.ifsc],
    ['UPI', upi?.id],
    ['Reference', document.number],
  ];
  const table = factTable(facts, { x: paper.left, width: 300, size: 8.5 });
  // A draft has no number that a payment could name.
  const link = upi && document.number !== null ? upiText(upi, document.number) : null;
  paper.y += 8;
  paper.need(Math.max(tableHeight(table) + 14, link ? CODE : 0));
  const top = paper.y;
  paper.paragraphs('How to pay', SMALL, { type: 'H2' });
  drawTable(paper, null, table);
  if (link) drawCode(paper, link, paper.right - CODE, top);
  paper.y = Math.max(paper.y, link ? top + CODE : 0) + 6;
}

/** Draws a link as a QR code, with its explanation on the left. */
function drawCode(paper: Paper, link: string, x: number, top: number): void {
  const { data } = encode(link, { ecc: 'M', border: 0 });
  const size = CODE / data.length;
  const corners = data.flatMap((row, line) =>
    row.flatMap((isDark, at) => (isDark ? [[x + at * size, top + line * size] as const] : [])),
  );
  const figure = paper.element('Figure', null, { alt: 'QR code to pay with a UPI app' });
  // why a little larger: viewers show hairlines between squares that only touch.
  paper.into(figure, () => paper.squares(corners, size + 0.05));
  const after = paper.y;
  paper.y = top;
  const style: Style = { face: 'regular', size: 8, colour: INK };
  paper.paragraphs('Scan with a UPI app and enter the amount.', style, { x: x - 100, width: 90 });
  paper.y = Math.max(after, paper.y);
}
