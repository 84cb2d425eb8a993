import { describe, expect, it } from 'vitest';
import { upiLink, upiReference } from './upi-link.ts';

const request = {
  upiId: 'studio.one@okbank',
  name: 'Light & Shade Studio',
  number: 'INV/26-27/0012',
  amount: 12596.8,
};

describe('a UPI link', () => {
  it('has payee, reference, note and amount, with spaces as %20', () => {
    expect(upiLink(request)).toBe(
      'upi://pay?pa=studio.one@okbank&pn=Light%20%26%20Shade%20Studio&tr=INV26270012&tn=INV/26-27/0012&am=12596.80&cu=INR',
    );
  });

  it('is read back whole by a parser of addresses', () => {
    const { searchParams } = new URL(upiLink({ ...request, name: 'ಸ್ಟುಡಿಯೊ + 1=2?#' }));
    expect(Object.fromEntries(searchParams)).toEqual({
      pa: 'studio.one@okbank',
      pn: 'ಸ್ಟುಡಿಯೊ + 1=2?#',
      tr: 'INV26270012',
      tn: 'INV/26-27/0012',
      am: '12596.80',
      cu: 'INR',
    });
  });

  it('has two decimals always', () => {
    expect(upiLink({ ...request, amount: 500 })).toContain('&am=500.00&');
    expect(upiLink({ ...request, amount: 0.1 + 0.2 })).toContain('&am=0.30&');
  });

  it.each([0, -1, Number.NaN, Infinity])('refuses ₹%s', (amount) => {
    expect(() => upiLink({ ...request, amount })).toThrow(RangeError);
  });

  it('has letters and digits only in its reference, at most 35', () => {
    expect(upiReference('QT/26-27/0003')).toBe('QT26270003');
    expect(upiReference('é/२०-'.repeat(9) + 'A1')).toBe('A1');
    expect(upiReference('A'.repeat(60))).toHaveLength(35);
  });
});
