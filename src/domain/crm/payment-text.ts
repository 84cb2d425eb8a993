import * as z from 'zod/mini';
import { rupees, text } from '../shape.ts';

/** The payment field of an order beside its ledger. */
export const paidOrder = z.object({
  payment_status: text,
  /** Rupees that the ledger has, rent and deposit. */
  received: rupees,
});
export type PaidOrder = z.output<typeof paidOrder>;

/** Text of an order whose payment field says "Advance received" while nothing came. */
export const NOTHING_RECEIVED = 'Nothing received';

/**
 * Whether the ledger knows better than the payment field, which a new order begins with as `advance_received`
 * (docs/product/money.md#payment-field). Any other value was set by a person or by the ledger itself.
 */
export const paymentKnownBetter = ({ payment_status, received }: PaidOrder): boolean =>
  payment_status === 'advance_received' && received === 0;
