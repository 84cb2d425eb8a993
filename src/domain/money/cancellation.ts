import * as z from 'zod/mini';
import { rupees, text } from '../shape.ts';
import type { DocumentDraftLine } from '../documents/document-record.ts';
import { taxPlace } from '../documents/sums.ts';
import { formatTotal, roundRupees } from '../money.ts';

/** A line of the invoice for what the studio retains. */
const cancellationLine = z.object({
  kind: z.literal('charge'),
  text,
  sac: text,
  /** Percent. */
  rate: z.number(),
  place: taxPlace,
  quantity: z.number(),
  days: z.null(),
  /** Rupees, without tax. */
  unit_price: rupees,
});
export type CancellationLine = z.output<typeof cancellationLine>;

/** The refund by the studio's policy of a cancelled order (docs/product/money.md#cancellation). */
export const cancellationProposal = z.object({
  /** Hours until the first rental day begins, negative after; null without dates. */
  hours_notice: z.nullable(z.number()),
  /** 0 to 1. */
  refund_share: z.number(),
  /** Rupees: of the rent, less refunds. */
  received: rupees,
  /** Rupees still to be refunded. */
  refund: rupees,
  retained: rupees,
  deposit: z.object({ held: rupees }),
  /** For what the studio retains; null where it retains nothing. */
  invoice: z.nullable(
    z.object({
      total: rupees,
      taxable: rupees,
      tax: rupees,
      lines: z.array(cancellationLine),
    }),
  ),
  /** Invoices that a credit note would take back, with what is not credited yet. */
  credit: z.array(z.object({ id: text, number: text, rest: rupees })),
});
export type CancellationProposal = z.output<typeof cancellationProposal>;

/** The policy's figures as a sentence: `71.5 hours of notice: the policy refunds 75% of what was received.` */
export function policyText({
  hours_notice: hours,
  refund_share: share,
}: Pick<CancellationProposal, 'hours_notice' | 'refund_share'>): string {
  const part = share === 0 ? 'nothing' : share === 1 ? 'everything' : `${percent(share)}%`;
  const rest = `the policy refunds ${part}${share > 0 && share < 1 ? ' of what was received' : ''}.`;
  if (hours === null) return `Without rental dates ${rest}`;
  if (hours < 0) return `After the first rental day began ${rest}`;
  const notice = hours < 96 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
  return `With ${notice} of notice ${rest}`;
}

const percent = (share: number) => Math.round(share * 10_000) / 100;

/**
 * The money of a cancelled order in words, by the policy: `₹3,750.00 to refund`, `Nothing to refund, ₹5,000.00 to
 * invoice`, `Nothing to refund`.
 * @param billed rupees of its invoices less credit notes
 */
export function cancelledText(
  { refund, retained }: Pick<CancellationProposal, 'refund' | 'retained'>,
  billed: number,
): string {
  if (refund > 0) return `${formatTotal(refund)} to refund`;
  const open = roundRupees(retained - billed);
  return open > 0 ? `Nothing to refund, ${formatTotal(open)} to invoice` : 'Nothing to refund';
}

/** The next document to issue for a cancellation. */
export type CancellationStep = 'credit' | 'invoice' | null;

/**
 * The next document of a cancelled order: credit notes while more is billed than the studio retains, then
 * an invoice for what it retains; null once the two are equal.
 * @param billed rupees of its invoices less credit notes
 */
export function cancellationStep(
  { retained, invoice, credit }: CancellationProposal,
  billed: number,
): CancellationStep {
  if (billed > retained && credit.length > 0) return 'credit';
  return billed === 0 && invoice !== null ? 'invoice' : null;
}

/** The lines of the invoice for what the studio retains, as a draft saves them. */
export const cancellationLines = (lines: readonly CancellationLine[]): DocumentDraftLine[] =>
  lines.map((line) => ({
    ...line,
    item_id: null,
    item_type: null,
    order_item_id: null,
    enquiry_item_id: null,
    discount_percent: null,
    discount_amount: null,
  }));

/** The note of the refund of a cancelled order: `Cancellation: 75% of ₹25,000.00` */
export function refundNote({
  refund_share: share,
  refund,
  retained,
}: CancellationProposal): string {
  return `Cancellation: ${percent(share)}% of ${formatTotal(refund + retained)}`;
}
