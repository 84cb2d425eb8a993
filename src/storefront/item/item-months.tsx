import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { itemCalendarQuery } from '#data/availability.ts';
import { lengthText } from '#domain/availability/availability-text.ts';
import { dayNotes } from '#domain/availability/day-notes.ts';
import {
  addDays,
  addMonths,
  monthOf,
  pickDay,
  weeksOf,
  type PickedDates,
} from '#domain/availability/month.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import { rentalDays, studioToday, type StudioDate } from '#domain/dates.ts';
import { Months } from '#storefront/availability/months.tsx';
import { Button } from '#ui/button.tsx';

const MONTHS = 2;

/** The days of the two months that begin with a date's month, from today on. */
export function calendarPart(first: StudioDate): {
  from: StudioDate;
  to: StudioDate;
  days: number;
} {
  const today = studioToday();
  const month = monthOf(first);
  const from = month < today ? today : month;
  const to = addDays(addMonths(month, MONTHS), -1);
  return { from, to, days: rentalDays(from, to) };
}

/** Heights in rem of the month grids (months.css): side by side, and one below the other. */
function heights(first: StudioDate): { side: number; stacked: number } {
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(monthOf(first), at));
  const each = months.map((month) => 4.75 + weeksOf(month).length * 2.875);
  return {
    side: Math.max(...each),
    stacked: each.reduce((sum, one) => sum + one, 1.5 * (MONTHS - 1)),
  };
}

/** Props of {@link ItemMonths}. */
export interface ItemMonthsProps {
  item: Pick<ItemDetail, 'kind' | 'id'>;
  /** The dates of the address, if any. */
  dates: RentalDates | null;
  onDates: (dates: RentalDates | null) => void;
  /** Moves the focus into the calendar when it appears. */
  focused: boolean;
}

/**
 * Two months with the free pieces of each day. The first press sets the first day of the rental, the
 * second the last; both together become the visitor's dates.
 */
export function ItemMonths({ item, dates, onDates, focused }: ItemMonthsProps) {
  const { api } = useRouter().options.context;
  const isBrowser = useSyncExternalStore(never, inBrowser, onServer);
  const [first, setFirst] = useState(() => dates?.from ?? studioToday());
  const [started, setStarted] = useState<PickedDates | null>(null);
  const part = calendarPart(first);
  const { data } = useQuery(
    itemCalendarQuery(api, { type: item.kind, id: item.id }, part.from, part.days),
  );
  const picked = started ?? { from: dates?.from ?? null, to: dates?.to ?? null };
  const onDay = (day: StudioDate) => {
    const { from, to } = pickDay(started ?? { from: null, to: null }, day);
    setStarted(from && to ? null : { from, to });
    if (from && to) onDates({ from, to });
  };
  const { side, stacked } = heights(first);
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
            {dates && (
              <Button variant="quiet" className="-mr-3 ml-auto" onClick={() => onDates(null)}>
                Clear dates
              </Button>
            )}
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
                  count={MONTHS}
                  today={studioToday()}
                  from={picked.from}
                  to={picked.to}
                  onDay={onDay}
                  note={data && dayNotes(data, part.from, part.to)}
                  focused={focused}
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
