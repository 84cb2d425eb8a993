import { latinDigits } from './digits.ts';

/** Signs that are not seen or only added to a letter: accents, joiners, marks of direction, variants of emoji. */
const UNREAD =
  /\u00ad|[\u0300-\u036f]|\u061c|\u180e|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|\ufeff/gu;

/**
 * A text as searches compare it (docs/product/search.md), stored or typed. Twin of `private.compared` in SQL, for lists
 * that are searched on the page.
 */
export function compared(said: string): string {
  return latinDigits(said)
    .replaceAll(/[´`ʹʻʼʽˈ‘’‚‛′‵＇]/gu, "'")
    .replaceAll(/[“”„‟″‶«»＂]/gu, '"')
    .normalize('NFKD')
    .replaceAll(UNREAD, '')
    .toLowerCase()
    .replaceAll('×', 'x')
    .replaceAll('⁄', '/')
    .replaceAll('ς', 'σ')
    .replaceAll(/(?<![0-9])'/gu, '')
    .replaceAll(/[\s‐‑‒–—―⁃−⸺⸻-]+/gu, ' ')
    .trim();
}
