import { useEffect, useMemo, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { timelineQuery } from '#data/desk/timeline.ts';
import { studioToday } from '#domain/days.ts';
import { viewPeriod } from '#domain/timeline/periods.ts';
import { clearFilters, isFiltered } from '#domain/timeline/timeline-search.ts';
import { barTitle } from '#domain/timeline/bar-text.ts';
import type { Movement } from '#domain/timeline/movements.ts';
import { Button } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { Said } from '#ui/said.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useMedia } from '#ui/use-media.ts';
import { foundText } from '../kit/lists/found-text.ts';
import { useMinute, useRefetchAt } from '../kit/use-minute.ts';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { useProfile } from '../kit/profile.ts';
import { ReadFailure } from '../kit/read-failure.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { CRM_ROLES, INVENTORY_ROLES, mayOpen, STAFF_ROLES } from '../kit/staff-roles.ts';
import { StaleNotice } from '../kit/stale-notice.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { BarDetails } from './bar-details.tsx';
import { CalendarFilters } from './calendar-filters.tsx';
import type { CalendarProps } from './calendar-props.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { DayList } from './day-list.tsx';
import { MoveStatus } from './move-status.tsx';
import { StretchChoices, stretchTitle, type Stretch } from './stretch-choices.tsx';
import { TimelineGrid } from './timeline-grid.tsx';
import { useBarMove } from './use-bar-move.ts';

/**
 * The calendar: what is reserved, in rows of items or orders (docs/product/desk.md#calendar). Its whole
 * state is in the address.
 */
export function CalendarPage(props: CalendarProps) {
  return (
    <RoleGate roles={STAFF_ROLES} page="Calendar">
      <Calendar {...props} />
    </RoleGate>
  );
}

function Calendar({ search, onSearch }: CalendarProps) {
  const profile = useProfile();
  const mayReadOrders = profile?.role !== 'inventory_user';
  const mayReadCustomers = mayOpen(profile, CRM_ROLES);
  const isNarrow = useMedia('(width < 40rem)');
  const now = useMinute();
  const today = studioToday(now);
  const view = search.view ?? 'month';
  const date = search.from ?? today;
  const isList = isNarrow || view === 'day';
  // why these parts: the period is the same object until they change, which the rows depend on.
  const period = useMemo(() => viewPeriod(view, date), [view, date]);
  const { from: _from, view: _view, by: _by, show, owner, customer, ...others } = search;
  const filters = { ...others, ...(mayReadCustomers && { owner, customer }) };
  const by: 'items' | 'orders' = mayReadOrders ? (search.by ?? 'items') : 'items';
  // why: a list by day has no rows of free items.
  const question = { ...filters, ...(!isList && show && { show }), by, period };
  const read = useInfiniteQuery(timelineQuery(useStaffApi(), question, profile?.id ?? ''));
  const rows = useMemo(() => read.data?.pages.flatMap((page) => page.rows), [read.data]);
  const holdEnds = useMemo(
    () => (rows ?? []).flatMap(({ bars }) => bars.flatMap(({ expires_at }) => expires_at ?? [])),
    [rows],
  );
  useRefetchAt(holdEnds);
  const [open, setOpen] = useState<Movement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [stretch, setStretch] = useState<Stretch | null>(null);
  const [isStretchOpen, setIsStretchOpen] = useState(false);
  const move = useBarMove();
  const { data: parts, hasNextPage, isFetchingNextPage, fetchNextPage } = read;
  useEffect(() => {
    // why: a list by day needs all rows. The grid's first part fills the screen; the second is read at once, further ones on
    // scrolling.
    const isNeeded = isList || parts?.pages.length === 1;
    if (isNeeded && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isList, parts, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const openBar = (movement: Movement) => {
    setOpen(movement);
    setIsOpen(true);
  };
  const [firstPage] = read.data?.pages ?? [];
  const total = firstPage?.total ?? rows?.length ?? 0;
  const isExact = firstPage?.total_is_exact ?? true;
  return (
    <div className="[page:calendar]">
      <CalendarToolbar search={search} onSearch={onSearch} mayReadOrders={mayReadOrders} />
      <CalendarFilters
        search={search}
        onSearch={onSearch}
        mayReadCustomers={mayReadCustomers}
        isGrid={!isList}
      />
      <Said>{firstPage && !read.isPlaceholderData ? foundText(total, isExact) : ''}</Said>
      {read.isError && read.data && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {rows === undefined && read.isPending && (
        <LoadingSkeleton
          blocks={Array.from({ length: 12 }, () => 'h-9 w-full')}
          className="space-y-px"
        />
      )}
      {rows === undefined && read.isError && (
        <ReadFailure level={2} title="The calendar could not be loaded" read={read} />
      )}
      {rows?.length === 0 && (
        <PageMessage
          level={2}
          className="py-8"
          title={isFiltered(search) ? 'Nothing matches' : 'Nothing is reserved on these days'}
          text={
            isFiltered(search)
              ? 'No reservation on these days matches the search and filters.'
              : 'Orders and holds appear here as soon as they have dates.'
          }
          action={
            isFiltered(search) ? (
              <Button variant="secondary" size="sm" onClick={() => onSearch(clearFilters)}>
                Clear search and filters
              </Button>
            ) : (
              by === 'items' && (
                <Button
                  variant="secondary"
                  size="sm"
                  onClick={() => onSearch((now) => ({ ...now, show: 'all' }))}
                >
                  Show all items
                </Button>
              )
            )
          }
        />
      )}
      {rows && rows.length > 0 && isList && (
        <DayList rows={rows} period={period} today={today} onOpen={openBar} />
      )}
      {rows && rows.length > 0 && !isList && (
        <TimelineGrid
          rows={rows}
          total={total}
          isExact={isExact}
          by={by}
          period={period}
          today={today}
          now={now}
          move={move}
          isUpdating={read.isPlaceholderData}
          onOpen={openBar}
          onStretch={
            mayOpen(profile, INVENTORY_ROLES)
              ? (row, dates) => {
                  setStretch({ row, dates });
                  setIsStretchOpen(true);
                }
              : undefined
          }
          onEnd={() => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
          }}
        />
      )}
      <MoveStatus move={move} />
      <Sheet
        open={isStretchOpen}
        onClose={() => setIsStretchOpen(false)}
        title={stretch ? stretchTitle(stretch) : ''}
      >
        {stretch && (
          <StretchChoices
            key={`${stretch.row.id} ${stretch.dates.from} ${stretch.dates.to}`}
            {...stretch}
            mayMakeOrders={mayReadCustomers}
            onClose={() => setIsStretchOpen(false)}
          />
        )}
      </Sheet>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={open ? barTitle(open.bar) : ''}>
        {open && (
          <BarDetails
            key={open.bar.id}
            {...open}
            now={now}
            move={move}
            onClose={() => setIsOpen(false)}
            onCustomer={(customer) => {
              setIsOpen(false);
              onSearch((now) => ({ ...now, customer }));
            }}
          />
        )}
      </Sheet>
    </div>
  );
}
