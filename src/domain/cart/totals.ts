import type { CartLine } from './cart-line.ts';

/** A cart's sums in rupees per day, each rounded to paise. */
export interface CartTotals {
  subTotal: number;
  gst: number;
  total: number;
}

// why: summed in whole paise, because binary fractions do not add up (0.1 + 0.2).
const paise = (rupees: number) => Math.round(rupees * 100);

/** Price × quantity of one line, rupees per day. */
export function lineTotal(line: Pick<CartLine, 'price' | 'quantity'>): number {
  return (paise(line.price) * line.quantity) / 100;
}

/**
 * Sub total, GST and total per day (spec, public side §9).
 * @param gstRate share, not percent: 0.18
 */
export function cartTotals(
  lines: readonly Pick<CartLine, 'price' | 'quantity'>[],
  gstRate: number,
): CartTotals {
  const subTotal = lines.reduce((sum, line) => sum + paise(line.price) * line.quantity, 0);
  // why: the extra rounding undoes 0.18's binary error before half a paisa is rounded up.
  const gst = Math.round(Number((subTotal * gstRate).toFixed(4)));
  return { subTotal: subTotal / 100, gst: gst / 100, total: (subTotal + gst) / 100 };
}

/**
 * What the enquiry will come to: price × quantity × days, GST not included
 * (spec, public side §9, `total_price`).
 */
export function rentalTotal(
  lines: readonly Pick<CartLine, 'price' | 'quantity'>[],
  days: number,
): number {
  const perDay = lines.reduce((sum, line) => sum + paise(line.price) * line.quantity, 0);
  return (perDay * days) / 100;
}
