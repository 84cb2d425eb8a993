import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { amount, dateRange, longDate, percent, phone, rupees } from './figures.ts';
import { lineTable, taxesOf } from './line-table.ts';
import { createPaper, INK, type Paper, QUIET, RULE } from './paper.ts';
import { drawPayment } from './payment-block.ts';
import {
  drawTable,
  type Fact,
  factTable,
  type Row,
  tableHeight,
  type TableOptions,
} from './table.ts';
import { LEADING, linesOf, type Style } from './text-lines.ts';

/** A picture of the studio, PNG or JPEG, and its size in pixels. */
export interface Logo {
  bytes: Uint8Array;
  width: number;
  height: number;
}

const BODY: Style = { face: 'regular', size: 9, colour: INK };
const BOLD: Style = { face: 'bold', size: 9, colour: INK };
const SMALL: Style = { face: 'regular', size: 8, colour: QUIET };
const LABEL: Style = { face: 'regular', size: 8, colour: QUIET };

/** Stands for the day of a draft in the file's properties. */
const DRAFT_DAY = '2000-01-01';

/** Largest size of the logo (points). */
const LOGO = { width: 170, height: 46 };

/** Who a document of this kind is addressed to. */
const ADDRESSEE: Record<FrozenDocument['kind'], string> = {
  quote: 'Quote for',
  invoice: 'Bill to',
  credit_note: 'Credit to',
  receipt_voucher: 'Received from',
  refund_voucher: 'Refunded to',
};

const stateText = (state: { code: string; name: string } | null) =>
  state && `${state.name} (${state.code})`;

/** Name of a file of this document, without extension: `INV-26-27-0001`, `Draft quote`. */
export function fileNameOf({ number, title, revision }: FrozenDocument): string {
  if (number === null) return `Draft ${title.toLowerCase()}`;
  const revised = revision > 1 ? `-revision-${revision}` : '';
  return number.replaceAll(/[^A-Za-z0-9]+/g, '-') + revised;
}

const isDraft = ({ number }: FrozenDocument) => number === null;

/** The title with its number, as readers show it. */
const titleOf = (document: FrozenDocument) =>
  isDraft(document)
    ? `Draft ${document.title.toLowerCase()}`
    : `${document.title} ${document.number ?? ''}`;

/**
 * Renders a document as a tagged PDF on A4 (template 1). The same document and logo give the same bytes.
 * The fields are those of Rules 46, 50, 51 and 53 of the CGST Rules, as docs/product/documents.md lists them.
 */
export async function documentPdf(
  document: FrozenDocument,
  logo: Logo | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const paper = createPaper({
    title: `${titleOf(document)} · ${document.studio.name}`,
    author: document.studio.legal_name || document.studio.name,
    date: document.date ?? DRAFT_DAY,
  });
  drawHead(paper, document, logo);
  drawParties(paper, document);
  const { columns, rows, size } = lineTable(document, paper.width);
  const lines: TableOptions = {
    ...{ x: paper.left, columns, rows, size, padding: 3.2 },
    ...{ hasHead: true, hasRules: true },
  };
  drawTable(paper, null, lines);
  drawSums(paper, document);
  drawPayment(paper, document);
  drawTexts(paper, document);
  drawSignature(paper, document);
  return paper.finish((page, of) => drawEdges(paper, document, page, of));
}

/** Logo or name on the left; title and number on the right. */
function drawHead(paper: Paper, document: FrozenDocument, logo: Logo | null): void {
  const { studio } = document;
  const top = paper.y;
  let left = top;
  if (logo) {
    const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height, 1);
    const figure = paper.element('Figure', null, { alt: studio.name });
    paper.into(figure, () =>
      paper.picture(logo.bytes, paper.left, top, logo.width * scale, logo.height * scale),
    );
    left += logo.height * scale;
  } else {
    const style: Style = { face: 'display', size: 20, colour: INK };
    const name = paper.element('P');
    for (const line of linesOf(studio.name, style, paper.width * 0.55)) {
      const y = left;
      paper.into(name, () => paper.text(line, style, paper.left, y));
      left += style.size * LEADING;
    }
  }
  const title: Style = { face: 'display', size: 24, colour: INK };
  const heading = isDraft(document) ? `Draft ${document.title.toLowerCase()}` : document.title;
  paper.into(paper.element('H1'), () => paper.text(heading, title, paper.right, top - 4, 'right'));
  let right = top - 4 + title.size * LEADING;
  if (document.number !== null) {
    const revised = document.revision > 1 ? ` · revision ${document.revision}` : '';
    const y = right;
    paper.into(paper.element('P'), () =>
      paper.text(`${document.number}${revised}`, { ...BOLD, size: 10 }, paper.right, y, 'right'),
    );
    right += 10 * LEADING;
  }
  paper.y = Math.max(left, right) + 12;
  paper.rule(paper.left, paper.y, paper.width, INK);
  paper.y += 14;
}

function detailsOf(document: FrozenDocument): Fact[] {
  const { order, enquiry, corrects } = document;
  const rental = order ?? enquiry;
  return [
    ['Date', document.date && longDate(document.date)],
    ['Valid until', document.valid_until && longDate(document.valid_until)],
    ['Place of supply', stateText(document.place_of_supply)],
    [
      'Reverse charge',
      document.kind === 'quote' || !document.studio.gstin
        ? null
        : document.reverse_charge
          ? 'Yes'
          : 'No',
    ],
    ['Order', order?.number],
    ['Enquiry', order ? null : enquiry?.number],
    [
      'Rental',
      rental?.rental_from && dateRange(rental.rental_from, rental.rental_to ?? rental.rental_from),
    ],
    [
      document.kind === 'refund_voucher' ? 'Receipt voucher' : 'Against invoice',
      corrects && `${corrects.number} of ${longDate(corrects.date)}`,
    ],
    ['Reason', document.reason],
  ];
}

