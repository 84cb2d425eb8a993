import type { StudioDate } from '#domain/days.ts';
import type { OwingOrder } from '#domain/money/due-list.ts';
import { formatTotal } from '#domain/money.ts';
import { BASIS_NAMES, DueDay } from './due-columns.tsx';
import { OrderMoneyLink } from './order-money-link.tsx';

/** An order that owes money, on a narrow screen; the whole card is a link. */
export function DueCard({ row, today }: { row: OwingOrder; today: StudioDate }) {
  const { order, customer, due, received, value, basis, held } = row;
  const facts = [
    order.number,
    `${formatTotal(received)} of ${formatTotal(value)} received`,
    basis === 'estimate' && BASIS_NAMES.estimate.toLowerCase(),
    held > 0 && `deposit ${formatTotal(held)}`,
  ];
  return (
    <OrderMoneyLink
      order={order.number}
      className="-mx-2 block rounded-md px-2 py-3 text-sm hover:bg-paper-deep"
    >
      <span className="flex items-baseline justify-between gap-3 cramped:flex-wrap">
        <span className="min-w-0 font-medium break-words">{customer.name ?? customer.number}</span>
        <span className="shrink-0 font-medium tabular-nums">{formatTotal(due)}</span>
      </span>
      <span className="mt-0.5 block text-xs">
        <DueDay row={row} today={today} />
      </span>
      <span className="mt-0.5 block text-xs text-ink-quiet tabular-nums">
        {facts.filter(Boolean).join(' · ')}
      </span>
    </OrderMoneyLink>
  );
}
