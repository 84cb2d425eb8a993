import { type Face, widthOf } from './fonts.ts';

/** Style of a text; sizes in points. */
export interface Style {
  face: Face;
  size: number;
  colour: string;
}

/** Height of a line in sizes of its font. */
export const LEADING = 1.36;

/** Parts of a word that never break apart: a letter with its marks. */
const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });

/** Where an address is divided: before its @ and dots, after its other marks. */
const JOINT = /(?<=.)(?=[@.])|(?<=[/_+-])(?=.)/g;

/** The beginning of a word that fits, and its rest: up to a joint of an address, where it has one. At least one letter fits. */
function broken(word: string, { face, size }: Style, width: number): [string, string] {
  let head = '';
  for (const { segment } of graphemes.segment(word)) {
    if (head && widthOf(head + segment, face, size) > width) break;
    head += segment;
  }
  const rest = word.length > head.length;
  const joints = rest ? Array.from(word.matchAll(JOINT), ({ index }) => index) : [];
  const end = joints.findLast((index) => index <= head.length) ?? head.length;
  return [word.slice(0, end), word.slice(end)];
}

/** Breaks a text into lines of this width; words longer than a line are broken. */
export function linesOf(text: string, style: Style, width: number): string[] {
  const space = widthOf(' ', style.face, style.size);
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    let used = 0;
    for (const word of paragraph.split(/[^\S\u00a0]+/).filter(Boolean)) {
      let rest = word;
      let wide = widthOf(rest, style.face, style.size);
      if (line && used + space + wide <= width) {
        line += ` ${rest}`;
        used += space + wide;
        continue;
      }
      if (line) lines.push(line);
      while (wide > width) {
        const [head, tail] = broken(rest, style, width);
        if (!tail) break;
        lines.push(head);
        rest = tail;
        wide = widthOf(rest, style.face, style.size);
      }
      line = rest;
      used = wide;
    }
    return [...lines, line];
  });
}
