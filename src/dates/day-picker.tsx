import { useState } from 'react';
import type { StudioDate } from '#domain/days.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Months } from './months.tsx';
import { useStudioToday } from './use-studio-today.ts';

export interface DayPickerProps {
  open: boolean;
  onClose: () => void;
  /** Name of the day: 'Valid until'. */
  title: string;
  /** The selected day; null for none. */
  day: StudioDate | null;
  /** Days before and after cannot be selected. */
  min?: StudioDate | undefined;
  max?: StudioDate | undefined;
  onDay: (day: StudioDate) => void;
}

const FIRST_DAY = '1900-01-01';

/** The picker of one day, in the same months and the same sheet as a visitor's rental dates. A press on a day selects it. */
export function DayPicker({ open, onClose, title, day, ...rest }: DayPickerProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title} side="middle">
      {open && <PickedMonths {...rest} day={day} onClose={onClose} />}
    </Sheet>
  );
}

function PickedMonths(props: Omit<DayPickerProps, 'open' | 'title'>) {
  const { day, min = FIRST_DAY, max, onDay, onClose } = props;
  const today = useStudioToday();
  const [first, setFirst] = useState(day ?? (min > today ? min : max && max < today ? max : today));
  const pick = (next: StudioDate) => {
    onDay(next);
    onClose();
  };
  return (
    <>
      <Months
        focused
        first={first}
        onFirst={setFirst}
        today={today}
        earliest={min}
        latest={max}
        from={day}
        onDay={pick}
      />
      {today >= min && (!max || today <= max) && (
        <Button variant="secondary" size="sm" className="mt-4" onClick={() => pick(today)}>
          Today
        </Button>
      )}
    </>
  );
}
