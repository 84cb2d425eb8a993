import { linePaise } from '../line-amount.ts';
import type { CartLine } from './cart-line.ts';

/** A cart's totals in rupees per day, each rounded to paise. */
export interface CartTotals {
  subTotal: number;
  gst: number;
  total: number;
}

type PricedLine = Pick<CartLine, 'price' | 'quantity'>;

// why: sums are in whole paise, since rupees as binary fractions accumulate errors (0.1 + 0.2).
const paiseOfDay = (lines: readonly PricedLine[]) =>
  lines.reduce((sum, { price, quantity }) => sum + linePaise(price, quantity, 1), 0);

/** Cost of one line, rupees per day. */
export function lineTotal(line: PricedLine): number {
  return paiseOfDay([line]) / 100;
}

/** The rate of the cart's GST as a fraction; null for a studio that is not registered for GST. */
export function cartGstRate(studio: { gst_registered: boolean; gst_rate: number }): number | null {
  return studio.gst_registered ? studio.gst_rate : null;
}

/** Name of the cart's line of GST: `GST (18%)`. */
export function gstLabel(rate: number): string {
  return `GST (${Number((rate * 100).toFixed(2))}%)`;
}

/**
 * Sub total, GST and total per day (docs/product/cart-and-totals.md).
 * @param gstRate fraction: 0.18 for 18%
 */
export function cartTotals(lines: readonly PricedLine[], gstRate: number): CartTotals {
  const subTotal = paiseOfDay(lines);
  // why: rounding to 4 decimals first removes the binary error of 0.18, which could tip half a paisa.
  const gst = Math.round(Number((subTotal * gstRate).toFixed(4)));
  return { subTotal: subTotal / 100, gst: gst / 100, total: (subTotal + gst) / 100 };
}

/** `3 days`, `1 day`. */
export const daysLabel = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

/** The name of the total for some days: `Total for 3 days, GST included`. */
export const totalLabel = (days: number, hasGst: boolean) =>
  `Total for ${daysLabel(days)}${hasGst ? ', GST included' : ''}`;
