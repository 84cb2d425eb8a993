import type { SettingsDraft } from '#domain/settings/availability-settings.ts';

/** Props of each group of fields of the settings of availability. */
export interface SettingsFieldsProps {
  draft: SettingsDraft;
  onChange: (change: Partial<SettingsDraft>) => void;
  /** Errors by field. */
  problems: Record<string, string>;
}
