import { monthText } from '#domain/availability/availability-text.ts';
import { formatDate } from '#domain/dates.ts';
import { WEEKDAYS } from '#domain/days.ts';
import {
  dayReasons,
  dayStockText,
  type CalendarDay,
  type CalendarMonth,
} from '#domain/stock/stock-calendar.ts';
import { classNames } from '#ui/class-names.ts';

/** A month of an item's calendar: for each day from today on what is free, and why not all is. */
export function StockCalendarTable({ month }: { month: CalendarMonth }) {
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="pb-1 text-left">{monthText(month.first)}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th
              key={weekday}
              scope="col"
              className="pb-1 text-left text-xs font-normal text-ink-quiet"
            >
              {weekday.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => (
          <tr key={week.find((day) => day)?.day}>
            {week.map((day, at) =>
              day ? <Day key={day.day} day={day} /> : <td key={WEEKDAYS[at]} aria-hidden />,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day }: { day: CalendarDay }) {
  const reasons = day.isPast ? [] : dayReasons(day);
  const number = Number(day.day.slice(8));
  return (
    <td
      title={day.isPast ? undefined : `${formatDate(day.day)}: ${dayStockText(day)}`}
      className={classNames(
        'h-12 border pb-1 pl-1 align-top',
        ground(day),
        day.isToday ? 'border-teal' : 'border-rule',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'block text-xs',
          day.isPast && 'text-ink-quiet',
          day.isToday && 'font-semibold text-teal',
        )}
      >
        {number}
      </span>
      {!day.isPast && (
        <span aria-hidden className="block text-[0.6875rem] leading-snug wrap-anywhere">
          {day.free !== null && (
            <span
              className={classNames(
                'block tabular-nums',
                reasons.length > 0 ? 'font-semibold' : 'text-ink-quiet',
              )}
            >
              {day.free} of {day.of}
            </span>
          )}
          {reasons.map((reason) => (
            <span
              key={reason}
              className={classNames('block', reason.endsWith('short') && 'font-semibold text-red')}
            >
              {reason}
            </span>
          ))}
        </span>
      )}
      <span className="sr-only">
        {number}
        {day.isToday && ', today'}
        {!day.isPast && `: ${dayStockText(day)}`}
      </span>
    </td>
  );
}

/** Background of a day: a second sign beside its words. */
function ground(day: CalendarDay): string | false {
  if (day.isPast) return false;
  if (day.short > 0) return 'bg-red-pale';
  return day.free === 0 ? 'bg-paper-deep' : day.booked + day.held > 0 && 'bg-teal-pale';
}
