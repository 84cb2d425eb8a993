import { daysLabel, gstLabel, totalLabel } from '#domain/cart/totals.ts';
import type { RentalSum } from '#domain/documents/rental-sum.ts';
import { formatTotal } from '#domain/money.ts';

const labelOf = ({ days, gst }: RentalSum) => totalLabel(days, gst.length > 0);

/** The steps from one day to the total, each with its amount (docs/product/cart-and-totals.md). */
function stepsOf({ days, perDay, items, gst, roundOff }: RentalSum) {
  return [
    { label: `${formatTotal(perDay)} × ${daysLabel(days)}`, amount: items },
    ...gst.map(({ rate, amount }) => ({ label: gstLabel(rate / 100), amount })),
    ...(roundOff === 0 ? [] : [{ label: 'Rounding', amount: roundOff }]),
  ];
}

/** The sum to be paid for the chosen days, with its arithmetic in rows. */
export function RentalTotal({ sum }: { sum: RentalSum }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-2 text-sm tabular-nums sm:gap-y-1">
      {stepsOf(sum).map(({ label, amount }) => (
        <div key={label} className="contents">
          <dt className="text-ink-quiet">{label}</dt>
          <dd className="text-right">{formatTotal(amount)}</dd>
        </div>
      ))}
      <dt className="self-center pt-1 text-[0.8125rem] font-medium sm:text-base">{labelOf(sum)}</dt>
      <dd className="pt-1 text-right text-lg font-semibold sm:text-xl">{formatTotal(sum.total)}</dd>
    </dl>
  );
}

/** The same in two lines, for where there is little room. */
export function ShortRentalTotal({ sum }: { sum: RentalSum }) {
  const [days, ...others] = stepsOf(sum);
  return (
    <dl className="tabular-nums">
      <div className="flex items-baseline justify-between gap-4">
        <dt className="font-medium">{labelOf(sum)}</dt>
        <dd className="text-lg font-semibold">{formatTotal(sum.total)}</dd>
      </div>
      <div className="text-xs text-ink-quiet">
        <dt className="sr-only">Made of</dt>
        <dd>
          {[
            days?.label,
            ...others.map(({ label, amount }) => `${label} ${formatTotal(amount)}`),
          ].join(' + ')}
        </dd>
      </div>
    </dl>
  );
}
