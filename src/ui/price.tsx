import { classNames } from './class-names.ts';

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
    <span className={classNames('price', className)}>
      {amount}
      {unit && <span>{unit}</span>}
    </span>
  );
}
