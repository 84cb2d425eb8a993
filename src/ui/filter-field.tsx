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
    <FilterFrame label={label} active={value !== undefined}>
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
    </FilterFrame>
  );
}

export interface FilterFrameProps {
  label: string;
  active: boolean;
  children: ReactNode;
  /** A button beside the control. */
  end?: ReactNode;
}

/** The frame of a filter: its label and its control. */
export function FilterFrame({ label, active, children, end }: FilterFrameProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-11 items-center rounded-sm border text-sm text-ink-quiet max-sm:grow sm:h-9',
        active
          ? 'border-teal bg-teal-pale'
          : 'border-rule-strong bg-surface hover:border-ink-quiet',
      )}
    >
      <label className="flex h-full grow items-center gap-2 pr-2 pl-3 whitespace-nowrap">
        {label}
        {children}
      </label>
      {end}
    </span>
  );
}
