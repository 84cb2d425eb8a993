import * as z from 'zod/mini';
import { rupees, text } from '../shape.ts';
import type { DocumentDraftLine } from '../documents/document-record.ts';
import { taxPlace } from '../documents/sums.ts';
import { formatTotal, roundRupees } from '../money.ts';
import type { Ledger } from './ledger.ts';

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
  /** For what the studio retains and no invoice bills; null where that is nothing. */
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
  /** Rupees that credit notes took back already. */
  credited: rupees,
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
 * The money of a cancelled order in words, by the policy: what the customer gets back of rent and deposit, else what is
 * still to be billed: `₹3,750.00 to refund`, with a deposit `₹8,750.00 to give back`, `Nothing to refund, ₹5,000.00 to
 * invoice`, `Nothing to refund`.
 */
export function cancelledText({
  refund,
  deposit,
  invoice,
}: Pick<CancellationProposal, 'refund' | 'deposit' | 'invoice'>): string {
  const back = toGiveBack({ refund, deposit });
  if (back > 0) return `${formatTotal(back)} to ${deposit.held > 0 ? 'give back' : 'refund'}`;
  return invoice === null
    ? 'Nothing to refund'
    : `Nothing to refund, ${formatTotal(invoice.total)} to invoice`;
}

/** Rupees of the rent and of the deposit that the customer of a cancelled order still gets. */
export const toGiveBack = ({
  refund,
  deposit,
}: Pick<CancellationProposal, 'refund' | 'deposit'>): number => roundRupees(refund + deposit.held);

/** A step of a cancellation. */
export interface CancellationStep {
  kind: 'credit' | 'retained' | 'refund' | 'deposit';
  /** Rupees; of a step that is done, what was credited, billed, refunded or returned. */
  amount: number;
  /** `later`: another step comes first. */
  state: 'open' | 'later' | 'done';
}

/**
 * The steps that settle a cancelled order, in their order: credit notes while more is billed than the studio retains, an invoice for
 * what it retains, the refund and the deposit. Read from the ledger, so that it goes on where somebody stopped.
 */
export function cancellationSteps(
  { credit, credited, invoice, refund, retained, deposit }: CancellationProposal,
  { billed, refunded, rows }: Pick<Ledger, 'billed' | 'refunded' | 'rows'>,
): CancellationStep[] {
  // why ₹1: the tax inside an amount is not always exact to the paisa when it is added again.
  const mustCredit = billed >= retained + 1 && credit.length > 0;
  const returned = rows
    .filter((row) => row.account === 'deposit' && row.kind === 'refunded' && !row.reversed_by)
    .reduce((sum, { amount }) => sum + amount, 0);
  const step = (
    kind: CancellationStep['kind'],
    state: CancellationStep['state'],
    amount: number,
  ): CancellationStep[] => (amount > 0 ? [{ kind, state, amount: roundRupees(amount) }] : []);
  return [
    ...(mustCredit
      ? step(
          'credit',
          'open',
          credit.reduce((sum, { rest }) => sum + rest, 0),
        )
      : step('credit', 'done', credited)),
    ...(invoice === null
      ? step('retained', 'done', Math.min(billed, retained))
      : step('retained', mustCredit ? 'later' : 'open', invoice.total)),
    ...(refund > 0 ? step('refund', 'open', refund) : step('refund', 'done', refunded)),
    ...(deposit.held > 0
      ? step('deposit', 'open', deposit.held)
      : step('deposit', 'done', returned)),
  ];
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
