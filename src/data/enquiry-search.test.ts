import { describe, expect, it } from 'vitest';
import { wordFilters } from './enquiry-search.ts';

describe('search over enquiries', () => {
  it('asks for the word in each of the four customer columns, or in the number', () => {
    expect(wordFilters('asha')).toEqual([
      {
        alias: 'customer_0',
        embed: 'customer_0:customers()',
        customer:
          'first_name.ilike."%asha%",last_name.ilike."%asha%",mobile.ilike."%asha%",email.ilike."%asha%"',
        enquiry: 'customer_0.not.is.null,enquiry_number.ilike."%asha%"',
      },
    ]);
  });

  it('asks for every word by itself, and for nothing when there is none', () => {
    expect(wordFilters('  asha\trao ').map((word) => word.alias)).toEqual([
      'customer_0',
      'customer_1',
    ]);
    expect(wordFilters(' ')).toEqual([]);
    expect(wordFilters('a b c d e f g')).toHaveLength(5);
    expect(wordFilters('x'.repeat(10_000))[0]?.enquiry).toContain(`"%${'x'.repeat(80)}%"`);
  });

  it.each([
    ['50%', String.raw`"%50\\%%"`],
    ['a_b', String.raw`"%a\\_b%"`],
    ['a\\b', String.raw`"%a\\\\b%"`],
    ['"),(', String.raw`"%\"),(%"`],
    ['*', '"%_%"'],
    ['🎬', '"%🎬%"'],
  ])('takes %s as text', (needle, value) => {
    expect(wordFilters(needle)[0]?.enquiry).toBe(
      `customer_0.not.is.null,enquiry_number.ilike.${value}`,
    );
  });
});
