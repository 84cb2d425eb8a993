import PdfKit from 'pdfkit';
import { type Run, runsOf, widthOf } from './fonts.ts';
import { LEADING, linesOf, type Style } from './text-lines.ts';

/** An element of the structure tree. */
export type Element = PDFKit.PDFStructureElement;

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 42;
/** The lowest part of a page, with the footer. */
const FOOTER = 60;

/** Ink, quiet ink and rules, in greys that survive a photocopy. */
export const INK = '#1c1a17';
export const QUIET = '#55504a';
export const RULE = '#cfcac3';

interface PaperOptions {
  title: string;
  author: string;
  /** The document's day, `2026-11-23`. It stands in the file for its time, so that the same document is the same bytes. */
  date: string;
  /** A word across each page, below its contents. */
  watermark: string | null;
}

interface ElementOptions {
  /** Text in place of a picture. */
  alt?: string;
  /** Of a heading cell in a table: what it is the heading of. */
  scope?: 'Column' | 'Row';
  /** Columns that a cell of a table covers. */
  span?: number;
}

interface ParagraphOptions {
  /** Type in the structure tree. */
  type?: 'P' | 'H2';
  x?: number;
  width?: number;
  parent?: Element;
}

/**
 * Pages to draw on, as a tagged PDF (PDF/UA): what is drawn is either in the structure tree or an artifact, which
 * screen readers skip. Points, from the top left corner of a page.
 */
export interface Paper {
  left: number;
  right: number;
  width: number;
  /** Height for contents on a page. */
  height: number;
  /** Lower end of the contents. */
  bottom: number;
  /** Where the next block begins. */
  y: number;
  hasRoom: (height: number) => boolean;
  breakPage: () => void;
  /** Begins a page when this height is not free below `y`. */
  need: (height: number) => void;
  /** Appends an element to its parent, or to the document. */
  element: (type: string, parent?: Element | null, options?: ElementOptions) => Element;
  /** Draws the content of an element. */
  into: (element: Element, draw: () => void) => void;
  /** Draws what is no content: rules, and what each page repeats. */
  artifact: (draw: () => void) => void;
  /** Writes a line with its top at `y`: from `x`, or up to `x`. */
  text: (text: string, style: Style, x: number, y: number, align?: 'left' | 'right') => void;
  /** Draws a hairline. */
  rule: (x: number, y: number, width: number, colour?: string) => void;
  /** Writes paragraphs from `y` on, over pages where needed, and moves `y` below them. */
  paragraphs: (text: string, style: Style, options?: ParagraphOptions) => void;
  picture: (bytes: Uint8Array, x: number, y: number, width: number, height: number) => void;
  /** Fills squares of this size. */
  squares: (corners: readonly (readonly [number, number])[], size: number) => void;
  /** Draws what belongs on each page, and returns the file. */
  finish: (onPage: (page: number, of: number) => void) => Promise<Uint8Array<ArrayBuffer>>;
}

const paragraphsOf = (text: string) => text.trim().split(/(?:\r?\n){2,}/);

/** Height of paragraphs on one page. */
export const paragraphsHeight = (text: string, style: Style, width: number): number =>
  paragraphsOf(text).reduce(
    (sum, each) =>
      sum + linesOf(each, style, width).length * style.size * LEADING + style.size * 0.4,
    0,
  );

/** Opens an empty document with its first page. */
export function createPaper({ title, author, date, watermark }: PaperOptions): Paper {
  const day = new Date(`${date}T00:00:00Z`);
  const doc = new PdfKit({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    // why the cast: pdfkit's types do not have it yet.
    subset: 'PDF/UA' as 'PDF/A-2',
    tagged: true,
    lang: 'en-IN',
    displayTitle: true,
    // why: pdfkit would begin with a font that it does not embed.
    font: '',
    info: {
      Title: title,
      Author: author,
      Creator: 'Studio Rental',
      CreationDate: day,
      ModDate: day,
    },
  });
  const chunks: Buffer[] = [];
  const file = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
  const root = doc.struct('Document');
  doc.addStructure(root);

  const registered = new Set<string>();
  const write = ({ font, text }: Run, size: number, x: number, baseline: number) => {
    if (!registered.has(font.name)) {
      registered.add(font.name);
      // why the cast: pdfkit accepts an open font; its types have files only.
      doc.registerFont(font.name, font.font as unknown as Uint8Array);
    }
    doc.font(font.name, size).text(text, x, baseline, { lineBreak: false, baseline: 0 });
  };

  const paper: Paper = {
    left: MARGIN,
    right: PAGE.width - MARGIN,
    width: PAGE.width - 2 * MARGIN,
    height: PAGE.height - FOOTER - MARGIN,
    bottom: PAGE.height - FOOTER,
    y: MARGIN,
    hasRoom: (height) => paper.y + height <= paper.bottom,
    breakPage: () => {
      doc.addPage();
      paper.y = MARGIN;
      drawWatermark();
    },
    need: (height) => {
      if (!paper.hasRoom(height) && paper.y > MARGIN) paper.breakPage();
    },
    element: (type, parent = root, { alt, scope, span } = {}) => {
      const element = doc.struct(type, alt === undefined ? {} : { alt });
      if (scope ?? span) {
        const { data } = (element as Element & { dictionary: { data: Record<string, unknown> } })
          .dictionary;
        data['A'] = { O: 'Table', ...(scope && { Scope: scope }), ...(span && { ColSpan: span }) };
      }
      (parent ?? root).add(element);
      return element;
    },
    into: (element, draw) => {
      element.add(draw);
    },
    artifact: (draw) => {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
    text: (text, { face, size, colour }, x, y, align = 'left') => {
      let at = align === 'left' ? x : x - widthOf(text, face, size);
      doc.fillColor(colour);
      for (const run of runsOf(text, face)) {
        write(run, size, at, y + size * (LEADING / 2 + 0.36));
        at += run.font.widthOf(run.text) * size;
      }
    },
    rule: (x, y, width, colour = RULE) => {
      paper.artifact(() => {
        doc
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(0.6)
          .stroke(colour);
      });
    },
    paragraphs: (text, style, options = {}) => {
      const { x = paper.left, width = paper.width, type = 'P', parent = root } = options;
      for (const paragraph of paragraphsOf(text)) {
        const element = paper.element(type, parent);
        for (const line of linesOf(paragraph, style, width)) {
          paper.need(style.size * LEADING);
          paper.into(element, () => paper.text(line, style, x, paper.y));
          paper.y += style.size * LEADING;
        }
        paper.y += style.size * 0.4;
      }
    },
    picture: (bytes, x, y, width, height) => {
      doc.image(Buffer.from(bytes), x, y, { fit: [width, height] });
    },
    squares: (corners, size) => {
      for (const [x, y] of corners) doc.rect(x, y, size, size);
      doc.fill(INK);
    },
    finish: async (onPage) => {
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page);
        onPage(page + 1, count);
      }
      root.end();
      doc.end();
      return file;
    },
  };
  function drawWatermark() {
    if (watermark === null) return;
    const style: Style = { face: 'bold', size: 150, colour: '#f0eeeb' };
    const width = widthOf(watermark, style.face, style.size);
    paper.artifact(() => {
      doc.save().rotate(-50, { origin: [PAGE.width / 2, PAGE.height / 2] });
      paper.text(watermark, style, (PAGE.width - width) / 2, PAGE.height / 2 - style.size * 0.7);
      doc.restore();
    });
  }
  drawWatermark();
  return paper;
}
