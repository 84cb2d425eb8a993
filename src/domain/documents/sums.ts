import type { DocumentSums } from './frozen-document.ts';

/** Where a line is taxed: in the recipient's state, or in the studio's for what is used on its premises. */
export type TaxPlace = 'recipient' | 'premises';

/** What the amounts of a line follow from. At most one of the discounts is set. */
export interface SumLine {
  kind: 'item' | 'text' | 'charge' | 'heading';
  /** Percent of GST. */
  rate: number | null;
  place: TaxPlace | null;
  quantity: number | null;
  /** Null: charged once, not by the day. */
  days: number | null;
  /** Rupees for one, per day where `days` is set. */
  unit_price: number | null;
  discount_percent: number | null;
  /** Rupees. */
  discount_amount: number | null;
}

/** The amounts of a line, in rupees. */
export interface LineAmounts {
  gross: number;
  /** The line's own discount. */
  discount: number;
  /** The line's part of the document's discount. */
  shared_discount: number;
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
}

/** What all lines of a document have in common. At most one of the discounts is set. */
export interface SumOptions {
  discount_percent: number | null;
  /** Rupees. */
  discount_amount: number | null;
  /** State code of the studio. */
  studioState: string | null;
  /** State code of the recipient; null: taxed as in the studio's state. */
  placeOfSupply: string | null;
  /** Whether staff set the place of supply: then it is for all lines, also those used on the premises. */
  placeIsSet?: boolean;
  /** Rounds the total to whole rupees. */
  roundOff: boolean;
}

// why bigint: a taxable value of ten digits times a rate exceeds what a double counts exactly.
const hundredths = (value: number) => BigInt(Math.round(Number((value * 100).toPrecision(15))));
const rupees = (paise: bigint) => Number(paise) / 100;

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

/** CGST, SGST and IGST of a taxable value: halves inside a state, the whole rate between states. */
function taxesOn(taxable: bigint, rate: number, isInside: boolean) {
  const half = isInside ? rounded(taxable * hundredths(rate), 20_000n) : 0n;
  const whole = isInside ? 0n : rounded(taxable * hundredths(rate), 10_000n);
  return { cgst: half, sgst: half, igst: whole };
}

type TaxedAt = Pick<SumOptions, 'studioState' | 'placeOfSupply' | 'placeIsSet'>;

/** Whether a line is taxed inside the studio's state (CGST and SGST). */
export function isTaxedInside(
  place: TaxPlace | null,
  { studioState, placeOfSupply, placeIsSet = false }: TaxedAt,
): boolean {
  const isOnPremises = place === 'premises' && !placeIsSet;
  return isOnPremises || placeOfSupply === null || placeOfSupply === studioState;
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
      : hundredths(line.unit_price ?? 0) * BigInt(line.quantity ?? 0) * BigInt(line.days ?? 1),
  );
  const nets = lines.map((line, at) => {
    const gross = grosses[at] ?? 0n;
    return gross - discountOn(gross, line.discount_percent, line.discount_amount);
  });
  const shared = shares(
    discountOn(total(nets), options.discount_percent, options.discount_amount),
    nets,
  );
  const amounts = lines.map((line, at) => {
    const [gross = 0n, net = 0n, part = 0n] = [grosses[at], nets[at], shared[at]];
    const taxable = net - part;
    const taxes = taxesOn(taxable, line.rate ?? 0, isTaxedInside(line.place, options));
    return { gross, discount: gross - net, shared_discount: part, taxable, ...taxes };
  });
  const sumOf = (name: keyof LineAmounts) => total(amounts.map((line) => line[name]));
  const exact = sumOf('taxable') + sumOf('cgst') + sumOf('sgst') + sumOf('igst');
  const payable = options.roundOff ? rounded(exact, 100n) * 100n : exact;
  return {
    lines: amounts.map((line) => ({
      gross: rupees(line.gross),
      discount: rupees(line.discount),
      shared_discount: rupees(line.shared_discount),
      taxable: rupees(line.taxable),
      cgst: rupees(line.cgst),
      sgst: rupees(line.sgst),
      igst: rupees(line.igst),
    })),
    sums: {
      gross: rupees(sumOf('gross')),
      discount: rupees(sumOf('discount') + sumOf('shared_discount')),
      taxable: rupees(sumOf('taxable')),
      cgst: rupees(sumOf('cgst')),
      sgst: rupees(sumOf('sgst')),
      igst: rupees(sumOf('igst')),
      round_off: rupees(payable - exact),
      total: rupees(payable),
    },
  };
}
