import { useRef } from 'react';
import { movedStart, type TypedDates } from '#domain/availability/moved-start.ts';

/** Value and handlers of the field of a rental's first day: moved beyond the last day, the rental keeps its length. */
export function useFirstDay(dates: TypedDates, onChange: (dates: TypedDates) => void) {
  const before = useRef<TypedDates | null>(null);
  return {
    value: dates.from,
    onChange: (event: { target: { value: string } }) => {
      before.current ??= dates;
      onChange(movedStart(before.current, event.target.value));
    },
    onBlur: () => {
      before.current = null;
    },
  };
}
