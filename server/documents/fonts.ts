import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

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

const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d]';
const NUKTA = '[\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u0c3c\\u0cbc]';
const JOINER = '[\\u200c\\u200d]';

/**
 * Orthographic syllables of the Indian scripts: letters joined by a virama, with their marks. Shaping never reaches
 * beyond one (https://learn.microsoft.com/typography/script-development/devanagari).
 */
const SYLLABLE = new RegExp(
  String.raw`(?:[^\s\p{M}]${NUKTA}?${JOINER}?${VIRAMA}${JOINER}?)*[^\s\p{M}](?:\p{M}|${JOINER})*|[\s\S]`,
  'gu',
);

/** A glyph that stands for certain letters, in one place of one syllable. */
interface PlacedGlyph {
  id: { id: number; letters: string };
  advanceWidth: number;
  codePoints: number[];
}

/** A subset of fontkit, as pdfkit fills it; fontkit's types know less of it. */
interface GlyphSubset {
  /** Glyph ids of the font, by their place in the subset. */
  glyphs: number[];
  includeGlyph: (glyph: number | PlacedGlyph['id']) => number;
}

/** Stands for a glyph that has no letters of its own; readers pass over it. */
const NO_LETTER = '\u200c';

/** Steps back to a glyph that readers take for the end of a word (sizes). */
const STEP_BACK = 0.2;

/** Where a glyph stands in its line, in sizes. */
interface Step {
  advance: number;
  offset: number;
}

/** The first letters one by one, and the last with all that follow. */
const dealt = (letters: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    at < count - 1 ? (letters[at] ?? NO_LETTER) : letters.slice(at).join('') || NO_LETTER,
  );

/**
 * The letters that each glyph of a syllable stands for, so that together they read as the syllable. why not always one
 * by one: readers take a mark for a glyph without a width, and anything else for one with it.
 */
function lettersOf(syllable: string, steps: readonly Step[]): string[] {
  const whole = Array.from(syllable);
  // why: a vowel sign may be drawn as two glyphs; its canonical decomposition has a letter for each.
  const enough = (count: number, letters: readonly string[], pattern: RegExp) =>
    letters.length < count ? (syllable.normalize('NFD').match(pattern) ?? []) : letters;
  const letters = dealt(enough(steps.length, whole, /./gsu), steps.length);
  const isRead = steps.every(({ advance, offset }, at) =>
    /^\p{Mn}$/u.test(letters[at] ?? '')
      ? advance === 0 && offset > -STEP_BACK
      : advance > 0 || letters[at] === NO_LETTER,
  );
  const wide = steps.filter(({ advance }) => advance > 0).length;
  const groups = /.\p{Mn}*/gsu;
  const parts = enough(wide, syllable.match(groups) ?? [], groups);
  if (isRead || wide === 0 || parts.length < wide) return letters;
  const own = dealt(parts, wide)[Symbol.iterator]();
  return steps.map(({ advance }) => (advance > 0 ? own.next().value : null) ?? NO_LETTER);
}

/**
 * A font whose text can be read back from a PDF. why: readers get the text glyph by glyph, but
 * shaping reorders, merges and splits letters, and a glyph stands for different letters in different words.
 * So a glyph is embedded once for each text it stands for.
 */
function readable(font: Font): Font {
  const layout = (text: string) => {
    const runs = (text.match(SYLLABLE) ?? []).map((syllable) => {
      const run = font.layout(syllable);
      const steps = run.positions.map(({ xAdvance, xOffset }) => ({
        advance: xAdvance,
        offset: xOffset / font.unitsPerEm,
      }));
      const letters = lettersOf(syllable, steps);
      const glyphs = run.glyphs.map(({ id, advanceWidth }, at): PlacedGlyph => ({
        id: { id, letters: letters[at] ?? '' },
        advanceWidth,
        codePoints: Array.from(letters[at] ?? '', (letter) => letter.codePointAt(0) ?? 0),
      }));
      return { glyphs, positions: run.positions };
    });
    const positions = runs.flatMap((run) => run.positions);
    return {
      glyphs: runs.flatMap((run) => run.glyphs),
      positions,
      // why a getter: pdfkit scales the positions first.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  const createSubset = () => {
    // why: fontkit's types leave out the glyphs of a subset, and that glyphs are included by number too.
    const subset = font.createSubset() as unknown as GlyphSubset;
    const include = subset.includeGlyph.bind(subset);
    const places = new Map<string, number>();
    const includeGlyph: GlyphSubset['includeGlyph'] = (glyph) => {
      if (typeof glyph === 'number') return include(glyph);
      const key = `${glyph.id} ${glyph.letters}`;
      const place = places.get(key) ?? subset.glyphs.push(glyph.id) - 1;
      places.set(key, place);
      return place;
    };
    return Object.assign(subset, { includeGlyph });
  };
  return Object.assign(Object.create(font) as Font, { layout, createSubset });
}

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
