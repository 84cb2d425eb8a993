import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** An element of a PDF's structure tree with the text in it. */
export interface PdfElement {
  role: string;
  text: string;
  /** Text in place of a picture. */
  alt: string;
  children: PdfElement[];
}

/** A PDF as a reader other than its writer sees it. */
export interface ReadPdf {
  /** All text of each page, artifacts included, in the order in which it is drawn. */
  pages: string[];
  /** Text of each page that is outside the structure tree. */
  artifacts: string[];
  /** The structure tree of each page. */
  trees: PdfElement[];
  title: string;
  author: string;
  language: string;
  isTagged: boolean;
}

interface Node {
  role?: string;
  type?: string;
  id?: string;
  alt?: string;
  children?: Node[];
}

/** Reads a PDF's text, structure tree and properties. */
export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  const artifacts: string[] = [];
  const trees: PdfElement[] = [];
  for (let index = 1; index <= pdf.numPages; index += 1) {
    const page = await pdf.getPage(index);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const texts = new Map<string, string>();
    const open: (string | undefined)[] = [];
    let whole = '';
    let outside = '';
    for (const item of items) {
      if ('str' in item) {
        const id = open.findLast((each) => each !== undefined);
        const end = item.hasEOL ? ' ' : '';
        if (id !== undefined) texts.set(id, `${texts.get(id) ?? ''}${item.str}${end}`);
        else outside += item.str + end;
        whole += item.str + end;
      } else if (item.type === 'endMarkedContent') {
        open.pop();
        whole += ' ';
        outside += ' ';
      } else open.push(('id' in item ? item.id : null) ?? undefined);
    }
    pages.push(tidy(whole));
    artifacts.push(tidy(outside));
    const read = (node: Node): PdfElement => {
      const children = node.children ?? [];
      const own = children.map(({ type, id }) =>
        type === 'content' ? (texts.get(id ?? '') ?? '') : '',
      );
      return {
        role: node.role ?? '',
        text: tidy(own.join(' ')),
        alt: node.alt ?? '',
        children: children.filter(({ role }) => role !== undefined).map(read),
      };
    };
    trees.push(read(await page.getStructTree()));
  }
  const { info } = (await pdf.getMetadata()) as { info: Record<string, string> };
  // why the cast: it is a Map, which the reader's types do not know.
  const mark = (await pdf.getMarkInfo()) as unknown as Map<string, boolean> | null;
  await task.destroy();
  return {
    pages,
    artifacts,
    trees,
    title: info['Title'] ?? '',
    author: info['Author'] ?? '',
    language: info['Language'] ?? '',
    isTagged: mark?.get('Marked') === true,
  };
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** All elements of this role, in reading order. */
export function elementsOf({ trees }: ReadPdf, role: string): PdfElement[] {
  const within = (element: PdfElement): PdfElement[] => [
    ...(element.role === role ? [element] : []),
    ...element.children.flatMap(within),
  ];
  return trees.flatMap(within);
}

/** The rows of all tables, as texts of their cells; a row that is on two pages is twice. */
export const rowsOf = (pdf: ReadPdf): string[][] =>
  elementsOf(pdf, 'TR')
    .map(({ children }) => children.map(({ text }) => text))
    // why: the tree of a page has the rows of other pages too, without their text.
    .filter((row) => row.some(Boolean));
