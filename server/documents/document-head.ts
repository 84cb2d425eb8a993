import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { dateRange, longDate, phone } from './figures.ts';
import { INK, type Paper } from './paper.ts';
import { PAPER_FACTS } from './paper-facts.ts';
import { type Fact, factTable } from './table-layout.ts';
import { drawTable } from './table.ts';
import { LEADING, linesOf, type Style } from './text-lines.ts';
import { BODY, BOLD, SMALL } from './document-styles.ts';

/** A picture of the studio, PNG or JPEG, and its size in pixels. */
export interface Logo {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Largest size of the logo (points). */
const LOGO = { width: 170, height: 46 };

const stateText = (state: { code: string; name: string } | null) =>
  state && `${state.name} (${state.code})`;

export const isDraft = ({ number }: FrozenDocument) => number === null;

/** Logo or name on the left; title and number on the right. */
export function drawHead(paper: Paper, document: FrozenDocument, logo: Logo | null): void {
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
  const facts = PAPER_FACTS[document.kind];
  const rental = order ?? enquiry;
  return [
    ['Date', document.date && longDate(document.date)],
    ['Valid until', document.valid_until && longDate(document.valid_until)],
    ['Place of supply', stateText(document.place_of_supply)],
    [
      'Reverse charge',
      !facts.isTaxDocument || !document.studio.gstin
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
    [facts.corrects, corrects && `${corrects.number} of ${longDate(corrects.date)}`],
    ['Reason', document.reason],
  ];
}

/** Supplier, recipient, and the facts of the document, in three columns. */
export function drawParties(paper: Paper, document: FrozenDocument): void {
  const { studio, customer } = document;
  const gap = 18;
  // Wide enough for the days of a rental over two months.
  const facts = 186;
  const width = (paper.width - 2 * gap - facts) / 2;
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
      PAPER_FACTS[document.kind].addressee,
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
  drawTable(paper, null, factTable(detailsOf(document), { x, width: facts, size: 8.5 }));
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
  paper.paragraphs(heading, SMALL, { type: 'H2', x, width });
  paper.paragraphs(name, BOLD, { x, width });
  paper.y -= BOLD.size * 0.4;
  const text = lines.filter((line): line is string => Boolean(line?.trim())).join('\n');
  if (text)
    paper.paragraphs(text.replaceAll(/\n{2,}/g, '\n'), { ...BODY, size: 8.5 }, { x, width });
  return paper.y;
}
