import type { Font } from 'fontkit';

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
export function readable(font: Font): Font {
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
