import { DateField } from '#dates/date-field.tsx';
import type { NamedPeriod } from '#domain/money/export-period.ts';
import type { RegisterDays } from '#domain/money/registers.ts';
import { Button } from '#ui/button.tsx';

export interface PeriodFieldsProps {
  typed: RegisterDays;
  problems: Readonly<Partial<Record<keyof RegisterDays, string>>>;
  offered: readonly NamedPeriod[];
  onChange: (next: RegisterDays) => void;
}

/** The days of an export: months and financial years in one press, or any days. */
export function PeriodFields({ typed, problems, offered, onChange }: PeriodFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Days</legend>
      <div className="mb-4 flex flex-wrap gap-2">
        {offered.map(({ name, from, to }) => {
          const isSelected = typed.from === from && typed.to === to;
          return (
            <Button
              key={name}
              variant="secondary"
              size="sm"
              aria-pressed={isSelected}
              className={isSelected ? 'border-teal bg-teal-pale' : undefined}
              onClick={() => onChange({ from, to })}
            >
              {name}
            </Button>
          );
        })}
      </div>
      <div className="grid max-w-md grid-cols-2 gap-x-4 cramped:grid-cols-1">
        <DateField
          label="From"
          value={typed.from}
          error={problems.from}
          onChange={({ target }) => onChange({ ...typed, from: target.value })}
        />
        <DateField
          label="To"
          value={typed.to}
          error={problems.to}
          onChange={({ target }) => onChange({ ...typed, to: target.value })}
        />
      </div>
    </fieldset>
  );
}
