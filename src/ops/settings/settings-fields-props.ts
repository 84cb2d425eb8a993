import type { SettingsDraft } from '#domain/settings/availability-settings.ts';
import type { CheckedForm } from '../kit/forms/use-checked-form.ts';

/** Props of each group of fields of the settings of availability. */
export interface SettingsFieldsProps extends Pick<CheckedForm<SettingsDraft>, 'problem'> {
  draft: SettingsDraft;
  onChange: (change: Partial<SettingsDraft>) => void;
}
