import type { StudioDate } from '#domain/days.ts';
import type { OwingOrder } from '#domain/money/due-list.ts';
import { dueDayText } from '#domain/money/due-text.ts';
import type { BillingBasis } from '#domain/money/ledger.ts';
import { formatTotal } from '#domain/money.ts';
import { classNames } from '#ui/class-names.ts';
import type { Column } from '#ui/data-table.tsx';
import { OrderMoneyLink } from './order-money-link.tsx';

/** Where the value of an order comes from, in a column. */
export const BASIS_NAMES: Readonly<Record<BillingBasis, string>> = {
  invoice: 'Invoices',
  quote: 'Quote',
  estimate: 'Estimate',
  none: '–',
};

/** Columns of the list of due amounts. */
export const dueColumns = (today: StudioDate): readonly Column<OwingOrder>[] => [
  {
    key: 'order',
    header: 'Order',
    width: '8rem',
    cell: ({ order }) => <OrderMoneyLink order={order.number}>{order.number}</OrderMoneyLink>,
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ customer }) => customer.name ?? customer.number,
  },
  {
    key: 'when',
    header: 'When',
    width: '20rem',
    cell: (row) => <DueDay row={row} today={today} />,
  },
  {
    key: 'due',
    header: 'Due',
    width: '8.5rem',
    align: 'end',
    cell: ({ due }) => <span className="font-medium">{formatTotal(due)}</span>,
  },
  {
    key: 'received',
    header: 'Received',
    width: '8.5rem',
    align: 'end',
    cell: ({ received }) => formatTotal(received),
  },
  {
    key: 'value',
    header: 'Value',
    width: '8.5rem',
    align: 'end',
    cell: ({ value }) => formatTotal(value),
  },
  { key: 'basis', header: 'By', width: '6rem', cell: ({ basis }) => BASIS_NAMES[basis] },
  {
    key: 'held',
    header: 'Deposit held',
    width: '7.5rem',
    align: 'end',
    cell: ({ held }) => (held === 0 ? '–' : formatTotal(held)),
  },
];

/** When an amount is due, in words; red once it is overdue. */
export function DueDay({ row, today }: { row: OwingOrder; today: StudioDate }) {
  return (
    <span className={classNames('tabular-nums', row.overdue > 0 && 'text-red')}>
      {dueDayText(row, today)}
    </span>
  );
}
