import * as z from 'zod/mini';
import { documentSums } from './sums.ts';
import { paiseOf } from '../money.ts';
import type { CartLine } from '../cart/cart-line.ts';

/** The answer of `rental_taxes`: what a cart needs to add GST as a quote does. */
export const rentalTaxes = z.object({
  /** Percent of GST by kind of item; 0 in a studio that is not registered for GST. */
  rates: z.record(z.string(), z.number()),
  /** Whether documents round their total to whole rupees. */
  round_off: z.boolean(),
});
export type RentalTaxes = z.output<typeof rentalTaxes>;

/** The cost of a rental, in rupees, with its arithmetic: `perDay` × `days` = `items`, and so on to `total`. */
export interface RentalSum {
  days: number;
  /** All lines for one day, without GST. */
  perDay: number;
  /** All lines for all days, without GST. */
  items: number;
  /** GST by rate (percent), the lowest first; none where nothing is taxed. */
  gst: readonly { rate: number; amount: number }[];
  /** Added by rounding to whole rupees; 0 where the studio does not round. */
  roundOff: number;
  total: number;
}

/** Studio and recipient in one state, which a quote assumes while nothing is known of the customer. */
const SAME_STATE = { studioState: '', placeOfSupply: null };

/**
 * The cost of the lines for some days with GST, to the paisa that of a quote: the amounts are those of
 * {@link documentSums}.
 * @param days of the rental, first and last included
 */
export function rentalSum(
  lines: readonly Pick<CartLine, 'type' | 'price' | 'quantity'>[],
  days: number,
  taxes: RentalTaxes,
): RentalSum {
  const quoted = lines.map(({ type, price, quantity }) => ({
    kind: 'item' as const,
    rate: taxes.rates[type] ?? 0,
    place: null,
    quantity,
    days,
    unit_price: price,
    discount_percent: null,
    discount_amount: null,
  }));
  const options = { ...SAME_STATE, discount_percent: null, discount_amount: null };
  const { lines: amounts, sums } = documentSums(quoted, { ...options, roundOff: taxes.round_off });
  const byRate = new Map<number, number>();
  for (const [at, { cgst, sgst }] of amounts.entries()) {
    const rate = quoted[at]?.rate ?? 0;
    if (rate > 0) byRate.set(rate, (byRate.get(rate) ?? 0) + paiseOf(cgst) + paiseOf(sgst));
  }
  return {
    days,
    perDay: paiseOf(sums.taxable) / days / 100,
    items: sums.taxable,
    gst: [...byRate]
      .toSorted(([one], [other]) => one - other)
      .map(([rate, paise]) => ({ rate, amount: paise / 100 })),
    roundOff: sums.round_off,
    total: sums.total,
  };
}
