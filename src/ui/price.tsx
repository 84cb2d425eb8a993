import { classNames } from './class-names.ts';

/** Props of {@link Price}. */
export interface PriceProps {
  /** The amount as the visitor reads it: '₹1,250'. */
  amount: string;
  /** What it is for, smaller and quieter: '/day'. Leave it out for a plain amount. */
  unit?: string | undefined;
  /** Classes for the amount's size and weight. */
  className?: string | undefined;
}

/** An amount of money with its unit: digits aligned, the unit quiet, never broken over two lines. */
export function Price({ amount, unit, className }: PriceProps) {
  return (
    <span className={classNames('whitespace-nowrap tabular-nums', className)}>
      {amount}
      {unit && <span className="text-[0.8em] font-normal text-ink-quiet">{unit}</span>}
    </span>
  );
}
