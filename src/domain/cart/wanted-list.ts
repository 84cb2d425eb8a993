import { latinDigits } from '../digits.ts';
import { MAX_QUANTITY } from './cart-line.ts';
import { LONGEST_QUERY } from '../catalogue/catalogue-search.ts';

/** One line of a list that a visitor wrote. */
export interface WantedThing {
  /** The words to search for. */
  text: string;
  /** Whole, 1 to 999. */
  quantity: number;
  /** The line as written, where it is longer or asks for more than is taken of it. */
  whole?: string;
}

/** Most things that are looked for at once. why: each is a search of its own. */
export const MOST_WANTED = 60;

/** `- `, `• `, `3. `, `3) `, `[x] `, in front of a line. */
const BULLET = /^(?:[-–—*•·▪]+|\d{1,3}[.)](?=\s)|\[[ x]?\])\s*/i;

/** `4 x chair`, `4× chair`; a number alone in front of a word counts unless it measures: `10 ft ladder`. */
const BEFORE =
  /^(\d{1,3}(?:[\d,]{1,6}(?=\s*(?:[x×*]\s|(?:pcs?|nos?|pieces?)\b)))?)\s*(?:[x×*]\s+|(?:pcs?|nos?|pieces?)\b\.?\s*(?:of\s+)?|(?=\s)(?!\s*(?:[x×]\s*\d|(?:ft|feet|foot|in|inch|inches|cm|mm|m|kg|g|l|w|watts?|v|seater|seat|mp|k)\b))\s+)(?=\D)/i;

/** `chair x 4`, `chair (4)`, `chair - 4`. */
const BEHIND = /\s*(?:\s[x×*]\s?|[-–—:]\s|\()(\d{1,3})(?:\s?(?:pcs?|nos?|pieces?)\.?)?\)?$/i;

/** `chair x 1,200`. why apart: without the sign, four digits are a year or a number of a model. */
const MANY_BEHIND = /\s[x×*]\s?([\d,]{4,9})(?:\s?(?:pcs?|nos?|pieces?)\.?)?$/i;

/**
 * Reads a list as people write it in a message or a sheet: one thing a line, or separated by semicolons,
 * with bullets and quantities. Blank lines are left out.
 */
export function readWantedList(typed: string): WantedThing[] {
  return typed
    .split(/[\n\r;]+/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim().replace(BULLET, ''))
    .flatMap((line) => {
      const digits = latinDigits(line);
      const counted = BEFORE.exec(digits) ?? MANY_BEHIND.exec(digits) ?? BEHIND.exec(digits);
      // why by places: both texts have the same length, and the words keep their own digits.
      const end = (counted?.index ?? 0) + (counted?.[0].length ?? 0);
      const words = `${line.slice(0, counted?.index ?? 0)}${line.slice(end)}`.trim();
      const text = words.slice(0, LONGEST_QUERY);
      const asked = Math.max(1, Number(counted?.[1]?.replaceAll(',', '') ?? 1));
      const quantity = Math.min(MAX_QUANTITY, asked);
      const isCut = asked > quantity || words.length > text.length;
      return text ? [{ text, quantity, ...(isCut && { whole: line }) }] : [];
    });
}

/** A thing as it can be written again; nothing that was typed is missing. */
export const wantedText = ({ text, quantity, whole }: WantedThing): string =>
  whole ?? (quantity > 1 ? `${quantity} × ${text}` : text);

/** Says what of a list is not taken as it was written; '' where all of it is. */
export function cutText(things: readonly WantedThing[]): string {
  const long = things.filter(({ whole, text }) => whole && text.length === LONGEST_QUERY);
  const many = things.filter(({ whole, quantity }) => whole && quantity === MAX_QUANTITY);
  return [
    things.length > MOST_WANTED &&
      `The first ${MOST_WANTED} of ${things.length} lines are looked for; the others stay.`,
    ...many.map(({ text }) => `${MAX_QUANTITY} is the most of one thing: ${text}.`),
    long.length > 0 &&
      `${long.length === 1 ? 'A line is' : `${long.length} lines are`} longer than ${LONGEST_QUERY} letters, of which only the first ${LONGEST_QUERY} are looked for.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * For each thing the first of its matches that no thing before it has, so that "chair" twice is two
 * chairs; the first one where all are taken, null without any.
 */
export function firstChoices(matches: readonly (readonly { id: string }[])[]): (string | null)[] {
  const taken = new Set<string>();
  return matches.map((found) => {
    const one = found.find(({ id }) => !taken.has(id)) ?? found[0];
    if (one) taken.add(one.id);
    return one?.id ?? null;
  });
}
