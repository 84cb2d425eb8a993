import { expect, it } from 'vitest';
import { ONE_LINE_CASES } from './one-line-cases.ts';
import { oneLine } from './one-line.ts';

it.each(ONE_LINE_CASES)('%j is one line: %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});
