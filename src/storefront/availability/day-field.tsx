import { useState, type ComponentProps } from 'react';
import { readTypedDate, readTypedPeriod, typedDateText } from '#domain/availability/typed-date.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { studioToday } from '#domain/days.ts';
import { TextField } from '#ui/field.tsx';

export interface DayFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  'value' | 'onChange' | 'type'
> {
  /** A day, `YYYY-MM-DD`; '' for none, or what was typed and is no day. */
  value: string;
  onValue: (value: string) => void;
  /** A first and a last day were typed in one go: `10–12 Feb`. */
  onPeriod?: (dates: RentalDates) => void;
}

/** A day in words, `14 Nov 2026`, that is typed in any of the ways of `readTypedDate`. */
export function DayField({ value, onValue, onPeriod, onBlur, ...field }: DayFieldProps) {
  /** The text while it is being typed. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...field}
      autoComplete="off"
      placeholder="14 Nov, 14/11"
      value={typed ?? typedDateText(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        // why: a number alone may be the beginning of a day in another month.
        const day = /^\s*\d*\s*$/.test(target.value)
          ? null
          : readTypedDate(target.value, studioToday());
        const period = onPeriod && readTypedPeriod(target.value, studioToday());
        if (period) onPeriod(period);
        else onValue(day ?? target.value.trim());
      }}
      onBlur={(event) => {
        const day = typed === null ? null : readTypedDate(typed, studioToday());
        setTyped(null);
        if (day && day !== value) onValue(day);
        onBlur?.(event);
      }}
    />
  );
}
