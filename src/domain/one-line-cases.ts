/** Texts and how they are on one line; the tests of TypeScript and SQL read both. */
export const ONE_LINE_CASES: readonly (readonly [text: string, line: string])[] = [
  ['Zq\tStool', 'Zq Stool'],
  ['Zq\r\nStool\n', 'Zq Stool'],
  ['\u0007Zq\u0085\u2028\u007fStool\u00a0', 'Zq Stool'],
  [' Zq  Stool ', 'Zq  Stool'],
  ['\u0001', ''],
];
