import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { dayText } from '#domain/availability/availability-text.ts';
import { addDays, weekdayName, type StudioDate } from '#domain/days.ts';
import { dayName, type TodaySearch } from '#domain/desk/today.ts';
import { buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

export interface DaySwitchProps {
  search: TodaySearch;
  today: StudioDate;
  /** The user may own orders and enquiries. */
  hasOwn: boolean;
}

/** The day that is shown, with links to the days beside it, and the switch "Mine". */
export function DaySwitch({ search, today, hasOwn }: DaySwitchProps) {
  const day = search.day ?? today;
  const mine = search.owner === 'me';
  const name = dayName(day, today);
  const toDay = (next: StudioDate): TodaySearch => ({
    ...(mine ? { owner: 'me' } : {}),
    ...(next === today ? {} : { day: next }),
  });
  const step = `${buttonClass({ variant: 'quiet', iconOnly: true })} size-12 print:hidden`;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1">
      <Link
        to="/ops/today"
        search={toDay(addDays(day, -1))}
        preload={false}
        aria-label="The day before"
        className={`${step} -ml-3.5`}
      >
        <ChevronLeft aria-hidden size={20} />
      </Link>
      <p aria-live="polite" className="min-w-36 text-center text-sm font-medium print:text-left">
        {name ?? weekdayName(day)}
        <span className="font-normal text-ink-quiet"> · {dayText(day)}</span>
      </p>
      <Link
        to="/ops/today"
        search={toDay(addDays(day, 1))}
        preload={false}
        aria-label="The day after"
        className={step}
      >
        <ChevronRight aria-hidden size={20} />
      </Link>
      {day !== today && (
        <Link
          to="/ops/today"
          search={toDay(today)}
          preload={false}
          className={`${buttonClass({ variant: 'quiet' })} min-h-12 max-sm:order-last max-sm:-ml-4 max-sm:px-4 print:hidden`}
        >
          Back to today
        </Link>
      )}
      {hasOwn && (
        <Link
          to="/ops/today"
          search={{
            ...(search.day ? { day: search.day } : {}),
            ...(mine ? {} : { owner: 'me' as const }),
          }}
          preload={false}
          role="switch"
          aria-checked={mine}
          className={classNames(
            buttonClass({ variant: 'secondary' }),
            'ml-auto min-h-12 print:hidden',
            mine && 'border-teal bg-teal-pale text-teal-deep',
          )}
        >
          Mine
        </Link>
      )}
    </div>
  );
}
