import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useDayBox } from '#dates/use-day-box.tsx';
import { studioToday } from '#domain/days.ts';
import {
  periodTitle,
  TIMELINE_VIEWS,
  turnedDate,
  type TimelineView,
} from '#domain/timeline/periods.ts';
import { changeTimeline } from '#domain/timeline/timeline-search.ts';
import { Button } from '#ui/button.tsx';
import { isTyping } from '#ui/is-typing.ts';
import { hasSingleKeys } from '#ui/single-keys.ts';
import type { CalendarProps } from './calendar-props.ts';

const VIEW_TEXTS: Record<TimelineView, string> = { day: 'Day', week: 'Week', month: 'Month' };

export interface CalendarToolbarProps extends CalendarProps {
  /** Whether rows of orders are offered. */
  mayReadOrders: boolean;
}

/** The calendar's head: its days, how to turn them, and what the rows are. */
export function CalendarToolbar({ search, onSearch, mayReadOrders }: CalendarToolbarProps) {
  const view = search.view ?? 'month';
  const date = search.from ?? studioToday();
  const goTo = (from: string | undefined) => onSearch((now) => changeTimeline(now, { from }));
  const turn = (by: -1 | 1) => goTo(turnedDate(view, date, by));
  useKeys({ Home: () => goTo(undefined), '[': () => turn(-1), ']': () => turn(1) });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-6 pb-3">
      <h1 className="text-xl font-semibold">
        <span className="sr-only print:not-sr-only">Calendar · </span>
        {periodTitle(view, date)}
      </h1>
      <div className="flex flex-wrap items-center gap-1 print:hidden">
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label={`Previous ${view}`}
          title={`Previous ${view} ( [ )`}
          aria-keyshortcuts="["
          onClick={() => turn(-1)}
        >
          <ChevronLeft aria-hidden size={18} />
        </Button>
        <Button
          variant="secondary"
          size="sm"
          title="Today (Home)"
          aria-keyshortcuts="Home"
          onClick={() => goTo(undefined)}
        >
          Today
        </Button>
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label={`Next ${view}`}
          title={`Next ${view} ( ] )`}
          aria-keyshortcuts="]"
          onClick={() => turn(1)}
        >
          <ChevronRight aria-hidden size={18} />
        </Button>
        <GoToDay date={date} onPick={goTo} />
      </div>
      <div className="flex flex-wrap items-center gap-3 sm:ml-auto print:hidden">
        {mayReadOrders && (
          <Choice label="Rows">
            <Option
              isOn={search.by === undefined}
              onPress={() => onSearch((now) => changeTimeline(now, { by: undefined }))}
            >
              Items
            </Option>
            <Option
              isOn={search.by === 'orders'}
              onPress={() => onSearch((now) => changeTimeline(now, { by: 'orders' }))}
            >
              Orders
            </Option>
          </Choice>
        )}
        <Choice label="Days">
          {TIMELINE_VIEWS.map((one) => (
            <Option
              key={one}
              isOn={view === one}
              onPress={() =>
                onSearch((now) => changeTimeline(now, { view: one === 'month' ? undefined : one }))
              }
            >
              {VIEW_TEXTS[one]}
            </Option>
          ))}
        </Choice>
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label="Print"
          className="max-sm:hidden"
          title="Print"
          onClick={() => window.print()}
        >
          <Printer aria-hidden size={17} />
        </Button>
      </div>
    </div>
  );
}

/** A jump to any day, and to its month. */
function GoToDay({ date, onPick }: { date: string; onPick: (from: string) => void }) {
  const box = useDayBox({
    title: 'Go to day',
    value: date,
    onValue: (day) => day && onPick(day),
  });
  return (
    <span className="flex h-11 rounded-sm border border-rule-strong bg-surface hover:border-ink-quiet sm:h-9">
      <input
        {...box.input}
        aria-label="Go to day"
        className="w-28 rounded-sm bg-transparent pl-2 text-base text-ink sm:text-sm"
      />
      {box.months}
    </span>
  );
}

/** Presses one of a few buttons in a row. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex overflow-clip rounded-control border border-rule-strong bg-surface"
    >
      {children}
    </div>
  );
}

function Option(props: { isOn: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={props.isOn}
      onClick={props.onPress}
      className="h-11 px-3 text-sm not-first:border-l not-first:border-rule aria-pressed:bg-teal-pale aria-pressed:font-medium aria-pressed:text-teal-deep sm:h-9 hover:not-aria-pressed:bg-paper-deep"
    >
      {props.children}
    </button>
  );
}

/** Runs the action of a key, unless it is typed into a field, moves something or a dialog is open. */
function useKeys(actions: Record<string, () => void>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (isTyping(target) || (target instanceof Element && target.closest('[role=menu]'))) return;
    if (event.key.length === 1 && !hasSingleKeys()) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
