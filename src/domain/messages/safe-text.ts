/** Graphemes of a name that an e-mail shows. */
export const LONGEST_NAME = 60;
/** Graphemes of a subject. */
const LONGEST_SUBJECT = 150;
/** Graphemes of a visitor's own words. */
const LONGEST_WORDS = 4000;

/** Code units of one grapheme that are kept: an emoji of a family has 11, a heap of accents has thousands. */
const LONGEST_GRAPHEME = 24;

/** Controls, separators of lines, marks that change the direction of what follows, and unpaired surrogates. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]+/gu;
const UNSAFE_BUT_LINES =
  /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu;
/** Characters without width, but not those that join letters and emoji. */
const INVISIBLE = /[\u00ad\u180e\u200b\u2060\ufeff\u{e0000}-\u{e007f}]+/gu;
/** Letters written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The characters of a text as people count them. why the fallback: browsers before 2024 have no segmenter. */
function* graphemesOf(text: string): Generator<string> {
  if (!('Segmenter' in Intl)) return yield* text;
  const segmenter = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** At most so many graphemes, with `…` for the rest. */
function cut(text: string, most: number): string {
  // why: segmenting megabytes takes seconds.
  const near = text.slice(0, (most + 1) * LONGEST_GRAPHEME);
  const kept: string[] = [];
  for (const segment of graphemesOf(near)) {
    if (kept.length === most) return `${kept.join('').trimEnd()}…`;
    kept.push(segment.slice(0, LONGEST_GRAPHEME));
  }
  const whole = kept.join('');
  return near.length < text.length ? `${whole}…` : whole;
}

/** A text of one line that is shown as it is: no controls, nothing invisible, a direction of its own. */
export function safeLine(text: string, most: number = LONGEST_NAME): string {
  const clean = text.replace(UNSAFE, ' ').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  const short = cut(clean, most);
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short;
}

/** A subject of one line. Isolates of names in it stay. */
export function safeSubject(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').replace(/\s+/g, ' ');
  return cut(clean.trim(), LONGEST_SUBJECT);
}

/** A text of several lines. */
export function safeWords(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(UNSAFE_BUT_LINES, ' ').replace(INVISIBLE, '');
  return cut(lines.replace(/\n{3,}/g, '\n\n').trim(), LONGEST_WORDS);
}
