import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { drawHead, drawParties, isDraft, type Logo } from './document-head.ts';
import { BODY, SMALL } from './document-styles.ts';
import { drawSums } from './document-sums.ts';
import { longDate } from './figures.ts';
import { lineTable } from './line-table.ts';
import { createPaper, type Paper } from './paper.ts';
import { drawPayment } from './payment-block.ts';
import type { Fact, TableOptions } from './table-layout.ts';
import { drawTable } from './table.ts';
import { LEADING, linesOf, type Style } from './text-lines.ts';

/** Stands for the day of a draft in the file's properties. */
const DRAFT_DAY = '2000-01-01';

/** The title with its number, as readers show it. */
const titleOf = (document: FrozenDocument) =>
  isDraft(document)
    ? `Draft ${document.title.toLowerCase()}`
    : `${document.title} ${document.number ?? ''}`;

/**
 * Renders a document as a tagged PDF on A4 (template 1). The same document and logo give the same bytes.
 * The fields are those of Rules 46, 50, 51 and 53 of the CGST Rules.
 */
export async function documentPdf(
  document: FrozenDocument,
  logo: Logo | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const paper = createPaper({
    title: `${titleOf(document)} · ${document.studio.name}`,
    author: document.studio.legal_name || document.studio.name,
    date: document.date ?? DRAFT_DAY,
    watermark: isDraft(document) ? 'Draft' : null,
  });
  drawHead(paper, document, logo);
  drawParties(paper, document);
  const { columns, rows, size } = lineTable(document, paper.width);
  const lines: TableOptions = {
    x: paper.left,
    columns,
    rows,
    size,
    padding: 3.2,
    hasHead: true,
    hasRules: true,
  };
  drawTable(paper, null, lines);
  drawSums(paper, document);
  drawPayment(paper, document);
  drawTexts(paper, document);
  return paper.finish((page, of) => drawEdges(paper, document, page, of));
}

const METHODS: Record<string, string> = {
  cash: 'Cash',
  upi: 'UPI',
  bank: 'Bank transfer',
  card: 'Card',
  cheque: 'Cheque',
};

/** Payment of a voucher, notes and terms. */
function drawTexts(paper: Paper, { notes, terms, payment }: FrozenDocument): void {
  const paid = payment && [
    METHODS[payment.method] ?? payment.method,
    payment.reference,
    longDate(payment.day),
  ];
  const texts: Fact[] = [
    ['Payment', paid?.filter(Boolean).join(' · ')],
    ['Notes', notes],
    ['Terms', terms],
  ];
  for (const [heading, text] of texts) {
    if (!text?.trim()) continue;
    paper.y += 6;
    paper.need(SMALL.size * LEADING + 3 * BODY.size * LEADING);
    paper.paragraphs(heading, SMALL, { type: 'H2' });
    paper.y -= 2;
    paper.paragraphs(text, { ...BODY, size: 8.5 });
  }
}

/** Parts that each page repeats: the footer, and from the second page on the title. */
function drawEdges(paper: Paper, document: FrozenDocument, page: number, of: number): void {
  const y = paper.bottom + 16;
  const pages = `Page ${page} of ${of}`;
  const style: Style = { ...SMALL, size: 7.5 };
  paper.rule(paper.left, y - 6, paper.width);
  const lines = linesOf(document.footer, style, paper.width - 90).slice(0, 2);
  const footer = () =>
    lines.forEach((line, at) => paper.text(line, style, paper.left, y + at * style.size * LEADING));
  if (page === of && document.footer) paper.into(paper.element('P'), footer);
  else paper.artifact(footer);
  paper.artifact(() => {
    paper.text(pages, style, paper.right, y, 'right');
    if (page > 1) {
      paper.text(`${titleOf(document)} · ${document.studio.name}`, style, paper.left, 20);
    }
  });
}
