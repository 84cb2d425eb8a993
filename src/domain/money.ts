const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** A price in rupees with Indian digit grouping; whole amounts without decimals: `₹1,250`, `₹99.50`. */
export function formatPrice(rupees: number): string {
  return `₹${Number.isInteger(rupees) ? whole.format(rupees) : decimal.format(rupees)}`;
}

/** Rupees as a field offers them, without the sign: `1,250`, `2,124.40`. */
export const offeredRupees = (rupees: number): string => formatPrice(rupees).slice(1);

/** A total in rupees, always with 2 decimals: `₹12,34,567.89`. */
export function formatTotal(rupees: number): string {
  return `₹${decimal.format(rupees)}`;
}

/** Rupees in whole paise, rounded half away from zero, unaffected by binary rounding errors. */
export function paiseOf(rupees: number): number {
  // why: a double is exact to 15 significant digits; this corrects 1.005 × 100 = 100.49999999999999.
  const paise = Math.round(Number((Math.abs(rupees) * 100).toPrecision(15)));
  return Math.sign(rupees) * paise;
}

/** Rounds rupees to whole paise as {@link paiseOf}. */
export function roundRupees(rupees: number): number {
  return paiseOf(rupees) / 100;
}
