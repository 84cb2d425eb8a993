import { describe, expect, it } from 'vitest';
import { plainNumber, readQuantity } from './plain-number.ts';

describe('a typed number', () => {
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

describe('a quantity', () => {
  it.each([
    ['2', 2],
    [' 2.0 ', 2],
    ['2.', 2],
    ['0', 0],
    ['007', 7],
    ['1,200', 1200],
    ['२', 2],
    ['१२', 12],
  ])('%s is %i', (typed, quantity) => {
    expect(readQuantity(typed)).toBe(quantity);
  });

  it.each(['1.5', '1,5', '10/12', '-2', '1e2', '2 x', '1 20', 'two', '', '9999999999'])(
    '%j is none',
    (typed) => {
      expect(readQuantity(typed)).toBeNull();
    },
  );
});
