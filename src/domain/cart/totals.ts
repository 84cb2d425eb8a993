import type { CartLine } from './cart-line.ts';

/** A cart's totals in rupees per day, each rounded to paise. */
export interface CartTotals {
  subTotal: number;
  gst: number;
  total: number;
}

// why: sums are in whole paise, since rupees as binary fractions accumulate errors (0.1 + 0.2).
const paise = (rupees: number) => Math.round(rupees * 100);

/** Price × quantity of one line, rupees per day. */
export function lineTotal(line: Pick<CartLine, 'price' | 'quantity'>): number {
  return (paise(line.price) * line.quantity) / 100;
}

/**
 * Sub total, GST and total per day (docs/product/cart-and-totals.md).
 * @param gstRate fraction: 0.18 for 18%
 */
export function cartTotals(
  lines: readonly Pick<CartLine, 'price' | 'quantity'>[],
  gstRate: number,
): CartTotals {
  const subTotal = lines.reduce((sum, line) => sum + paise(line.price) * line.quantity, 0);
  // why: rounding to 4 decimals first removes the binary error of 0.18, which could tip half a paisa.
  const gst = Math.round(Number((subTotal * gstRate).toFixed(4)));
  return { subTotal: subTotal / 100, gst: gst / 100, total: (subTotal + gst) / 100 };
}

/**
 * The total of an enquiry in rupees: price × quantity × days, without GST; equals `total_price` in the
 * database.
 */
export function rentalTotal(
  lines: readonly Pick<CartLine, 'price' | 'quantity'>[],
  days: number,
): number {
  const perDay = lines.reduce((sum, line) => sum + paise(line.price) * line.quantity, 0);
  return (perDay * days) / 100;
}
