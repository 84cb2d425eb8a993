// why: the lookbehind anchors a match at the start of a word; without it a long word would be
// scanned again from each letter.
const EMAIL = /(?<![^\s/"'<>()=&])[^\s/"'<>()=&]+@[^\s/"'<>()=&]+/g;

const PRIVATE = new RegExp(
  [
    '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', // ids are not redacted: they are not personal
    '(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])', // secrets of links, in paths of calendars
    String.raw`\+?\d(?:[\s().-]?\d){7,}`,
    String.raw`\beyJ[\w-]+(?:\.[\w-]*)*`,
  ].join('|'),
  'gi',
);

/**
 * Redacts e-mail addresses, phone numbers (8 digits or more), tokens and secrets of links. why: paths and error
 * messages repeat user input.
 */
export const redacted = (text: string): string =>
  text.replace(EMAIL, '…').replace(PRIVATE, (_, id: string | undefined) => id ?? '…');
