import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { dueQuery } from '#data/money/money.ts';
import { studioToday } from '#domain/days.ts';
import type { DueTotal, OwingOrder } from '#domain/money/due-list.ts';
import { formatTotal } from '#domain/money.ts';
import { counted } from '#ui/count.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PartsList } from '../kit/lists/parts-list.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { DueCard } from './due-card.tsx';
import { dueColumns } from './due-columns.tsx';

/** The orders that owe money, the longest overdue first, with the totals of all of them. */
export function OwingOrders() {
  const read = useInfiniteQuery(dueQuery(useStaffApi()));
  const navigate = useNavigate();
  const today = studioToday();
  const open = ({ order }: OwingOrder) =>
    void navigate({
      to: '/ops/crm',
      search: { tab: 'orders', open: order.number, part: 'money' },
    });
  return (
    <PartsList
      read={read}
      failure="The due amounts could not be loaded"
      label="Due amounts"
      columns={dueColumns(today)}
      rowKey={({ order }) => order.id}
      renderCard={(row) => <DueCard row={row} today={today} />}
      onOpen={open}
      empty={
        <PageMessage
          level={2}
          title="Nothing is due"
          text="Orders that owe money appear here, the longest overdue first."
        />
      }
    >
      <Totals total={read.data?.pages.at(-1)?.total} />
    </PartsList>
  );
}

/** Totals of all orders, not only of those that are loaded. */
function Totals({ total }: { total: DueTotal | undefined }) {
  const figures = [
    { label: 'Overdue', amount: total?.overdue, orders: total?.overdue_orders },
    { label: 'Due in all', amount: total?.due, orders: total?.orders },
  ];
  return (
    <dl aria-label="Totals" className="mb-5 flex flex-wrap gap-x-12 gap-y-3">
      {figures.map(({ label, amount, orders }) => (
        <div key={label}>
          <dt className="text-sm text-ink-quiet">{label}</dt>
          {amount === undefined || orders === undefined ? (
            <dd>
              <Skeleton className="h-8 w-40" />
            </dd>
          ) : (
            <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
              <span className="text-2xl font-semibold">{formatTotal(amount)}</span>
              <span className="text-sm text-ink-quiet">{counted(orders, 'order', 'orders')}</span>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
