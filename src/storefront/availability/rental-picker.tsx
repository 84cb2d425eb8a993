import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { lengthText } from '#domain/availability/availability-text.ts';
import { pickDay } from '#domain/availability/month.ts';
import { movedStart, type TypedDates } from '#domain/availability/moved-start.ts';
import { MOST_RENTAL_DAYS, type RentalDates } from '#domain/availability/rental-search.ts';
import { addDays, isStudioDate, type StudioDate } from '#domain/days.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { DayField } from './day-field.tsx';
import { currentRentalDates, setRentalDates } from './dates-store.ts';
import { useDayNotes, type ShownItem } from './use-day-notes.ts';
import { useStudioToday } from '#dates/use-studio-today.ts';
import { Months } from '#dates/months.tsx';

/** The part of the picker that takes the focus when it opens. */
export type PickerFocus = 'days' | 'from' | 'to';

export interface RentalPickerProps {
  open: boolean;
  onClose: () => void;
  /** The selected dates when it opens; null: the visitor's own. */
  dates: RentalDates | null;
  /** Called with the new dates, or null to clear them, after they became the visitor's own. */
  onDates?: ((dates: RentalDates | null) => void) | undefined;
  /** The button that confirms the dates. */
  confirm?: string | undefined;
  focus?: PickerFocus | undefined;
  /** Its free pieces are in the months. */
  item?: ShownItem | undefined;
}

const NONE: TypedDates = { from: '', to: '' };

/**
 * The range picker, a sheet from below on a phone, else in the middle of the page: two months from the
 * current week on, and two fields to type the days. The dates change when the visitor confirms or clears
 * them; Escape closes it without a change.
 */
export function RentalPicker({
  open,
  onClose,
  dates,
  onDates,
  confirm = 'Show what is free',
  focus = 'days',
  item,
}: RentalPickerProps) {
  const { opened, today, typed, setTyped, first, setFirst } = useTypedDates(open, dates);
  const note = useDayNotes(item ?? null, first);
  const before = useRef<TypedDates | null>(null);
  const fields = useRef<HTMLDivElement>(null);
  const from = usable(typed.from, today);
  const to = from && typed.to ? usable(typed.to, from) : null;
  const problem = problemOf(typed, today);
  const picked = from && !problem ? { from, to: to ?? from } : null;

  useEffect(() => {
    if (opened === 0 || focus === 'days') return undefined;
    // why a frame later: a modal dialog opens after this effect and moves the focus.
    const frame = requestAnimationFrame(() =>
      fields.current?.querySelectorAll('input')[focus === 'from' ? 0 : 1]?.select(),
    );
    return () => cancelAnimationFrame(frame);
  }, [opened, focus]);

  const apply = (next: RentalDates | null) => {
    setRentalDates(next);
    onDates?.(next);
    onClose();
  };
  const show = (next: TypedDates, day: string) => {
    setTyped(next);
    if (usable(day, today)) setFirst(day);
  };
  /** A day that is typed while the focus is in the months begins in the first field. */
  const onMonthsKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (!/^[\da-z]$/i.test(key) || ctrlKey || metaKey || altKey) return;
    fields.current?.querySelector('input')?.select();
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // why: it may be inside the enquiry form.
    event.preventDefault();
    if (picked) apply(picked);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="When do you need it?"
      side="middle"
      footer={
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <p role="status" className="mr-auto text-sm tabular-nums">
            {problem ?? (picked ? lengthText(picked) : 'Select the first day')}
          </p>
          {(typed.from || typed.to) && (
            <Button variant="quiet" onClick={() => apply(null)}>
              Clear
            </Button>
          )}
          <Button disabled={!picked} onClick={() => apply(picked)}>
            {confirm}
          </Button>
        </div>
      }
    >
      {opened > 0 && (
        <div key={opened}>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in a field confirms */}
          <div ref={fields} onKeyDown={onEnter} className="-mb-2 grid grid-cols-2 gap-x-3">
            <DayField
              label="First day"
              value={typed.from}
              onValue={(value) => {
                before.current ??= typed;
                show(
                  isStudioDate(value)
                    ? movedStart(before.current, value)
                    : { ...typed, from: value },
                  value,
                );
              }}
              onPeriod={(dates) => show(dates, dates.from)}
              onBlur={() => {
                before.current = null;
              }}
            />
            <DayField
              label="Last day"
              value={typed.to}
              onValue={(value) => show({ ...typed, to: value }, value)}
            />
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the grids inside */}
          <div onKeyDown={onMonthsKey}>
            <Months
              focused={focus === 'days'}
              first={first}
              onFirst={setFirst}
              today={today}
              note={note}
              from={from}
              to={to}
              onDay={(day) => {
                const next = pickDay({ from, to }, day);
                setTyped({ from: next.from ?? '', to: next.to ?? '' });
              }}
            />
          </div>
        </div>
      )}
    </Sheet>
  );
}

/** A typed day from some day on; null for anything else. */
const usable = (value: string, earliest: StudioDate) =>
  isStudioDate(value) && value >= earliest ? value : null;

/** The message for typed days that are wrong; null for right ones. */
function problemOf({ from, to }: TypedDates, today: StudioDate): string | null {
  for (const [day, name] of [
    [from, 'First day'],
    [to, 'Last day'],
  ] as const) {
    if (day && !isStudioDate(day)) return `${name}: type it like 14 Nov or 14/11`;
    if (day && day < today) return `${name} cannot be in the past`;
  }
  if (!from) return to ? 'Select the first day' : null;
  if (to && to < from) return 'The last day is before the first';
  return to && to >= addDays(from, MOST_RENTAL_DAYS) ? `At most ${MOST_RENTAL_DAYS} days` : null;
}

/** The days of the picker while it is open; they begin with the current dates each time it opens. */
function useTypedDates(open: boolean, dates: RentalDates | null) {
  const [wasOpen, setWasOpen] = useState(false);
  // why a number: each opening starts the months anew, while closing leaves them in place.
  const [opened, setOpened] = useState(0);
  const [typed, setTyped] = useState(NONE);
  const today = useStudioToday();
  const [first, setFirst] = useState('');
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setOpened(opened + 1);
      const begin = dates ?? currentRentalDates() ?? NONE;
      setTyped(begin);
      setFirst(begin.from > today ? begin.from : today);
    }
  }
  return { opened, today, typed, setTyped, first, setFirst };
}
