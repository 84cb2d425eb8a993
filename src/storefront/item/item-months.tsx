import { useState, useSyncExternalStore } from 'react';
import { lengthText } from '#domain/availability/availability-text.ts';
import {
  addMonths,
  monthOf,
  pickDay,
  weeksOf,
  type PickedDates,
} from '#domain/availability/month.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import type { StudioDate } from '#domain/days.ts';
import { useDayNotes } from '#storefront/availability/use-day-notes.ts';
import { Months, MONTHS } from '#dates/months.tsx';
import { useStudioToday } from '#dates/use-studio-today.ts';

/** Heights in rem of the month grids (months.css): side by side, and one below the other. */
function heights(first: StudioDate, today: StudioDate): { side: number; stacked: number } {
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(monthOf(first), at));
  const each = months.map((month) => 4.75 + weeksOf(month, today).length * 2.875);
  return {
    side: Math.max(...each),
    stacked: each.reduce((sum, one) => sum + one, 1.5 * (MONTHS - 1)),
  };
}

export interface ItemMonthsProps {
  item: Pick<ItemDetail, 'kind' | 'id'>;
  /** The dates of the address, if any. */
  dates: RentalDates | null;
  onDates: (dates: RentalDates) => void;
}

/**
 * Two months with the free pieces of each day. The first press sets the first day of the rental, the
 * second the last; both together become the visitor's dates.
 */
export function ItemMonths({ item, dates, onDates }: ItemMonthsProps) {
  const isBrowser = useSyncExternalStore(never, inBrowser, onServer);
  const today = useStudioToday();
  const [turned, setFirst] = useState(dates?.from);
  const first = turned ?? today;
  const [started, setStarted] = useState<PickedDates | null>(null);
  const [known, setKnown] = useState(dates?.from);
  if (dates?.from !== known) {
    setKnown(dates?.from);
    // why: dates that were set elsewhere may be in another month.
    const month = dates && monthOf(dates.from);
    if (month && (month < monthOf(first) || month >= addMonths(monthOf(first), MONTHS)))
      setFirst(month);
  }
  const note = useDayNotes(item, first);
  const picked = started ?? { from: dates?.from ?? null, to: dates?.to ?? null };
  const onDay = (day: StudioDate) => {
    const { from, to } = pickDay(started ?? { from: null, to: null }, day);
    setStarted(from && to ? null : { from, to });
    if (from && to) onDates({ from, to });
  };
  const { side, stacked } = heights(first, today);
  return (
    <section
      id="item-calendar"
      aria-labelledby="item-calendar-title"
      className="page mt-12 noscript:hidden print:hidden"
    >
      <div className="border-t border-rule pt-6">
        <div className="max-w-3xl">
          <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-4">
            <h2 id="item-calendar-title" className="font-display text-2xl">
              Rental dates
            </h2>
            <p role="status" className="text-sm text-ink-quiet">
              {started ? 'Select the last day' : dates ? lengthText(dates) : 'Select the first day'}
            </p>
          </div>
          {/* why the height: the months are drawn in the browser only, as their styles load with them. */}
          <div className="relative">
            <div aria-hidden className="md:hidden" style={{ height: `${stacked}rem` }} />
            <div aria-hidden className="hidden md:block" style={{ height: `${side}rem` }} />
            <div className="absolute inset-0">
              {isBrowser && (
                <Months
                  first={first}
                  onFirst={setFirst}
                  today={today}
                  from={picked.from}
                  to={picked.to}
                  onDay={onDay}
                  note={note}
                />
              )}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

const never = () => () => {};
const inBrowser = () => true;
const onServer = () => false;
