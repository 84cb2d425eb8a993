import { daysBetween } from '#domain/days.ts';
import type { PlacedBar } from '#domain/timeline/lanes.ts';
import { canMove } from '#domain/timeline/moves.ts';
import type { Period } from '#domain/timeline/periods.ts';
import type { TimelineRow } from '#domain/timeline/timeline-rows.ts';
import { barLabel, barLook, barName } from '#domain/timeline/bar-text.ts';
import { classNames } from '#ui/class-names.ts';
import { BAR_LOOKS, TURNAROUND } from './bar-looks.ts';
import { useBarDrag, type BarActions } from './use-bar-drag.ts';
import type { BarDraft, Fit } from './use-bar-move.ts';

/** Height of a lane and space over the first and under the last, in pixels. */
export const LANE_HEIGHT = 26;
/** See {@link LANE_HEIGHT}. */
export const ROW_PADDING = 5;

export interface ReservationBarProps extends BarActions {
  row: TimelineRow;
  placed: PlacedBar;
  period: Period;
  now: Date;
  /** Its other days while it is being moved. */
  draft: BarDraft | null;
  fit: Fit;
}

/** A reservation as a bar over its days, with its turnaround. It opens when pressed and moves when dragged. */
export function ReservationBar(props: ReservationBarProps) {
  const { row, placed, period, now, draft, fit, onOpen, ...actions } = props;
  const { bar } = placed;
  const name = barName(bar, row, now);
  const drag = useBarDrag({ row, bar }, period.days, actions);
  const { start, length, turnaround } = draft ? draftPlace(draft, placed, period) : placed;
  const at = (days: number) => `${(days / period.days) * 100}%`;
  const top = placed.lane * LANE_HEIGHT + ROW_PADDING;
  return (
    <>
      {turnaround > 0 && (
        <span
          aria-hidden
          className={`absolute h-6 rounded-r-xs ${TURNAROUND}`}
          style={{ left: at(start + length), width: at(turnaround), top }}
        />
      )}
      {(length > 0 || draft) && (
        <button
          type="button"
          aria-label={name}
          title={name}
          data-bar={bar.id}
          onClick={() => {
            if (!drag.consumeDragged()) onOpen({ row, bar });
          }}
          onPointerDown={drag.onPointerDown}
          // why: the browser leaves a bar of which it sees some pixels behind the first column.
          onFocus={({ currentTarget }) => {
            if (!currentTarget.matches(':focus-visible')) return;
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          }}
          className={classNames(
            '@container absolute z-2 flex h-6 items-center overflow-clip text-left text-xs',
            draft && fit === 'short' ? 'bg-red text-on-fill' : BAR_LOOKS[barLook(bar)],
            draft && 'z-5 outline-2 outline-offset-1 outline-ink',
            !placed.isCutBefore && 'rounded-l-xs',
            !placed.isCutAfter && 'rounded-r-xs',
            canMove(bar, 'bar') && 'cursor-grab active:cursor-grabbing',
          )}
          style={{
            left: `calc(${at(start)} + 1px)`,
            width: `calc(${at(Math.max(length, 0.2))} - 2px)`,
            top,
          }}
        >
          <span className="sticky left-[calc(var(--first)+0.25rem)] hidden min-w-0 truncate px-1.5 @min-[2.25rem]:block">
            {barLabel(bar, row)}
          </span>
          <span className="grow text-center tabular-nums @min-[2.25rem]:hidden">
            {bar.quantity}
          </span>
          {canMove(bar, 'end') && (
            <span aria-hidden className="absolute inset-y-0 right-0 w-1.5 cursor-ew-resize" />
          )}
        </button>
      )}
    </>
  );
}

/** The position of a moved bar, cut to the period; its turnaround moves along. */
function draftPlace({ bar, dates }: BarDraft, placed: PlacedBar, { first, days }: Period) {
  const start = Math.min(Math.max(daysBetween(first, dates.from), 0), days);
  const end = Math.min(Math.max(daysBetween(first, dates.to) + 1, start), days);
  const turnaround = Math.max(0, daysBetween(bar.to, bar.blocked_to));
  return {
    start,
    length: end - start,
    turnaround: placed.bar.overdue ? 0 : Math.min(turnaround, days - end),
  };
}
