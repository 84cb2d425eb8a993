import {
  useImperativeHandle,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type Ref,
} from 'react';
import { TextField } from '#ui/field.tsx';
import { NO_DAY, useDayBox } from './use-day-box.tsx';

/** A new day, as forms read it. */
export interface DayChange {
  type: 'change';
  target: { name: string; value: string };
}

/** The field as the library of forms has it: it sets the day and moves the focus. */
export interface DayHandle {
  type: 'text';
  value: string;
  focus: () => void;
}

type Taken = 'value' | 'defaultValue' | 'onChange' | 'type' | 'ref' | 'min' | 'max' | 'end';

export interface DateFieldProps extends Omit<ComponentProps<typeof TextField>, Taken> {
  /** `YYYY-MM-DD`; '' for none. Absent: the form sets it by `ref`. */
  value?: string | undefined;
  onChange: (event: DayChange) => unknown;
  ref?: Ref<DayHandle> | undefined;
  /** Limits of the months and the arrows: a typed day outside them must be refused by the form. */
  min?: string | number | undefined;
  max?: string | number | undefined;
  /** A day was typed to the last digit of its year. */
  onWhole?: () => void;
}

const textOf = (limit: string | number | undefined) => (limit ? String(limit) : undefined);

/** A day with label, hint and error, typed or chosen in the months ({@link useDayBox}). */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onBlur, ref, min, max, onWhole, name = '', ...field } = props;
  const input = useRef<HTMLInputElement>(null);
  const [own, setOwn] = useState('');
  const held = useRef('');
  const handle = useRef<DayHandle>(null);
  const set = (day: string) => {
    held.current = day;
    setOwn(day);
  };
  // why one: the form takes a new one for a new field, and sets it again.
  useImperativeHandle(
    ref,
    () =>
      (handle.current ??= {
        type: 'text',
        get value() {
          return held.current;
        },
        set value(day) {
          set(day);
        },
        focus: () => input.current?.focus(),
      }),
    [],
  );
  const box = useDayBox({
    title: field.label,
    value: value ?? own,
    onValue: (day) => {
      set(day);
      onChange({ type: 'change', target: { name, value: day } });
    },
    min: textOf(min),
    max: textOf(max),
    disabled: field.disabled,
    onWhole,
  });
  return (
    <TextField
      placeholder="14 Nov, 14/11"
      {...field}
      {...box.input}
      name={name}
      ref={input}
      error={box.isWrong ? NO_DAY : field.error}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        box.input.onBlur();
        onBlur?.(event);
      }}
      end={box.months}
    />
  );
}
