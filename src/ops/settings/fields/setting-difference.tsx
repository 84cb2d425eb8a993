import type { KnownSetting } from '#domain/settings/known-settings.ts';
import { valueDifferences } from '#domain/settings/value-difference.ts';

export interface SettingDifferenceProps {
  setting: KnownSetting;
  was: unknown;
  became: unknown;
}

/** A setting's earlier and later value; of a list the rows that differ. */
export function SettingDifference({ setting, was, became }: SettingDifferenceProps) {
  return valueDifferences(setting, was, became).map((one) => (
    <p key={one.place} className="wrap-anywhere whitespace-pre-line">
      <span className="font-medium">
        {setting.label}
        {one.place && ` (${one.place})`}:
      </span>{' '}
      {one.was ?? 'none'} → {one.became ?? 'removed'}
    </p>
  ));
}