/** Who supplies, who receives, and the facts of the document, in three columns. */
function drawParties(paper: Paper, document: FrozenDocument): void {
  const { studio, customer } = document;
  const gap = 18;
  const width = (paper.width - 2 * gap) / 3;
  const top = paper.y;
  const ends = [
    partyBlock(paper, paper.left, width, 'From', studio.legal_name || studio.name, [
      studio.legal_name && studio.legal_name !== studio.name ? studio.name : null,
      ...studio.address,
      studio.state && `State: ${stateText(studio.state)}`,
      studio.gstin && `GSTIN ${studio.gstin}`,
      studio.pan && `PAN ${studio.pan}`,
      phone(studio.phone),
      studio.email,
    ]),
  ];
  paper.y = top;
  const isCompany = Boolean(customer.legal_name && customer.legal_name !== customer.name);
  ends.push(
    partyBlock(
      paper,
      paper.left + width + gap,
      width,
      ADDRESSEE[document.kind],
      customer.legal_name || customer.name,
      [
        isCompany ? customer.name : null,
        customer.address,
        customer.state && `State: ${stateText(customer.state)}`,
        customer.gstin && `GSTIN ${customer.gstin}`,
        phone(customer.mobile),
        customer.email,
        customer.number && `Customer ${customer.number}`,
      ],
    ),
  );
  paper.y = top;
  const x = paper.left + 2 * (width + gap);
  drawTable(paper, null, factTable(detailsOf(document), { x, width, size: 8.5 }));
  paper.y = Math.max(...ends, paper.y) + 18;
}

/** Writes a party's name and lines, and returns where it ends. */
function partyBlock(
  paper: Paper,
  x: number,
  width: number,
  heading: string,
  name: string,
  lines: (string | null)[],
): number {
  paper.paragraphs(heading, LABEL, { type: 'H2', x, width });
  paper.paragraphs(name, BOLD, { x, width });
  paper.y -= BOLD.size * 0.4;
  const text = lines.filter((line): line is string => Boolean(line?.trim())).join('\n');
  if (text)
    paper.paragraphs(text.replaceAll(/\n{2,}/g, '\n'), { ...BODY, size: 8.5 }, { x, width });
  return paper.y;
}

/** The taxes by rate on the left, the sums on the right, and the total in words. */
function drawSums(paper: Paper, document: FrozenDocument): void {
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
  const total: TableOptions = {
    ...small,
    size: 14,
    padding: 3,
    rows: [
      {
        cells: [
          { text: 'Total', bold: true, isHead: true },
          { text: rupees(sums.total), bold: true },
        ],
      },
    ],
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
  paper.need(2 * LABEL.size * LEADING + BODY.size);
  paper.paragraphs('Total in words', LABEL, { type: 'H2' });
  paper.y -= 2;
  paper.paragraphs(document.total_words, BODY);
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
  const heads = [
    ...(hasSac ? ['SAC'] : []),
    'GST',
    'Taxable',
    ...taxes.flatMap(({ head, share }) => (share < 1 ? [`${head}`] : [head])),
  ];
  const rows = document.taxes.map((tax): Row => ({
    cells: [
      ...(hasSac ? [{ text: tax.sac ?? '' }] : []),
      { text: percent(tax.rate) },
      { text: amount(tax.taxable) },
      ...taxes.map(({ key, share }) => ({
        text: amount(tax[key] ?? 0),
        under: percent(tax.rate * share),
      })),
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
    ...{ rows, size: 8, padding: 2.5, hasHead: true, hasRules: true },
  };
}

/** Notes and terms. */
function drawTexts(paper: Paper, { notes, terms, payment }: FrozenDocument): void {
  const paid = payment && [payment.method, payment.reference, longDate(payment.day)];
  const texts: Fact[] = [
    ['Payment', paid?.filter(Boolean).join(' · ')],
    ['Notes', notes],
    ['Terms', terms],
  ];
  for (const [heading, text] of texts) {
    if (!text?.trim()) continue;
    paper.y += 6;
    paper.need(LABEL.size * LEADING + 3 * BODY.size * LEADING);
    paper.paragraphs(heading, LABEL, { type: 'H2' });
    paper.y -= 2;
    paper.paragraphs(text, { ...BODY, size: 8.5 });
  }
}

/** Place for a signature. Quotes have none. */
function drawSignature(paper: Paper, { kind, studio }: FrozenDocument): void {
  if (kind === 'quote') return;
  const width = 196;
  const x = paper.right - width;
  paper.need(92);
  paper.y += 10;
  paper.paragraphs(`For ${studio.legal_name || studio.name}`, BODY, { x, width });
  paper.y += 30;
  paper.rule(x, paper.y, width, RULE);
  paper.y += 4;
  const { signatory } = studio;
  if (signatory && !/signatory/i.test(signatory)) {
    paper.paragraphs(signatory, BODY, { x, width });
    paper.y -= 2;
  }
  paper.paragraphs(/signatory/i.test(signatory) ? signatory : 'Authorised signatory', SMALL, {
    x,
    width,
  });
}

/** What each page repeats: the footer, from the second page on the title, and the mark of a draft. */
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
  if (isDraft(document)) paper.watermark('Draft');
}
