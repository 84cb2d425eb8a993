import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { BODY, SMALL } from './document-styles.ts';
import { type Paper, paragraphsHeight, RULE } from './paper.ts';
import { PAPER_FACTS } from './paper-facts.ts';
import type { Style } from './text-lines.ts';

const isRole = (signatory: string) => /signatory/i.test(signatory);

/** The lines above and below the place for a signature. */
function linesOfSignature({ studio }: FrozenDocument) {
  const { signatory } = studio;
  const below: [string, Style][] = [
    [isRole(signatory) ? signatory : 'Authorised signatory', SMALL],
  ];
  if (signatory !== '' && !isRole(signatory)) below.unshift([signatory, BODY]);
  return { above: `For ${studio.legal_name || studio.name}`, below };
}

/** Height of the place itself. */
const PLACE = 24;
/** Space below its rule. */
const BELOW = 4;

/** Height of the place for a signature; 0 on documents without one. */
export function signatureHeight(document: FrozenDocument, width: number): number {
  if (!PAPER_FACTS[document.kind].isTaxDocument) return 0;
  const { above, below } = linesOfSignature(document);
  const texts: [string, Style][] = [[above, BODY], ...below];
  const heights = texts.map(([text, style]) => paragraphsHeight(text, style, width));
  return heights.reduce((sum, height) => sum + height, PLACE + BELOW);
}

/** Draws the place for a signature, on tax documents. */
export function drawSignature(paper: Paper, document: FrozenDocument, width: number): void {
  if (!PAPER_FACTS[document.kind].isTaxDocument) return;
  const x = paper.right - width;
  const { above, below } = linesOfSignature(document);
  paper.paragraphs(above, BODY, { x, width });
  paper.y += PLACE;
  paper.rule(x, paper.y, width, RULE);
  paper.y += BELOW;
  for (const [text, style] of below) paper.paragraphs(text, style, { x, width });
}
