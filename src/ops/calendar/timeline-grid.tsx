import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { dayText } from '#domain/availability/availability-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { StudioDate } from '#domain/days.ts';
import { layoutBars } from '#domain/timeline/lanes.ts';
import type { Movement } from '#domain/timeline/movements.ts';
import {
  columnText,
  daysOf,
  isMonthStart,
  isWeekend,
  weekdayText,
  type Period,
} from '#domain/timeline/periods.ts';
import type { TimelineRow } from '#domain/timeline/timeline-rows.ts';
import { rowOffsets } from '#domain/timeline/visible-rows.ts';
import { classNames } from '#ui/class-names.ts';
import { counted } from '#ui/count.ts';
import { GridRow, rowHeight } from './grid-row.tsx';
import { Legend } from './legend.tsx';
import { useBarKeys } from './use-bar-keys.ts';
import type { BarMove } from './use-bar-move.ts';
import { useVisibleRows } from './use-visible-rows.ts';

/** Narrowest column of a day, in pixels. */
const NARROWEST_DAY = 28;
/** Rows before the end at which more are read. */
const ROWS_AHEAD = 60;

export interface TimelineGridProps {
  /** The rows read so far, and how many there are. */
  rows: readonly TimelineRow[];
  total: number;
  /** Whether there are not more. */
  isExact: boolean;
  by: 'items' | 'orders';
  period: Period;
  today: StudioDate;
  now: Date;
  move: BarMove;
  /** The rows are those of before, until new ones arrive. */
  isUpdating: boolean;
  onOpen: (movement: Movement) => void;
  onStretch: ((row: TimelineRow, dates: RentalDates) => void) | undefined;
  /** Called when the last rows are near the screen. */
  onEnd: () => void;
}

/**
 * The days as columns and items or orders as rows. A table to screen readers, whose bars are buttons.
 * Only the rows around the screen are in the page.
 */
export function TimelineGrid(props: TimelineGridProps) {
  const { rows, total, isExact, by, period, today, now, move, isUpdating } = props;
  const { onOpen, onStretch, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const layouts = useMemo(
    () => rows.map((row) => layoutBars(row.bars, period, today)),
    [rows, period, today],
  );
  const offsets = useMemo(
    () => rowOffsets(layouts.map(({ lanes }) => rowHeight(lanes))),
    [layouts],
  );
  const { first, end } = useVisibleRows(scroller, offsets);
  useEffect(() => {
    if (end > rows.length - ROWS_AHEAD) onEnd();
  }, [end, rows.length, onEnd]);
  const days = useMemo(() => daysOf(period), [period]);
  const todayAt = days.indexOf(today);
  useScrollToday(scroller, todayAt / days.length);
  useBarKeys(scroller, rows, move);
  const { draft, fit } = move;
  return (
    <>
      <div
        ref={scroller}
        role="region"
        aria-label="Timeline"
        aria-busy={isUpdating || undefined}
        className="relative max-h-[calc(100dvh-15rem)] min-h-72 scroll-pt-9 scroll-pl-(--first) overflow-auto overscroll-contain rounded-sm border border-rule bg-surface [--first:10.5rem] lg:[--first:15rem] print:max-h-none print:overflow-visible print:border-0 print:[--first:11rem]"
      >
        <div
          role="table"
          aria-label={by === 'items' ? 'Items and their reservations' : 'Orders and their days'}
          aria-rowcount={isExact ? total + 1 : -1}
          aria-colcount={days.length + 1}
          className="print:min-w-0!"
          style={{ minWidth: `calc(var(--first) + ${period.days * NARROWEST_DAY}px)` }}
        >
          <div role="rowgroup" className="sticky top-0 z-20 bg-surface print:static">
            <div role="row" aria-rowindex={1} className="flex h-9 border-b border-rule-strong">
              <div
                role="columnheader"
                className="sticky left-0 z-10 flex w-(--first) shrink-0 items-center border-r border-rule bg-surface px-3 text-xs text-ink-quiet"
              >
                {!isExact && 'over '}
                {by === 'items'
                  ? counted(total, 'item', 'items')
                  : counted(total, 'order or hold', 'orders and holds')}
              </div>
              {days.map((day) => (
                <div
                  key={day}
                  role="columnheader"
                  aria-current={day === today ? 'date' : undefined}
                  className={classNames(
                    'flex min-w-0 grow basis-0 flex-col items-center justify-center text-xs leading-3.5 tabular-nums',
                    day === today ? 'font-semibold text-ink' : 'text-ink-quiet',
                    isWeekend(day) && 'bg-paper-deep',
                    isMonthStart(day) && 'border-rule-strong font-medium not-nth-2:border-l',
                  )}
                >
                  <span className="sr-only">
                    {weekdayText(day)} {dayText(day)}
                  </span>
                  <span aria-hidden>{columnText(day, days.length)}</span>
                  <span aria-hidden>{Number(day.slice(8))}</span>
                </div>
              ))}
            </div>
          </div>
          <div
            role="rowgroup"
            className="relative isolate"
            style={{
              paddingTop: offsets[first] ?? 0,
              paddingBottom: (offsets.at(-1) ?? 0) - (offsets[end] ?? 0),
            }}
          >
            <div aria-hidden className="absolute inset-y-0 right-0 left-(--first) -z-1 flex">
              {days.map((day) => (
                <div
                  key={day}
                  className={classNames(
                    'grow basis-0 not-first:border-l',
                    isMonthStart(day) ? 'border-rule-strong' : 'border-rule/60',
                    isWeekend(day) && 'bg-paper',
                  )}
                />
              ))}
              {todayAt >= 0 && (
                <div
                  className="absolute inset-y-0 border-l border-red"
                  style={{ left: `${((todayAt + 0.5) / days.length) * 100}%` }}
                />
              )}
            </div>
            {rows.slice(first, end).map((row, at) => {
              const layout = layouts[first + at];
              const isMoved = draft?.row.id === row.id;
              return (
                layout && (
                  <GridRow
                    key={row.id}
                    row={row}
                    index={first + at}
                    layout={layout}
                    period={period}
                    now={now}
                    draft={isMoved ? draft : null}
                    fit={isMoved ? fit : 'unknown'}
                    onShow={move.show}
                    onDrop={move.drop}
                    onSave={move.save}
                    onOpen={onOpen}
                    onStretch={onStretch}
                  />
                )
              );
            })}
          </div>
        </div>
      </div>
      <Legend by={by} />
    </>
  );
}

/**
 * Scrolls a timeline that is wider than the screen to today, once for each period.
 * @param part of the days that are before today; below 0 without today
 */
function useScrollToday(scroller: RefObject<HTMLElement | null>, part: number) {
  useEffect(() => {
    const element = scroller.current;
    if (!element || part < 0) return;
    const hidden = element.scrollWidth - element.clientWidth;
    element.scrollTo({
      left: Math.min(hidden, element.scrollWidth * part - element.clientWidth / 4),
    });
  }, [scroller, part]);
}
