import { FilterFrame } from '#ui/filter-field.tsx';
import { useDayBox } from './use-day-box.tsx';

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

/** Filters a list by a day. */
export function FilterDate({ label, name = label, value, min, max, onChange }: FilterDateProps) {
  const box = useDayBox({
    title: name,
    value: value ?? '',
    onValue: (day) => onChange(day || undefined),
    min,
    max,
  });
  return (
    <FilterFrame label={label} active={value !== undefined} end={box.months}>
      <input
        {...box.input}
        aria-label={name}
        aria-invalid={box.isWrong || undefined}
        placeholder="any day"
        className="h-full w-24 grow rounded-sm bg-transparent text-ink placeholder:text-ink-quiet aria-invalid:text-red"
      />
    </FilterFrame>
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

/** Filters a list by a first and a last day, which stay beside each other. */
export function FilterPeriod(props: FilterPeriodProps) {
  const { label, names: [from, to] = ['From', 'To'], max } = props;
  return (
    <span className="flex grow flex-wrap gap-2 sm:grow-0 sm:flex-nowrap">
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
    </span>
  );
}
