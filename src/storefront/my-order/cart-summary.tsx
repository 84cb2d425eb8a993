import { useSite } from '#data/settings/use-site.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { cartGstRate, cartTotals, gstLabel } from '#domain/cart/totals.ts';
import { formatTotal } from '#domain/money.ts';
import { useDraftDates } from '#storefront/availability/dates-store.ts';
import { RentalTotal, ShortRentalTotal } from '#storefront/cart/rental-total.tsx';
import { useRentalSum } from '#storefront/cart/use-rental-sum.ts';

export interface CartSummaryProps {
  lines: readonly CartLine[];
  /** Low, for the foot of the drawer; no heading names the unit there, so each amount says 'per day'. */
  compact?: boolean;
}

/**
 * Sub total, GST where the studio is registered, and total per day of the available lines; below them, with dates,
 * what will be paid for all days (docs/product/cart-and-totals.md).
 */
export function CartSummary({ lines, compact = false }: CartSummaryProps) {
  const site = useSite();
  const { hasDates, sum } = useRentalSum(lines, useDraftDates());
  const quiet = compact && <span className="text-ink-quiet"> per day</span>;
  const gstRate = cartGstRate(site.studio);
  const { subTotal, gst, total } = cartTotals(lines, gstRate ?? 0);
  // why: without dates it is the total, with dates one step to it.
  const weight = hasDates ? '' : 'font-medium';
  const last = compact
    ? weight
    : `mt-1 border-t border-rule pt-1 sm:pt-2 ${weight} ${hasDates ? '' : 'text-lg'}`;
  return (
    <>
      <dl
        className={`grid grid-cols-[1fr_auto] tabular-nums ${compact ? 'gap-y-0.5 text-sm' : 'gap-y-0.5 max-sm:text-sm sm:gap-y-1.5'}`}
      >
        <dt className="text-ink-quiet">Sub Total{quiet}</dt>
        <dd className="text-right">{formatTotal(subTotal)}</dd>
        {gstRate !== null && (
          <>
            <dt className="text-ink-quiet">{gstLabel(gstRate)}</dt>
            <dd className="text-right">{formatTotal(gst)}</dd>
          </>
        )}
        <dt className={last}>Total{quiet}</dt>
        <dd className={`text-right ${last}`}>{formatTotal(total)}</dd>
      </dl>
      {sum && (
        <div
          className={
            compact
              ? 'mt-1.5 border-t border-rule pt-1.5'
              : 'mt-2 border-t border-ink pt-2 sm:mt-3 sm:pt-3'
          }
        >
          {compact ? <ShortRentalTotal sum={sum} /> : <RentalTotal sum={sum} />}
        </div>
      )}
    </>
  );
}
