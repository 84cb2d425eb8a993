import { useSite } from '#data/use-site.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { cartTotals } from '#domain/cart/totals.ts';
import { formatTotal } from '#domain/money.ts';

/** Props of {@link CartSummary}. */
export interface CartSummaryProps {
  lines: readonly CartLine[];
  /** Shown beside the amounts where no heading names the unit: 'per day'. */
  unit?: string;
}

/** Sub total, GST and total per day of the available lines (docs/product/cart-and-totals.md). */
export function CartSummary({ lines, unit }: CartSummaryProps) {
  const site = useSite();
  const quiet = unit && <span className="text-sm font-normal text-ink-quiet"> {unit}</span>;
  const gstRate = site.studio.gst_rate;
  const { subTotal, gst, total } = cartTotals(lines, gstRate);
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
      <dt className="text-ink-quiet">Sub Total{quiet}</dt>
      <dd className="text-right">{formatTotal(subTotal)}</dd>
      <dt className="text-ink-quiet">GST ({Number((gstRate * 100).toFixed(2))}%)</dt>
      <dd className="text-right">{formatTotal(gst)}</dd>
      <dt className="mt-2 border-t border-rule pt-3 font-medium">Total{quiet}</dt>
      <dd className="mt-2 border-t border-rule pt-3 text-right text-lg font-medium">
        {formatTotal(total)}
      </dd>
    </dl>
  );
}
