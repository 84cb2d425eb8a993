import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { itemStockQuery, stockCheckQuery, type StockItem } from '#data/stock/stock.ts';
import { addMonths, monthOf } from '#domain/availability/month.ts';
import { studioToday } from '#domain/days.ts';
import { daysOfMonths, stockMonths } from '#domain/stock/stock-calendar.ts';
import { conflictDaysText, pieceCountText } from '#domain/stock/stock-text.ts';
import { Button } from '#ui/button.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { StaleNotice } from '../../kit/stale-notice.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { ReservationList } from './reservation-list.tsx';
import { StockCalendarTable } from './stock-calendar-table.tsx';
import { StockChangeForm } from './stock-change-form.tsx';
import { TurnaroundForm } from './turnaround-form.tsx';

/** Months on the screen; the database answers for at most 92 days. */
const MONTHS = 2;

/**
 * An item's calendar: what is free on each day of two months, its reservations, and the forms that take
 * pieces out of service and set the turnaround.
 */
export function StockPanel({ item }: { item: StockItem }) {
  const api = useStaffApi();
  const today = studioToday();
  const [offset, setOffset] = useState(0);
  const first = addMonths(monthOf(today), offset);
  const period = { from: first, days: daysOfMonths(first, MONTHS) };
  const read = useQuery(itemStockQuery(api, item, period));
  const stock = read.data;
  return (
    <>
      <Conflict item={item} />
      <div className="mb-1 flex items-center gap-1">
        <h3 className="mr-auto text-sm font-semibold">Free on each day</h3>
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label="Earlier months"
          disabled={offset === 0}
          onClick={() => setOffset(offset - 1)}
        >
          <ChevronLeft aria-hidden size={18} />
        </Button>
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label="Later months"
          onClick={() => setOffset(offset + 1)}
        >
          <ChevronRight aria-hidden size={18} />
        </Button>
      </div>
      {read.isError && stock && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {read.isError && !stock && (
        <ReadFailure level={3} title="The calendar could not be loaded" read={read} />
      )}
      {read.isPending && <LoadingSkeleton blocks={['h-28 w-full', 'h-28 w-full', 'h-28 w-full']} />}
      {stock && (
        <>
          {stock.of === null && (
            <p className="mb-3 text-sm text-ink-quiet">
              Quantity 0 means not counted: visitors read “Ask us”, and no booking is refused.
            </p>
          )}
          <div className="-mx-3 space-y-6">
            {stockMonths(stock, { first, months: MONTHS, today }).map((month) => (
              <StockCalendarTable key={month.first} month={month} />
            ))}
          </div>
          <h3 className="mt-6 mb-2 text-sm font-semibold">Reservations in these months</h3>
          {stock.reservations.length > 0 ? (
            <ReservationList item={item} reservations={stock.reservations} />
          ) : (
            <p className="text-sm text-ink-quiet">None.</p>
          )}
          <StockChangeForm item={item} stock={stock} period={period} />
          <TurnaroundForm item={item} stock={stock} />
        </>
      )}
    </>
  );
}

/** Warns of days on which more is promised than there is. */
function Conflict({ item }: { item: StockItem }) {
  const { data: check } = useQuery(stockCheckQuery(useStaffApi(), item));
  return (
    <div role="status">
      {check && check.short_days > 0 && (
        <p className="mb-4 rounded-md bg-red-pale px-4 py-2 text-sm">
          <strong className="font-medium text-red">Conflict</strong> on{' '}
          {conflictDaysText(check.short_days, check.first_days)}: up to{' '}
          {pieceCountText(check.short)} short. Hire pieces in, or change the orders.
        </p>
      )}
    </div>
  );
}
