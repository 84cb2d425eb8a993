import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { dueQuery } from '#data/money.ts';
import { studioToday } from '#domain/dates.ts';
import type { DueTotal, OwingOrder } from '#domain/money/due-list.ts';
import { formatTotal } from '#domain/money.ts';
import { counted } from '#ui/count.ts';
import { DataTable } from '#ui/data-table.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { ReadFailure } from '../shell/read-failure.tsx';
import { ShowMore } from '../shell/show-more.tsx';
import { StaleNotice } from '../shell/stale-notice.tsx';
import { useStaffApi } from '../use-staff-api.ts';
import { DueCard } from './due-card.tsx';
import { dueColumns } from './due-columns.tsx';

/** The orders that owe money, the longest overdue first, with the totals of all of them. */
export function OwingOrders() {
  const read = useInfiniteQuery(dueQuery(useStaffApi()));
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const today = studioToday();
  const open = ({ order }: OwingOrder) =>
    void navigate({
      to: '/ops/crm',
      search: { tab: 'orders', open: order.number, part: 'money' },
    });
  if (read.isError && !read.data) {
    return <ReadFailure level={2} title="The due amounts could not be loaded" read={read} />;
  }
  return (
    <div ref={list}>
      {read.isError && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      <Totals total={read.data?.pages.at(-1)?.total} />
      <DataTable
        label="Due amounts"
        columns={dueColumns(today)}
        rows={read.data?.pages.flatMap((part) => part.rows)}
        rowKey={({ order }) => order.id}
        renderCard={(row) => <DueCard row={row} today={today} />}
        onOpen={open}
        columnsFrom="80rem"
        empty={
          <PageMessage
            level={2}
            title="Nothing is due"
            text="Orders that owe money appear here, the longest overdue first."
          />
        }
      />
      <ShowMore read={read} />
    </div>
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
