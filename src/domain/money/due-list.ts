import * as z from 'zod/mini';
import { optionalDate, optionalText, rupees, text } from '../shape.ts';
import { billingBasis, ledgerRow, paymentClaim } from './ledger.ts';

/** A customer in a list of money. */
const payingCustomer = z.object({
  id: text,
  number: text,
  /** Null for an erased customer. */
  name: optionalText,
});
export type PayingCustomer = z.output<typeof payingCustomer>;

/** An order that owes money (docs/product/money.md#due). Amounts in rupees. */
const owingOrder = z.object({
  order: z.object({
    id: text,
    number: text,
    status: text,
    payment_status: text,
    rental_from: optionalDate,
    rental_to: optionalDate,
  }),
  customer: payingCustomer,
  /** Cost of the order as it stands now. */
  value: rupees,
  /** Issued invoices less their credit notes. */
  billed: rupees,
  basis: billingBasis,
  received: rupees,
  /** Deposit that the studio has. */
  held: rupees,
  due: rupees,
  /** The last day to pay. */
  due_on: optionalDate,
  /** Days past the last day to pay; 0 for none. */
  overdue: z.number(),
});
export type OwingOrder = z.output<typeof owingOrder>;

/** Sums over all orders that owe money, in rupees. */
const dueTotal = z.object({
  orders: z.number(),
  due: rupees,
  overdue_orders: z.number(),
  overdue: rupees,
});
export type DueTotal = z.output<typeof dueTotal>;

/** A part of the orders that owe money, the longest overdue first. */
export const duePart = z.object({
  rows: z.array(owingOrder),
  /** Cursor of the next part; null on the last. */
  next: optionalText,
  total: dueTotal,
});
export type DuePart = z.output<typeof duePart>;

/** An entry that has the reference of a claim. */
const sameReference = z.object({
  ...ledgerRow.shape,
  /** Number of its order. */
  order: text,
});
export type SameReference = z.output<typeof sameReference>;

/** An open claim, with the order that it pays. */
export const openClaim = z.object({
  ...paymentClaim.shape,
  /** Null for a quote of an enquiry without an order: its money has no place yet. */
  order: z.nullable(z.object({ id: text, number: text, due: rupees })),
  customer: payingCustomer,
  /** An entry of any order that has this reference already. */
  same_reference: z.nullable(sameReference),
});
export type OpenClaim = z.output<typeof openClaim>;
