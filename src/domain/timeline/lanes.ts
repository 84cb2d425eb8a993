import { daysBetween, type StudioDate } from '../days.ts';
import type { Period } from './periods.ts';
import type { TimelineBar } from './timeline-rows.ts';

/** The position of a bar, in days of the period; 0 is its first day. */
export interface PlacedBar {
  bar: TimelineBar;
  /** Line of the row, 0 at the top. Bars of one lane do not overlap. */
  lane: number;
  start: number;
  /** Days of the bar, cut to the period; 0 where only its turnaround is inside. */
  length: number;
  /** Days of turnaround after the bar, cut to the period. */
  turnaround: number;
  /** It begins before the period, or goes on after it. */
  isCutBefore: boolean;
  isCutAfter: boolean;
}

/** The bars of a row in lanes. */
export interface RowLayout {
  /** At least 1. */
  lanes: number;
  bars: readonly PlacedBar[];
}

/** The last day on which a bar is drawn: an overdue one is out until today. */
export function lastDayOf(bar: Pick<TimelineBar, 'to' | 'overdue'>, today: StudioDate): StudioDate {
  return bar.overdue && bar.to < today ? today : bar.to;
}

/**
 * Puts the bars of a row into as few lanes as possible: each into the first where all earlier ones are
 * over, turnaround included. Bars outside of the period are left out.
 */
export function layoutBars(
  bars: readonly TimelineBar[],
  period: Period,
  today: StudioDate,
): RowLayout {
  const laneEnds: number[] = [];
  const placed: PlacedBar[] = [];
  const spans = bars
    .map((bar) => {
      const end = daysBetween(period.first, lastDayOf(bar, today)) + 1;
      return {
        bar,
        start: daysBetween(period.first, bar.from),
        end,
        blockedEnd: Math.max(end, daysBetween(period.first, bar.blocked_to) + 1),
      };
    })
    .filter(({ start, blockedEnd }) => blockedEnd > 0 && start < period.days)
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  for (const { bar, start, end, blockedEnd } of spans) {
    const open = laneEnds.findIndex((laneEnd) => laneEnd <= start);
    const lane = open === -1 ? laneEnds.length : open;
    laneEnds[lane] = blockedEnd;
    const cutEnd = clamp(end, 0, period.days);
    placed.push({
      bar,
      lane,
      start: clamp(start, 0, period.days),
      length: cutEnd - clamp(start, 0, cutEnd),
      turnaround: clamp(blockedEnd, cutEnd, period.days) - cutEnd,
      isCutBefore: start < 0,
      isCutAfter: end > period.days,
    });
  }
  return { lanes: Math.max(1, laneEnds.length), bars: placed };
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}
