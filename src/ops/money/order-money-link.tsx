import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface OrderMoneyLinkProps {
  /** Number of the order. */
  order: string;
  className?: string;
  children: ReactNode;
}

/** Link to the Money tab of an order. */
export function OrderMoneyLink({
  order,
  className = 'font-medium text-teal tabular-nums hover:underline',
  children,
}: OrderMoneyLinkProps) {
  return (
    <Link
      to="/ops/crm"
      search={{ tab: 'orders', open: order, part: 'money' }}
      preload={false}
      data-row-link
      className={className}
    >
      {children}
    </Link>
  );
}
