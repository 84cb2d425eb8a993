import * as z from 'zod/mini';
import { optionalCount, rupees, optionalRupees } from '../shape.ts';
import { linePaise } from '../line-amount.ts';
import { paiseOf } from '../money.ts';
import type { DocumentSums } from './frozen-document.ts';
import { isWithoutPayment, type ZeroRated } from './zero-rated.ts';

/** Where a line is taxed: in the recipient's state, or in the studio's for what is used on its premises. */
export const taxPlace = z.enum(['recipient', 'premises']);
export type TaxPlace = z.output<typeof taxPlace>;

/** Values from which the amounts of a line follow. At most one of the discounts is set. */
export const sumLine = z.object({
  kind: z.enum(['item', 'text', 'charge', 'heading']),
  /** Percent of GST. */
  rate: optionalCount,
  place: z.nullable(taxPlace),
  quantity: optionalCount,
  /** Null: charged once, not by the day. */
  days: optionalCount,
  /** Rupees for one, per day where `days` is set. */
  unit_price: optionalRupees,
  discount_percent: optionalCount,
  discount_amount: optionalRupees,
});
export type SumLine = z.output<typeof sumLine>;

/** The amounts of a line, in rupees. */
export const lineAmounts = z.object({
  gross: rupees,
  /** The line's own discount. */
  discount: rupees,
  /** The line's part of the document's discount. */
  shared_discount: rupees,
  taxable: rupees,
  cgst: rupees,
  sgst: rupees,
  igst: rupees,
});
export type LineAmounts = z.output<typeof lineAmounts>;

/** Values that all lines of a document share. At most one of the discounts is set. */
export interface SumOptions {
  discount_percent: number | null;
  /** Rupees. */
  discount_amount: number | null;
  /** State code of the studio; null: not known, so that nothing but what is used on its premises has a tax. */
  studioState: string | null;
  /** Whether the studio is registered for GST; absent: yes. */
  isRegistered?: boolean;
  /** State code of the recipient; null: taxed as in the studio's state. */
  placeOfSupply: string | null;
  /** Whether staff set the place of supply: then it is for all lines, also those used on the premises. */
  placeIsSet?: boolean;
  /** A zero-rated supply: all lines have IGST, or none; absent or null: it is not. */
  zeroRated?: ZeroRated | null;
  /** Rounds the total to whole rupees. */
  roundOff: boolean;
}

// why bigint: a taxable value of ten digits times a rate exceeds what a double counts exactly.
const hundredths = (value: number) => BigInt(paiseOf(value));
const inRupees = (paise: bigint) => Number(paise) / 100;

/** A fraction of non-negative whole numbers, rounded half up. */
const rounded = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator);
const least = (one: bigint, other: bigint) => (one < other ? one : other);
const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);

/** A discount on an amount; never more than the amount. */
function discountOn(amount: bigint, percent: number | null, fixed: number | null): bigint {
  if (percent !== null) return least(amount, rounded(amount * hundredths(percent), 10_000n));
  return fixed === null ? 0n : least(amount, hundredths(fixed));
}

/** Shares an amount in proportion to weights, in whole paise, by largest remainder; ties go to the first. */
function shares(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = total(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * weight) / whole);
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: (amount * weight) % whole }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.at - other.at);
  for (const { at } of byRemainder.slice(0, Number(amount - total(parts)))) {
    parts[at] = (parts[at] ?? 0n) + 1n;
  }
  return parts;
}

/** CGST, SGST and IGST of a taxable value: halves inside a state, the whole rate between states; none where it is not known. */
function taxesOn(taxable: bigint, rate: number, isInside: boolean | null) {
  const half = isInside ? rounded(taxable * hundredths(rate), 20_000n) : 0n;
  const whole = isInside !== false ? 0n : rounded(taxable * hundredths(rate), 10_000n);
  return { cgst: half, sgst: half, igst: whole };
}

type TaxedAt = Pick<SumOptions, 'studioState' | 'placeOfSupply' | 'placeIsSet' | 'zeroRated'>;

/** Whether a line is taxed inside the studio's state (CGST and SGST); null where that state is not known. */
function isTaxedInside(
  place: TaxPlace | null,
  { studioState, placeOfSupply, placeIsSet = false, zeroRated = null }: TaxedAt,
): boolean | null {
  if (zeroRated !== null) return false;
  const isOnPremises = place === 'premises' && !placeIsSet;
  if (isOnPremises) return true;
  if (studioState === null) return null;
  return placeOfSupply === null || placeOfSupply === studioState;
}

/**
 * The amounts of a document, in whole paise, rounded half up: a preview while it is edited. Twin of
 * `private.document_sums` in SQL, which decides (decision 0076).
 */
export function documentSums(
  lines: readonly SumLine[],
  options: SumOptions,
): { lines: LineAmounts[]; sums: DocumentSums } {
  const grosses = lines.map((line) =>
    line.kind === 'heading'
      ? 0n
      : BigInt(linePaise(line.unit_price ?? 0, line.quantity ?? 0, line.days)),
  );
  const nets = lines.map((line, at) => {
    const gross = grosses[at] ?? 0n;
    return gross - discountOn(gross, line.discount_percent, line.discount_amount);
  });
  const shared = shares(
    discountOn(total(nets), options.discount_percent, options.discount_amount),
    nets,
  );
  const isTaxed = (options.isRegistered ?? true) && !isWithoutPayment(options.zeroRated ?? null);
  const amounts = lines.map((line, at) => {
    const [gross = 0n, net = 0n, part = 0n] = [grosses[at], nets[at], shared[at]];
    const taxable = net - part;
    const rate = isTaxed ? (line.rate ?? 0) : 0;
    const taxes = taxesOn(taxable, rate, isTaxedInside(line.place, options));
    return { gross, discount: gross - net, shared_discount: part, taxable, ...taxes };
  });
  const sumOf = (name: keyof LineAmounts) => total(amounts.map((line) => line[name]));
  const exact = sumOf('taxable') + sumOf('cgst') + sumOf('sgst') + sumOf('igst');
  const payable = options.roundOff ? rounded(exact, 100n) * 100n : exact;
  return {
    lines: amounts.map((line) => ({
      gross: inRupees(line.gross),
      discount: inRupees(line.discount),
      shared_discount: inRupees(line.shared_discount),
      taxable: inRupees(line.taxable),
      cgst: inRupees(line.cgst),
      sgst: inRupees(line.sgst),
      igst: inRupees(line.igst),
    })),
    sums: {
      gross: inRupees(sumOf('gross')),
      discount: inRupees(sumOf('discount') + sumOf('shared_discount')),
      taxable: inRupees(sumOf('taxable')),
      cgst: inRupees(sumOf('cgst')),
      sgst: inRupees(sumOf('sgst')),
      igst: inRupees(sumOf('igst')),
      round_off: inRupees(payable - exact),
      total: inRupees(payable),
    },
  };
}
