/** A line of the invoice for what the studio retains. */
export interface CancellationLine {
  kind: 'charge';
  text: string;
  sac: string;
  /** Percent. */
  rate: number;
  place: 'recipient' | 'premises';
  quantity: number;
  days: null;
  /** Rupees, without tax. */
  unit_price: number;
}

/** The refund by the studio's policy if an order is cancelled now (docs/product/money.md#cancellation). */
export interface CancellationProposal {
  /** Hours until the first rental day begins, negative after; null without dates. */
  hours_notice: number | null;
  /** 0 to 1. */
  refund_share: number;
  /** Rupees: of the rent, less refunds. */
  received: number;
  refund: number;
  retained: number;
  deposit: { held: number };
  /** For what the studio retains; null where it retains nothing. */
  invoice: { total: number; taxable: number; tax: number; lines: CancellationLine[] } | null;
  /** Invoices that a credit note would take back, with what is not credited yet. */
  credit: { id: string; number: string; rest: number }[];
}
