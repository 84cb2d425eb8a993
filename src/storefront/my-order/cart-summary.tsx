import { studio } from '#config';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { cartTotals } from '#domain/cart/totals.ts';
import { formatTotal } from '#domain/money.ts';

const gstPercent = Number((studio.studio.gst_rate * 100).toFixed(2));

/** Props of {@link CartSummary}. */
export interface CartSummaryProps {
  lines: readonly CartLine[];
  /** Shown beside the amounts where no heading names the unit: 'per day'. */
  unit?: string;
}

/** Sub total, GST and total per day of the available lines (docs/product/cart-and-totals.md). */
export function CartSummary({ lines, unit }: CartSummaryProps) {
  const quiet = unit && <span className="text-sm font-normal text-ink-quiet"> {unit}</span>;
  const { subTotal, gst, total } = cartTotals(lines, studio.studio.gst_rate);
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
      <dt className="text-ink-quiet">Sub Total{quiet}</dt>
      <dd className="text-right">{formatTotal(subTotal)}</dd>
      <dt className="text-ink-quiet">GST ({gstPercent}%)</dt>
      <dd className="text-right">{formatTotal(gst)}</dd>
      <dt className="mt-2 border-t border-rule pt-3 font-medium">Total{quiet}</dt>
      <dd className="mt-2 border-t border-rule pt-3 text-right text-lg font-medium">
        {formatTotal(total)}
      </dd>
    </dl>
  );
}
