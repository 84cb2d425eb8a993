import { INK, QUIET } from './paper.ts';
import type { Style } from './text-lines.ts';

/** Styles of a document's texts. */
export const BODY: Style = { face: 'regular', size: 9, colour: INK };
export const BOLD: Style = { face: 'bold', size: 9, colour: INK };
export const SMALL: Style = { face: 'regular', size: 8, colour: QUIET };
