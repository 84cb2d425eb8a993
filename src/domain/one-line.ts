/**
 * A text as one line, trimmed: tabs, ends of lines and other control marks are a blank, as a text
 * copied from a sheet has them. Twin of `private.one_line` in SQL.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
