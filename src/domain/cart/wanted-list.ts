import { MAX_QUANTITY } from './cart-line.ts';
import { LONGEST_QUERY } from '../catalogue/catalogue-search.ts';

/** One line of a list that a visitor wrote. */
export interface WantedThing {
  /** The words to search for. */
  text: string;
  /** Whole, 1 to 999. */
  quantity: number;
}

/** Most things that are looked for at once. why: each is a search of its own. */
export const MOST_WANTED = 60;

/** `- `, `• `, `3. `, `3) `, `[x] `, in front of a line. */
const BULLET = /^(?:[-–—*•·▪]+|\d{1,3}[.)](?=\s)|\[[ x]?\])\s*/i;

/** `4 x chair`, `4× chair`; a number alone in front of a word counts unless it measures: `10 ft ladder`. */
const BEFORE =
  /^(\d{1,3})\s*(?:[x×*]\s+|(?:pcs?|nos?|pieces?)\b\.?\s*(?:of\s+)?|(?=\s)(?!\s*(?:[x×]\s*\d|(?:ft|feet|foot|in|inch|inches|cm|mm|m|kg|g|l|w|watts?|v|seater|seat|mp|k)\b))\s+)(?=\D)/i;

/** `chair x 4`, `chair (4)`, `chair - 4`. */
const BEHIND = /\s*(?:\s[x×*]\s?|[-–—:]\s|\()(\d{1,3})(?:\s?(?:pcs?|nos?|pieces?)\.?)?\)?$/i;

/**
 * Reads a list as people write it in a message or a sheet: one thing a line, or separated by semicolons,
 * with bullets and quantities. Blank lines are left out.
 */
export function readWantedList(typed: string): WantedThing[] {
  return typed
    .split(/[\n\r;]+/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim().replace(BULLET, ''))
    .flatMap((line) => {
      const counted = BEFORE.exec(line) ?? BEHIND.exec(line);
      const text = counted ? line.replace(counted[0], '').trim() : line;
      const quantity = Math.min(MAX_QUANTITY, Math.max(1, Number(counted?.[1] ?? 1)));
      return text ? [{ text: text.slice(0, LONGEST_QUERY), quantity }] : [];
    });
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
