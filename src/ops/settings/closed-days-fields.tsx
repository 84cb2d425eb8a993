import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { DateField } from '#dates/date-field.tsx';
import { LONGEST_CLOSED_REASON } from '#domain/settings/availability-settings.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { SettingsFieldsProps } from './settings-fields-props.ts';
import { SettingsSection } from './settings-section.tsx';

/** Lists special days on which the studio is closed, each with a reason. */
export function ClosedDaysFields({ draft, onChange, problem }: SettingsFieldsProps) {
  const days = draft.closed_days;
  const add = useRef<HTMLButtonElement>(null);
  const set = (at: number, change: Partial<(typeof days)[number]>) =>
    onChange({
      closed_days: days.map((one, place) => (place === at ? { ...one, ...change } : one)),
    });
  return (
    <SettingsSection
      title="Closed on special days"
      text="Holidays, stock-taking. They do not count as turnaround either."
    >
      {days.length > 0 && (
        <ol aria-label="Closed days" className="mb-2">
          {Object.entries(days).map(([key, { day, reason }]) => {
            const at = Number(key);
            return (
              <li key={key} className="flex flex-wrap items-start gap-x-3">
                <DateField
                  label="Day"
                  value={day}
                  error={problem(`closed_days.${at}`)}
                  onChange={(event) => set(at, { day: event.target.value })}
                  className="w-40"
                />
                <TextField
                  label="Reason"
                  optional
                  autoComplete="off"
                  maxLength={LONGEST_CLOSED_REASON}
                  value={reason}
                  onChange={(event) => set(at, { reason: event.target.value })}
                  className="w-52 grow"
                />
                <Button
                  variant="quiet"
                  iconOnly
                  aria-label={`Remove closed day ${at + 1}`}
                  className="mt-[1.7rem]"
                  onClick={() => {
                    onChange({ closed_days: days.filter((_, place) => place !== at) });
                    add.current?.focus();
                  }}
                >
                  <Trash2 aria-hidden size={16} />
                </Button>
              </li>
            );
          })}
        </ol>
      )}
      <Button
        ref={add}
        variant="secondary"
        size="sm"
        onClick={() => onChange({ closed_days: [...days, { day: '', reason: '' }] })}
      >
        <Plus aria-hidden size={16} />
        Add a day
      </Button>
    </SettingsSection>
  );
}
