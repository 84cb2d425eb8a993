import type { SettingsDraft } from '#domain/settings/availability-settings.ts';

/** What each group of fields of the settings of availability gets. */
export interface SettingsFieldsProps {
  draft: SettingsDraft;
  onChange: (change: Partial<SettingsDraft>) => void;
  /** Errors by field. */
  problems: Record<string, string>;
}
