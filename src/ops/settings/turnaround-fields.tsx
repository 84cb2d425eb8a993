import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import { TextField } from '#ui/field.tsx';
import { KIND_TITLES } from '../kit/kind-titles.ts';
import type { SettingsFieldsProps } from './settings-fields-props.ts';
import { SettingsSection } from './settings-section.tsx';

/** Sets each kind's days of turnaround. */
export function TurnaroundFields({ draft, onChange, problem }: SettingsFieldsProps) {
  return (
    <SettingsSection
      title="Turnaround, in days"
      text="Working days after a rental for cleaning and checks, when an item is not free. Never charged. An item can have its own, in its calendar. What is booked stays as it is."
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3">
        {ITEM_KINDS.map((kind) => (
          <TextField
            key={kind}
            label={KIND_TITLES[kind]}
            inputMode="numeric"
            autoComplete="off"
            value={draft.turnaround[kind]}
            error={problem(`turnaround.${kind}`)}
            onChange={(event) =>
              onChange({ turnaround: { ...draft.turnaround, [kind]: event.target.value } })
            }
          />
        ))}
      </div>
    </SettingsSection>
  );
}
