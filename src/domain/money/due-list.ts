import type { StudioDate } from '../dates.ts';
import type { BillingBasis, LedgerRow, PaymentClaim } from './ledger.ts';

/** A customer in a list of money. */
export interface PayingCustomer {
  id: string;
  number: string;
  /** Null for an erased customer. */
  name: string | null;
}

/** An order that owes money (docs/product/money.md#due). Amounts in rupees. */
export interface OwingOrder {
  order: {
    id: string;
    number: string;
    status: string;
    payment_status: string;
    rental_from: StudioDate | null;
    rental_to: StudioDate | null;
  };
  customer: PayingCustomer;
  billed: number;
  basis: BillingBasis;
  received: number;
  /** Deposit that the studio has. */
  held: number;
  due: number;
  /** The last day to pay. */
  due_on: StudioDate | null;
  /** Days past the last day to pay; 0 for none. */
  overdue: number;
}

/** Sums over all orders that owe money, in rupees. */
export interface DueTotal {
  orders: number;
  due: number;
  overdue_orders: number;
  overdue: number;
}

/** A part of the orders that owe money, the longest overdue first. */
export interface DuePart {
  rows: OwingOrder[];
  /** Cursor of the next part; null on the last. */
  next: string | null;
  total: DueTotal;
}

/** An entry that has the reference of a claim. */
export interface SameReference extends LedgerRow {
  /** Number of its order. */
  order: string;
}

/** An open claim, with the order that it pays. */
export interface OpenClaim extends PaymentClaim {
  /** Null for a quote of an enquiry without an order: its money has no place yet. */
  order: { id: string; number: string; due: number } | null;
  customer: PayingCustomer;
  /** An entry of any order that has this reference already. */
  same_reference: SameReference | null;
}
