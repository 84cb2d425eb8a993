import type { ListRule } from './rule.ts';

/** One line of text that cannot be empty. */
export const line = (max: number) => ({ type: 'text', max, required: true }) as const;

/** One line of text, or none. */
export const optionalLine = (max: number) => ({ type: 'text', max, optional: true }) as const;

/** Text of several lines that cannot be empty. */
export const paragraphs = (max: number) =>
  ({ type: 'text', max, multiline: true, required: true }) as const;

/** Rows with the same fields. */
export const rows = <const Of extends ListRule['of']>(min: number, max: number, of: Of) =>
  ({ type: 'list', min, max, of }) as const;

/** A picture; without an address there is none. */
export const PICTURE = { type: 'picture' } as const;

/** An address of the web, or the last part of one: no other scheme, such as `javascript:`. */
export const LINK = {
  type: 'code',
  pattern:
    '^([hH][tT][tT][pP][sS]?://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?([/?#][!-~]*)?|[A-Za-z0-9][A-Za-z0-9_~./?&=%-]*)$',
  like: 'https://example.com/our-film or our-film',
  upper: false,
} as const;

/** Description of a page for search engines, which show some 160 characters. */
export const DESCRIPTION = {
  label: 'Description for search engines',
  help: 'Shown below the page’s title in search results: best up to 160 characters.',
  rule: { type: 'text', max: 300, required: true },
} as const;

/** The help of a group of texts. */
export const WORDS_IN_BRACES =
  'Words in braces are replaced by the studio’s own: {name}, {short_name}, {city}, {email}, {phone}.';
