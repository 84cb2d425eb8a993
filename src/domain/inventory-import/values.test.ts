import { expect, it } from 'vitest';
import { plainText, plainYesNo } from './values.ts';

it('yes and no have many spellings', () => {
  expect(['Yes', ' y ', 'TRUE', '1', 'on'].map(plainYesNo)).toEqual(Array(5).fill('true'));
  expect(['No', 'n', 'FALSE', '0', 'off'].map(plainYesNo)).toEqual(Array(5).fill('false'));
  expect(['maybe', '', '2'].map(plainYesNo)).toEqual(['maybe', '', '2']);
});

it('a text loses control characters and the apostrophe that escapes a formula', () => {
  expect(plainText(' a\u0000b\uD800 ')).toBe('ab');
  expect(plainText("'=1+1")).toBe('=1+1');
  expect(plainText("''=1")).toBe("'=1");
  expect(plainText("'\tTab")).toBe('Tab');
  expect(plainText("'90s lamp")).toBe("'90s lamp");
  expect(plainText('two\nlines')).toBe('two\nlines');
});
