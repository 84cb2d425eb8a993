import { classNames } from './class-names.ts';

/** Props of {@link Price}. */
export interface PriceProps {
  /** The formatted amount: '₹1,250'. */
  amount: string;
  /** Shown smaller after the amount: '/day'. */
  unit?: string | undefined;
  /** Class names for size and weight. */
  className?: string | undefined;
}

/** An amount of money with its unit, on one line with tabular digits. */
export function Price({ amount, unit, className }: PriceProps) {
  return (
    <span className={classNames('whitespace-nowrap tabular-nums', className)}>
      {amount}
      {unit && <span className="text-[0.8em] font-normal text-ink-quiet">{unit}</span>}
    </span>
  );
}
