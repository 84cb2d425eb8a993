import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

/** How a text is set: running text, its bold, or large names and titles. */
export type Face = 'regular' | 'bold' | 'display';

/** Fonts of a face, in the order in which they are tried. Written by scripts/make-document-fonts.mjs. */
const FONTS_OF: Record<Face, readonly string[]> = {
  regular: ['inter-regular', 'noto-sans-kannada-regular', 'noto-sans-devanagari-regular'],
  bold: ['inter-bold', 'noto-sans-kannada-bold', 'noto-sans-devanagari-bold'],
  display: ['fraunces', 'noto-sans-kannada-bold', 'noto-sans-devanagari-bold', 'inter-bold'],
};

/** A font as pdfkit uses it. */
export interface DocumentFont {
  name: string;
  font: Font;
  has: (codePoint: number) => boolean;
  /** Width of a text at size 1. */
  widthOf: (text: string) => number;
}

/** Marks, and the joiners that select the shape of a letter before them. */
const MARK = /^[\p{M}\u200c\u200d]$/u;

/**
 * Orthographic syllables of Kannada and Devanagari: letters joined by a virama, with their marks. Shaping never reaches
 * beyond one (https://learn.microsoft.com/typography/script-development/devanagari).
 */
const SYLLABLE =
  /(?:[^\s\p{M}][\u0ccd\u094d][\u200c\u200d]?)*[^\s\p{M}][\p{M}\u200c\u200d]*|[\s\S]/gu;

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

/** The letters that each glyph of a syllable stands for, so that together they read as the syllable. */
function lettersOf(syllable: string, glyphs: number): string[] {
  const whole = Array.from(syllable);
  // why: a vowel sign may be drawn as two glyphs; its canonical decomposition has a letter for each.
  const letters = whole.length < glyphs ? Array.from(syllable.normalize('NFD')) : whole;
  return Array.from({ length: glyphs }, (_, at) =>
    at < glyphs - 1 ? (letters[at] ?? '\u200c') : letters.slice(at).join('') || '\u200c',
  );
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
      const letters = lettersOf(syllable, run.glyphs.length);
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

/**
 * The text in runs of one font each. A character that no font has becomes a question mark; control characters and
 * joiners without a letter are left out.
 */
export function runsOf(text: string, face: Face): Run[] {
  const names = FONTS_OF[face];
  const first = fontOf(names[0] ?? '');
  if (isLatin(text)) return text ? [{ font: first, text }] : [];
  const runs: Run[] = [];
  for (const letter of text.normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    const joins = MARK.test(letter) || letter === ' ';
    if (joins && last?.font.has(code)) last.text += letter;
    else if (MARK.test(letter) && code >= 0x200c && code <= 0x200d) continue;
    else if (!/\p{C}/u.test(letter) || code === 0xad) {
      const name = names.find((each) => fontOf(each).has(code));
      const font = name === undefined ? first : fontOf(name);
      const shown = name === undefined ? '?' : letter;
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
  }
  return runs;
}

/** Width of a text in points. */
export const widthOf = (text: string, face: Face, size: number): number =>
  runsOf(text, face).reduce((sum, run) => sum + run.font.widthOf(run.text), 0) * size;
