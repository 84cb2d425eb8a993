import { WEEKDAYS } from '#domain/days.ts';
import { classNames } from '#ui/class-names.ts';
import type { SettingsFieldsProps } from './settings-fields-props.ts';
import { SettingsSection } from './settings-section.tsx';

/** Selects the weekdays on which the studio is closed. */
export function WeekdaysFields({ draft, onChange, problem }: SettingsFieldsProps) {
  const closed = draft.closed_weekdays;
  const wrong = problem('closed_weekdays');
  const toggle = (weekday: number, on: boolean) =>
    onChange({
      closed_weekdays: WEEKDAYS.map((_, at) => at + 1).filter((one) =>
        one === weekday ? on : closed.includes(one),
      ),
    });
  return (
    <SettingsSection
      title="Closed every week"
      text="These days do not count as turnaround. Items can still be out on them."
    >
      <div role="group" aria-label="Closed weekdays" className="flex flex-wrap gap-2">
        {WEEKDAYS.map((name, at) => (
          <label
            key={name}
            className={classNames(
              'flex h-11 cursor-pointer items-center gap-2 rounded-md border px-3 text-sm sm:h-9',
              closed.includes(at + 1) ? 'border-teal bg-teal-pale' : 'border-rule-strong',
            )}
          >
            <input
              type="checkbox"
              checked={closed.includes(at + 1)}
              aria-invalid={wrong ? true : undefined}
              onChange={(event) => toggle(at + 1, event.target.checked)}
              className="size-4.5 accent-teal"
            />
            {name}
          </label>
        ))}
      </div>
      <p aria-live="polite" className="mt-2 text-xs text-red empty:hidden">
        {wrong}
      </p>
    </SettingsSection>
  );
}
