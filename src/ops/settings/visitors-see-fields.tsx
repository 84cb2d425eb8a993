import type { VisitorsSee } from '#domain/settings/availability-settings.ts';
import { classNames } from '#ui/class-names.ts';
import type { SettingsFieldsProps } from './settings-fields-props.ts';
import { SettingsSection } from './settings-section.tsx';

const CHOICES: readonly { value: VisitorsSee; label: string; text: string }[] = [
  {
    value: 'exact',
    label: 'Figures',
    text: '“2 of 3 free 14–16 Nov” on cards and item pages, and the number for each day in the calendar.',
  },
  {
    value: 'yes-no',
    label: 'Free or not',
    text: '“Free 14–16 Nov” or “Booked 14–16 Nov”, for as many pieces as they ask for. Nobody learns how many you have.',
  },
  {
    value: 'off',
    label: 'Nothing',
    text: 'No word about what is free. The dates are those of the enquiry, and “Only free” is not offered.',
  },
];

/** Selects what visitors learn about what is free. */
export function VisitorsSeeFields({ draft, onChange }: SettingsFieldsProps) {
  return (
    <SettingsSection
      title="What visitors see"
      text="Staff always see the figures. Names and enquiries are never shown to visitors."
    >
      <div role="radiogroup" aria-label="What visitors see" className="space-y-1">
        {CHOICES.map(({ value, label, text }) => (
          <label
            key={value}
            className={classNames(
              'flex cursor-pointer gap-3 rounded-md border p-3 text-sm',
              draft.shows === value ? 'border-teal bg-teal-pale' : 'border-transparent',
            )}
          >
            <input
              type="radio"
              name="shows"
              value={value}
              checked={draft.shows === value}
              onChange={() => onChange({ shows: value })}
              className="mt-0.5 size-4.5 shrink-0 accent-teal"
            />
            <span className="text-ink-quiet">
              <span className="block font-medium text-ink">{label}</span>
              {text}
            </span>
          </label>
        ))}
      </div>
    </SettingsSection>
  );
}
