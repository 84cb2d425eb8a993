import { SettingFields } from '../settings/studio/setting-fields.tsx';
import { SettingsStep, settingsWith } from './settings-step.tsx';
import type { StepProps } from './step-actions.tsx';

const SETTINGS = settingsWith([
  'studio.address_lines',
  'studio.city',
  'studio.region',
  'studio.postal_code',
  'studio.country',
  'studio.phone',
  'studio.whatsapp',
  'studio.email',
  'studio.hours',
]);

/** The step with address, phones, e-mail and opening hours. */
export function ContactStep(props: StepProps) {
  return (
    <SettingsStep
      {...props}
      settings={SETTINGS}
      text="Visitors find and reach you with these: they are in the footer, on the contact page and in empty lists. The step is done when address, e-mail and both numbers are yours."
    >
      {({ form, pictures }) => (
        <SettingFields settings={SETTINGS} form={form} pictures={pictures} />
      )}
    </SettingsStep>
  );
}
