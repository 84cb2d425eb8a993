import type { StudioDate } from '../days.ts';
import { lastDayOf } from './lanes.ts';
import { daysOf, type Period } from './periods.ts';
import type { TimelineBar, TimelineRow } from './timeline-rows.ts';

/** A bar with its row. */
export interface Movement {
  row: TimelineRow;
  bar: TimelineBar;
}

/** One day of the calendar as lists. */
export interface DayMovements {
  day: StudioDate;
  /** First days of rentals and holds. */
  goingOut: readonly Movement[];
  /** Last days of rentals. */
  comingBack: readonly Movement[];
  /** With customers on this day past their last day; today only. */
  overdue: readonly Movement[];
  /** Everything else that is reserved: rentals in between, out of service, hired in. */
  others: readonly Movement[];
  /** Rows with a piece missing. */
  short: readonly TimelineRow[];
}

/**
 * The days of a period as lists, for narrow screens and the view of one day. A rental of one day goes out
 * and comes back; what is back is not listed any more.
 */
export function dayMovements(
  rows: readonly TimelineRow[],
  period: Period,
  today: StudioDate,
): DayMovements[] {
  return daysOf(period).map((day) => {
    const all = rows.flatMap((row) =>
      row.bars
        .filter(({ status }) => status !== 'returned')
        .filter((bar) => bar.from <= day && day <= lastDayOf(bar, today))
        .map((bar) => ({ row, bar })),
    );
    const isPromise = ({ bar }: Movement) => bar.kind === 'rental' || bar.kind === 'hold';
    const goingOut = all.filter((one) => isPromise(one) && one.bar.from === day);
    const comingBack = all.filter(
      ({ bar }) => bar.kind === 'rental' && bar.to === day && !(bar.overdue && day < today),
    );
    const overdue = all.filter(({ bar }) => bar.overdue && day === today);
    const listed = new Set([...goingOut, ...comingBack, ...overdue]);
    return {
      day,
      goingOut,
      comingBack,
      overdue,
      others: all.filter((one) => !listed.has(one)),
      short: rows.filter(({ short_days }) => short_days.includes(day)),
    };
  });
}
