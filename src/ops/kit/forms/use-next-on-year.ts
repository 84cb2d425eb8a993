import { useRef, type FormEvent, type KeyboardEvent } from 'react';

/**
 * Goes on to the next field when the year of a typed date has its fourth digit, as a date field does from day to month.
 * Nothing moves where the year comes first, with arrows, and for a date from the picker.
 */
export function useNextOnYear(goOn: () => void) {
  const year = useRef(0);
  const isDigit = useRef(false);
  return {
    onKeyDown: (event: KeyboardEvent) => {
      isDigit.current = /^\d$/.test(event.key);
    },
    onInput: (event: FormEvent<HTMLInputElement>) => {
      const before = year.current;
      year.current = Number.parseInt(event.currentTarget.value, 10) || 0;
      if (isDigit.current && before > 0 && before < 1000 && year.current >= 1000) goOn();
    },
  };
}
