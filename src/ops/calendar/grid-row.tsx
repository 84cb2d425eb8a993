import { memo } from 'react';
import { itemKindOf } from '#domain/catalogue/kinds/item-kind-of.ts';
import { daysBetween } from '#domain/days.ts';
import { daysText, lengthText } from '#domain/availability/availability-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { RowLayout } from '#domain/timeline/lanes.ts';
import type { Period } from '#domain/timeline/periods.ts';
import type { TimelineRow } from '#domain/timeline/timeline-rows.ts';
import { rowDetail } from '#domain/timeline/bar-text.ts';
import { classNames } from '#ui/class-names.ts';
import { LANE_HEIGHT, ReservationBar, ROW_PADDING } from './reservation-bar.tsx';
import type { BarActions } from './use-bar-drag.ts';
import { RowLink } from './row-link.tsx';
import type { BarDraft, Fit } from './use-bar-move.ts';
import { useStretchDrag } from './use-stretch-drag.ts';

/** Height of a row with some lanes, in pixels, its rule included. */
export function rowHeight(lanes: number): number {
  return lanes * LANE_HEIGHT + 2 * ROW_PADDING;
}

export interface GridRowProps extends BarActions {
  row: TimelineRow;
  /** Place among all rows, from 0. */
  index: number;
  layout: RowLayout;
  period: Period;
  now: Date;
  /** The bar of this row that is being moved. */
  draft: BarDraft | null;
  fit: Fit;
  /** Empty days of an item were dragged over; absent: they cannot be. */
  onStretch: ((row: TimelineRow, dates: RentalDates) => void) | undefined;
}

/**
 * One row of the timeline.
 * why memo: scrolling, and moving a bar of another row, must not render it again.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, layout, period, now, draft, fit, onStretch, ...actions } = props;
  const mayStretch = onStretch !== undefined && itemKindOf(row.type) !== undefined;
  const { stretch, onPointerDown } = useStretchDrag(period, (dates) => onStretch?.(row, dates));
  const short = row.short_days.filter((day) => daysBetween(period.first, day) < period.days);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="flex break-inside-avoid border-b border-rule"
      style={{ height: rowHeight(layout.lanes) }}
    >
      <div
        role="rowheader"
        className="sticky left-0 z-10 w-(--first) shrink-0 overflow-clip border-r border-rule bg-surface px-3 py-0.5"
      >
        <RowLink
          row={row}
          className="block truncate text-sm leading-4 font-medium hover:underline"
        />
        <p className="truncate text-xs leading-4 text-ink-quiet tabular-nums">{rowDetail(row)}</p>
        {short.length > 0 && (
          <span className="sr-only">A piece is missing on {daysText(short)}.</span>
        )}
      </div>
      <div
        role="cell"
        aria-colindex={2}
        aria-colspan={period.days}
        data-track
        onPointerDown={mayStretch ? onPointerDown : undefined}
        className={classNames(
          'relative min-w-0 grow overflow-x-clip',
          mayStretch && 'cursor-cell select-none',
        )}
      >
        {short.map((day) => (
          <div
            key={day}
            aria-hidden
            className="pointer-events-none absolute inset-y-0 border-b-2 border-red bg-red-pale [print-color-adjust:exact]"
            style={{
              left: `${(daysBetween(period.first, day) / period.days) * 100}%`,
              width: `${100 / period.days}%`,
            }}
          />
        ))}
        {stretch && (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-1 z-10 overflow-clip rounded-sm border border-dashed border-teal bg-teal-pale px-1 text-xs whitespace-nowrap tabular-nums"
            style={{
              left: `${(daysBetween(period.first, stretch.from) / period.days) * 100}%`,
              width: `${((daysBetween(stretch.from, stretch.to) + 1) / period.days) * 100}%`,
            }}
          >
            {lengthText(stretch)}
          </div>
        )}
        {layout.bars.map((placed) => (
          <ReservationBar
            key={placed.bar.id}
            row={row}
            placed={placed}
            period={period}
            now={now}
            draft={draft?.bar.id === placed.bar.id ? draft : null}
            fit={fit}
            {...actions}
          />
        ))}
      </div>
    </div>
  );
});
