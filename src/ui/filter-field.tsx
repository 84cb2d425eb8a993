import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** One value of a {@link FilterSelect}. */
export interface FilterOption {
  value: string;
  label: string;
}

/** Options of values that have names. */
export const namedOptions = <Value extends string>(
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
): FilterOption[] => values.map((value) => ({ value, label: names[value] }));

export interface FilterSelectProps {
  /** 'Status' */
  label: string;
  /** Label of the empty option: 'Any'. */
  any: string;
  options: readonly FilterOption[];
  value: string | undefined;
  /** Called with undefined for the empty option. */
  onChange: (value: string | undefined) => void;
}

/** Filters a list by one value. A value that is not among the options stays selected and is shown. */
export function FilterSelect({ label, any, options, value, onChange }: FilterSelectProps) {
  const known = value === undefined || options.some((option) => option.value === value);
  return (
    <Frame label={label} active={value !== undefined}>
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="h-full max-w-44 grow rounded-sm bg-transparent pr-1 text-ink field-sizing-content max-sm:max-w-none"
      >
        <option value="">{any}</option>
        {!known && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

export interface FilterDateProps {
  label: string;
  /** Accessible name where the label is not enough: 'Received to' for 'to'. */
  name?: string;
  /** `YYYY-MM-DD`. */
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters a list by a date, with the browser's picker. */
export function FilterDate({ label, name = label, value, min, max, onChange }: FilterDateProps) {
  return (
    <Frame label={label} active={value !== undefined}>
      <input
        type="date"
        aria-label={name}
        value={value ?? ''}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value || undefined)}
        className={classNames(
          'h-full rounded-sm bg-transparent text-ink',
          value === undefined && 'date-empty',
        )}
      />
    </Frame>
  );
}

export interface FilterPeriodProps {
  /** Label of the first day: 'Received'. */
  label: string;
  /** Accessible names of both days; absent: 'From' and 'To'. */
  names?: readonly [from: string, to: string];
  /** First and last day, `YYYY-MM-DD`. */
  from: string | undefined;
  to: string | undefined;
  /** No day is later. */
  max?: string;
  onFrom: (day: string | undefined) => void;
  onTo: (day: string | undefined) => void;
}

/** Filters a list by a first and a last day. */
export function FilterPeriod(props: FilterPeriodProps) {
  const { label, names: [from, to] = ['From', 'To'], max } = props;
  return (
    <>
      <FilterDate
        label={label}
        name={from}
        value={props.from}
        max={props.to ?? max}
        onChange={props.onFrom}
      />
      <FilterDate
        label="to"
        name={to}
        value={props.to}
        min={props.from}
        max={max}
        onChange={props.onTo}
      />
    </>
  );
}

interface FrameProps {
  label: string;
  active: boolean;
  children: ReactNode;
}

function Frame({ label, active, children }: FrameProps) {
  return (
    <label
      className={classNames(
        'inline-flex h-11 items-center gap-2 rounded-sm border pr-2 pl-3 text-sm whitespace-nowrap text-ink-quiet max-sm:grow sm:h-9',
        active
          ? 'border-teal bg-teal-pale'
          : 'border-rule-strong bg-surface hover:border-ink-quiet',
      )}
    >
      {label}
      {children}
    </label>
  );
}
