import { describe, expect, it } from 'vitest';
import { formatPrice, formatTotal, roundRupees } from './money.ts';

describe('money', () => {
  it('formats whole prices without decimals, others with two', () => {
    expect(formatPrice(500)).toBe('₹500');
    expect(formatPrice(1250)).toBe('₹1,250');
    expect(formatPrice(99.5)).toBe('₹99.50');
    expect(formatPrice(0)).toBe('₹0');
  });

  it('formats totals with two decimals and Indian digit grouping', () => {
    expect(formatTotal(1234567.89)).toBe('₹12,34,567.89');
    expect(formatTotal(500)).toBe('₹500.00');
  });

  it('rounds to paise', () => {
    expect(roundRupees(1.005)).toBe(1.01);
    expect(roundRupees(0.1 + 0.2)).toBe(0.3);
    expect(roundRupees(90.00000000000001)).toBe(90);
    expect(roundRupees(1e-7)).toBe(0);
    expect(roundRupees(-1.005)).toBe(-1.01);
    expect(roundRupees(1234567.895)).toBe(1234567.9);
  });
});
