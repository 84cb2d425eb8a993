import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { monthText } from '#domain/availability/availability-text.ts';
import { addMonths, monthOf, movedDay, weeksOf } from '#domain/availability/month.ts';
import { WEEKDAYS, type StudioDate } from '#domain/days.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import './months.css';

/** Text of a day beside its number. */
export interface DayNote {
  /** Printed small under the number: '2'. */
  text: string;
  /** For screen readers, after the date: '2 of 3 free', 'booked'. */
  label: string;
  /** The number is struck through. */
  struck?: boolean;
}

export interface MonthsProps {
  /** Any day of the first month. */
  first: StudioDate;
  /** Shows the month of this day first. */
  onFirst: (first: StudioDate) => void;
  today: StudioDate;
  /** Days before it cannot be selected; weeks before its own are left out. Absent: today. */
  earliest?: StudioDate | undefined;
  /** Days after it cannot be selected. */
  latest?: StudioDate | undefined;
  from: StudioDate | null;
  /** Absent: `from` is one day, and no period begins with it. */
  to?: StudioDate | null | undefined;
  onDay: (day: StudioDate) => void;
  note?: ((day: StudioDate) => DayNote | null) | undefined;
  /** Moves the focus to the selected day, or today, when mounted. */
  focused?: boolean;
}

/** Number of months that are shown: side by side, on a phone one below the other. */
export const MONTHS = 2;

const SUNDAY_FIRST = [...WEEKDAYS.slice(6), ...WEEKDAYS.slice(0, 6)];

/**
 * Two months to select a day or a period in. Keys follow the WAI-ARIA date picker pattern: arrows, Home,
 * End, Page Up, Page Down; Enter or Space selects. Render it in the browser only: its styles load with
 * its script.
 */
export function Months(props: MonthsProps) {
  const { first, onFirst, today, earliest = today, latest, from, onDay, focused = false } = props;
  const root = useRef<HTMLDivElement>(null);
  const within = (day: StudioDate) =>
    day < earliest ? earliest : latest && day > latest ? latest : day;
  const [active, setActive] = useState(from ?? within(today));
  const moving = useRef(false);
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(monthOf(first), index));
  const isShown = months.includes(monthOf(active));
  const fallback = within(months[0] ?? today);

  useEffect(() => {
    const day =
      moving.current && root.current?.querySelector<HTMLElement>(`[data-day="${active}"]`);
    // why on every render: the month of the day may be shown by a later one.
    if (!day) return;
    moving.current = false;
    day.focus();
  });
  useEffect(() => {
    if (!focused) return undefined;
    // why a frame later: a modal dialog around it opens after this effect and moves the focus.
    const frame = requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [focused]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { day } = event.target instanceof HTMLElement ? event.target.dataset : {};
    const moved =
      day && !event.ctrlKey && !event.metaKey && !event.altKey && movedDay(event.key, day);
    if (!moved) return;
    event.preventDefault();
    const next = within(moved);
    moving.current = true;
    setActive(next);
    const month = monthOf(next);
    if (month < (months[0] ?? month)) onFirst(month);
    if (month > (months.at(-1) ?? month)) onFirst(addMonths(month, 1 - MONTHS));
  };
  return (
    <div ref={root} className="relative">
      <div className="months-nav">
        <Button
          variant="quiet"
          iconOnly
          aria-label="Previous month"
          disabled={(months[0] ?? '') <= earliest}
          onClick={() => onFirst(addMonths(monthOf(first), -1))}
        >
          <ChevronLeft aria-hidden size={20} />
        </Button>
        <Button
          variant="quiet"
          iconOnly
          aria-label="Next month"
          onClick={() => onFirst(addMonths(monthOf(first), 1))}
        >
          <ChevronRight aria-hidden size={20} />
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the grids inside */}
      <div className="months" onKeyDown={onKeyDown}>
        {months.map((month) => (
          <Month
            key={month}
            {...props}
            earliest={earliest}
            month={month}
            tabbable={isShown ? active : fallback}
            onDay={(day) => {
              setActive(day);
              onDay(day);
            }}
          />
        ))}
      </div>
    </div>
  );
}

function Month({
  month,
  tabbable,
  ...days
}: MonthsProps & { earliest: StudioDate; month: StudioDate; tabbable: StudioDate }) {
  return (
    <div role="grid" aria-label={monthText(month)}>
      <p aria-hidden className="months-name">
        {monthText(month)}
      </p>
      <div role="row">
        {SUNDAY_FIRST.map((name) => (
          <span key={name} role="columnheader" aria-label={name}>
            {name.slice(0, 2)}
          </span>
        ))}
      </div>
      {weeksOf(month, days.earliest).map((week) => (
        <div key={week.find(Boolean)} role="row">
          {week.map(
            (day) => day && <Day key={day} {...days} day={day} isTabbable={day === tabbable} />,
          )}
        </div>
      ))}
    </div>
  );
}

type DayProps = Pick<MonthsProps, 'today' | 'latest' | 'from' | 'to' | 'onDay' | 'note'> & {
  day: StudioDate;
  earliest: StudioDate;
  isTabbable: boolean;
};

function Day({ day, isTabbable, today, earliest, latest, from, to, onDay, note }: DayProps) {
  const weekday = new Date(day).getUTCDay();
  const isOut = day < earliest || (latest !== undefined && day > latest);
  const said = isOut ? null : note?.(day);
  const isFirst = day === from;
  const isLast = day === (to ?? from);
  const isIn = from !== null && day >= from && day <= (to ?? from);
  const label = [
    `${SUNDAY_FIRST[weekday]} ${Number(day.slice(8))} ${monthText(day)}`,
    day === today && 'today',
    isFirst && (to === undefined ? 'chosen' : 'first day'),
    to && isLast && 'last day',
    said?.label,
  ];
  return (
    <div
      role="gridcell"
      aria-selected={isIn}
      style={{ gridColumn: weekday + 1 }}
      className={classNames(isFirst && 'day-first', isLast && 'day-last') || undefined}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={isTabbable ? 0 : -1}
        disabled={isOut}
        aria-label={label.filter(Boolean).join(', ')}
        aria-current={day === today ? 'date' : undefined}
        onClick={() => onDay(day)}
        // why not as text: it is read out with the label, which must contain the visible text.
        data-note={said?.text}
        className={said?.struck ? 'day-struck' : undefined}
      >
        <span>{Number(day.slice(8))}</span>
      </button>
    </div>
  );
}
