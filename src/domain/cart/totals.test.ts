import { describe, expect, it } from 'vitest';
import { cartGstRate, cartTotals, gstLabel, lineTotal, totalLabel } from './totals.ts';

describe('totals', () => {
  it('adds up price × quantity and 18% GST', () => {
    expect(
      cartTotals(
        [
          { price: 500, quantity: 2 },
          { price: 250, quantity: 1 },
        ],
        0.18,
      ),
    ).toEqual({
      subTotal: 1250,
      gst: 225,
      total: 1475,
    });
  });

  it('is zero for an empty cart', () => {
    expect(cartTotals([], 0.18)).toEqual({ subTotal: 0, gst: 0, total: 0 });
  });

  it('accumulates no binary rounding errors', () => {
    expect(lineTotal({ price: 0.1, quantity: 3 })).toBe(0.3);
    expect(lineTotal({ price: 99.99, quantity: 999 })).toBe(99_890.01);
    const tenths = Array.from({ length: 10 }, () => ({ price: 0.1, quantity: 1 }));
    expect(cartTotals(tenths, 0.18)).toEqual({ subTotal: 1, gst: 0.18, total: 1.18 });
  });

  it.each([
    [0.25, 0.05], // 4.5 paise
    [12.5, 2.25],
    [0.03, 0.01], // 0.54 paise
    [0.02, 0], // 0.36 paise
    [10_075.25, 1813.55], // 181354.5 paise
  ])('rounds GST of %d to whole paise, half up', (price, gst) => {
    expect(cartTotals([{ price, quantity: 1 }], 0.18).gst).toBe(gst);
  });

  it('has the studio’s rate, and none without a registration', () => {
    expect(cartGstRate({ gst_registered: true, gst_rate: 0.125 })).toBe(0.125);
    expect(cartGstRate({ gst_registered: false, gst_rate: 0.18 })).toBeNull();
    expect(gstLabel(0.125)).toBe('GST (12.5%)');
  });

  it('uses the given rate', () => {
    expect(cartTotals([{ price: 100, quantity: 1 }], 0.05).gst).toBe(5);
    expect(cartTotals([{ price: 100, quantity: 1 }], 0).total).toBe(100);
  });

  it('names the total of some days', () => {
    expect(totalLabel(1, true)).toBe('Total for 1 day, GST included');
    expect(totalLabel(3, false)).toBe('Total for 3 days');
  });
});
