import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { lengthText } from '#domain/availability/availability-text.ts';
import { pickDay, pickedDates, type PickedDates } from '#domain/availability/month.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { studioToday } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { useDismiss } from '#ui/use-dismiss.ts';
import { Months } from './months.tsx';

// why lazy: only phones need it.
const Sheet = lazy(async () => ({ default: (await import('#ui/sheet.tsx')).Sheet }));

/** Props of {@link RentalPicker}. */
export interface RentalPickerProps {
  open: boolean;
  onClose: () => void;
  /** The selected dates when it opens. */
  dates: RentalDates | null;
  /** Called with the new dates, or null to clear them. */
  onDates: (dates: RentalDates | null) => void;
}

const TITLE = 'When do you need it?';

/**
 * The range picker: a panel with two months under its button, on a phone a sheet from below with one.
 * The dates change when the visitor confirms or clears them; Escape closes it without a change.
 */
export function RentalPicker({ open, onClose, dates, onDates }: RentalPickerProps) {
  const panel = useRef<HTMLDivElement>(null);
  // why the parent: the button belongs to the picker, and a press on it must not close and reopen it.
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    root.current = panel.current?.parentElement ?? null;
  });
  const selection = usePickedDates(open, dates);
  const { picked, isWide } = selection;
  const apply = (next: RentalDates | null) => {
    onDates(next);
    onClose();
    root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  };
  const actions = (
    <div className="flex items-center gap-3">
      <p role="status" className="mr-auto text-sm tabular-nums">
        {picked ? lengthText(picked) : 'Select the first day'}
      </p>
      {picked && (
        <Button variant="quiet" onClick={() => apply(null)}>
          Clear
        </Button>
      )}
      <Button disabled={!picked} onClick={() => apply(picked)}>
        Show what is free
      </Button>
    </div>
  );
  const months = selection.opened > 0 && (
    <Months
      key={selection.opened}
      focused
      first={selection.first}
      onFirst={selection.setFirst}
      count={isWide ? 2 : 1}
      today={selection.today}
      {...selection.days}
      onDay={selection.onDay}
    />
  );
  useDismiss(root, open && isWide, onClose);
  if (!isWide) {
    return (
      <Suspense>
        <Sheet open={open} onClose={onClose} title={TITLE} side="bottom" footer={actions}>
          {months}
        </Sheet>
      </Suspense>
    );
  }
  return (
    <div ref={panel} role="dialog" aria-label={TITLE} hidden={!open} className="when-panel">
      {months}
      <div className="mt-4 border-t border-rule pt-4">{actions}</div>
    </div>
  );
}

/** The selection while the picker is open; it begins with the current dates each time. */
function usePickedDates(open: boolean, dates: RentalDates | null) {
  const [wasOpen, setWasOpen] = useState(false);
  // why a number: each opening starts the months anew, while closing leaves them in place.
  const [opened, setOpened] = useState(0);
  const [days, setDays] = useState<PickedDates>({ from: null, to: null });
  const [today, setToday] = useState('');
  const [first, setFirst] = useState('');
  const [isWide, setWide] = useState(true);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      const now = studioToday();
      setOpened(opened + 1);
      setToday(now);
      setWide(window.matchMedia('(width >= 48rem)').matches);
      setDays(dates ?? { from: null, to: null });
      setFirst(dates?.from ?? now);
    }
  }
  const onDay = (day: string) => setDays(pickDay(days, day));
  return { opened, isWide, days, picked: pickedDates(days), today, first, setFirst, onDay };
}
