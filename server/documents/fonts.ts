import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { readable } from './readable-font.ts';

/** Style of a text: running text, its bold, or large names and titles. */
export type Face = 'regular' | 'bold' | 'display';

/** Fonts of a face, in the order in which they are tried. Written by scripts/make-document-fonts.mjs. */
const FONTS_OF: Record<Face, readonly string[]> = {
  regular: ['inter-regular'],
  bold: ['inter-bold'],
  display: ['fraunces', 'inter-bold'],
};

/** Scripts with a font of their own, by its name; a font is loaded for a letter of its script only. */
const SCRIPTS: readonly (readonly [name: string, letter: RegExp])[] = [
  ['devanagari', /\p{scx=Devanagari}/u],
  ['kannada', /\p{scx=Kannada}/u],
  ['bengali', /\p{scx=Bengali}/u],
  ['gujarati', /\p{scx=Gujarati}/u],
  ['gurmukhi', /\p{scx=Gurmukhi}/u],
  ['malayalam', /\p{scx=Malayalam}/u],
  ['oriya', /\p{scx=Oriya}/u],
  ['tamil', /\p{scx=Tamil}/u],
  ['telugu', /\p{scx=Telugu}/u],
];

/** A font as pdfkit uses it. */
export interface DocumentFont {
  name: string;
  font: Font;
  has: (codePoint: number) => boolean;
  /** Width of a text at size 1. */
  widthOf: (text: string) => number;
}

/** Signs that stay in the font before them: marks, the joiners that select the shape of a letter, dandas and spaces. */
const JOINS = /^[ \u0964\u0965\p{M}\u200c\u200d]$/u;

/** Signs without a shape: control characters, soft hyphens, selectors of pictures. */
const SHAPELESS = /^[\p{Cc}\p{Cf}\p{DI}]$/u;

function load(name: string): DocumentFont {
  const file = readFileSync(join(import.meta.dirname, 'fonts', `${name}.ttf`));
  const whole = create(file) as Font;
  const codePoints = new Set(whole.characterSet);
  const isShaped = name.startsWith('noto');
  const font = isShaped ? readable(whole) : whole;
  const widths = new Map<number, number>();
  const widthOfLetter = (letter: string) => {
    const code = letter.codePointAt(0) ?? 0;
    const known = widths.get(code);
    if (known !== undefined) return known;
    const width = whole.glyphForCodePoint(code).advanceWidth / whole.unitsPerEm;
    widths.set(code, width);
    return width;
  };
  return {
    name,
    font,
    has: (code) => codePoints.has(code),
    widthOf: isShaped
      ? (text) => font.layout(text).advanceWidth / font.unitsPerEm
      : (text) => Array.from(text).reduce((sum, letter) => sum + widthOfLetter(letter), 0),
  };
}

const loaded = new Map<string, DocumentFont>();

function fontOf(name: string): DocumentFont {
  const font = loaded.get(name) ?? load(name);
  loaded.set(name, font);
  return font;
}

/** A part of a text in one font. */
export interface Run {
  font: DocumentFont;
  text: string;
}

const isLatin = (text: string) => /^[\u0020-\u007e]*$/.test(text);

/** Signs that no font has, as signs that they look like; what Unicode itself calls alike is not repeated here. */
const LIKE: Readonly<Record<string, string>> = {
  '∕': '/',
  '∙': '·',
  '⋅': '·',
  '∼': '~',
  '⌀': 'Ø',
  '⩽': '≤',
  '⩾': '≥',
  '✔': '✓',
  '✅': '✓',
  '☑': '✓',
  '☐': '□',
  '✕': '×',
  '✖': '×',
  '❌': '×',
  '✘': '✗',
  '➔': '→',
  '➜': '→',
};

/** The font of a face that has this letter. */
function fontWith(letter: string, face: Face): DocumentFont | undefined {
  const code = letter.codePointAt(0) ?? 0;
  const has = (name: string) => fontOf(name).has(code);
  const latin = FONTS_OF[face].find(has);
  if (latin !== undefined) return fontOf(latin);
  const weight = face === 'regular' ? 'regular' : 'bold';
  const script = SCRIPTS.find(
    ([name, letters]) => letters.test(letter) && has(`noto-sans-${name}-${weight}`),
  );
  return script && fontOf(`noto-sans-${script[0]}-${weight}`);
}

/** A letter as it is printed: itself, what it looks like, or a question mark. */
function shownAs(letter: string, face: Face): string {
  if (fontWith(letter, face)) return letter;
  const like = Array.from(letter.normalize('NFKC'), (each) => LIKE[each] ?? each);
  return like.every((each) => fontWith(each, face)) ? like.join('') : '?';
}

/**
 * The text in runs of one font each. A character that no font has becomes what it looks like, else a question mark;
 * what has no shape, and joiners without a letter, are left out.
 */
export function runsOf(text: string, face: Face): Run[] {
  const first = fontOf(FONTS_OF[face][0] ?? '');
  if (isLatin(text)) return text ? [{ font: first, text }] : [];
  const runs: Run[] = [];
  for (const letter of text.normalize('NFC')) {
    const last = runs.at(-1);
    if (JOINS.test(letter) && last?.font.has(letter.codePointAt(0) ?? 0)) last.text += letter;
    else if (!SHAPELESS.test(letter)) {
      for (const shown of shownAs(letter, face)) {
        const font = fontWith(shown, face) ?? first;
        const before = runs.at(-1);
        if (before?.font === font) before.text += shown;
        else runs.push({ font, text: shown });
      }
    }
  }
  return runs;
}

/** Width of a text in points. */
export const widthOf = (text: string, face: Face, size: number): number =>
  runsOf(text, face).reduce((sum, run) => sum + run.font.widthOf(run.text), 0) * size;
