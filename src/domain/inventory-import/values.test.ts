import { describe, expect, it } from 'vitest';
import { plainNumber, plainText, plainYesNo } from './values.ts';

describe('a spreadsheet number', () => {
  it.each([
    ['1200', '1200'],
    ['1,200', '1200'],
    ['1,25,000.00', '125000'],
    ['1,234,567.5', '1234567.5'],
    ['₹500', '500'],
    ['₹ 1,200', '1200'],
    ['Rs. 500', '500'],
    ['rs500', '500'],
    ['INR 500', '500'],
    ['500/-', '500'],
    [' 10.50 ', '10.5'],
    ['3.0', '3'],
    ['0', '0'],
    ['0.00', '0'],
    ['100', '100'],
    ['1 200', '1200'],
    ['2\u00a0500', '2500'],
    ['2\u202f500.50', '2500.5'],
    ['1 25 000', '125000'],
    ['२,५००', '2500'],
  ])('%s is understood as %s', (text, number) => {
    expect(plainNumber(text)).toBe(number);
  });

  it.each([
    '12,5',
    '1.200,50',
    '1 20',
    '1 2 3',
    '1 200,000',
    '1,20',
    '-0',
    '-5',
    '1e9',
    'ten',
    '',
    '₹',
    '1,2,3',
    '½',
    '٣',
  ])('%s is left for the check', (text) => {
    expect(plainNumber(text)).toBe(text);
  });
});

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
