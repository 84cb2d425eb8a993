import type { SettingRow } from '#data/settings/setting-answers.ts';
import type { KnownSetting, SettingsByKey } from '#domain/settings/known-settings.ts';
import { settingProblem } from '#domain/settings/rules/rule.ts';
import {
  settingFromTyped,
  typedSetting,
  type TypedSetting,
} from '#domain/settings/typed-setting.ts';
import { isSameValue } from '#domain/settings/typed-value.ts';

/** The form's values: fields by group, as react-hook-form names them (`studio.name`). */
export type StudioValues = Record<string, Record<string, TypedSetting>>;

/** A setting with the value that somebody else has saved meanwhile. */
export interface OpenConflict {
  setting: KnownSetting;
  theirs: unknown;
  by: string | null;
}

/** The two parts of a key. */
export const keyParts = (key: string) => key.split('.') as [group: string, name: string];

/** The value of a setting: the studio's own, or the default. */
export const valueOf = ({ key, default: value }: KnownSetting, rows: readonly SettingRow[]) =>
  rows.find((row) => row.key === key)?.value ?? value;

/** An edit that is not saved yet, and the value that it is based on. */
export interface DraftedSetting {
  typed: TypedSetting;
  was: unknown;
}
/** Edits that are not saved yet, by setting. */
export type SettingsEdits = Record<string, DraftedSetting>;

/** The values of all fields: as typed, or as saved. */
export function formValues(
  known: SettingsByKey,
  rows: readonly SettingRow[],
  draft: SettingsEdits,
): StudioValues {
  const values: StudioValues = {};
  for (const setting of known.values()) {
    const [group, name] = keyParts(setting.key);
    (values[group] ??= {})[name] =
      draft[setting.key]?.typed ?? typedSetting(setting.rule, valueOf(setting, rows));
  }
  return values;
}

/** The value of a field. */
export const typedOf = (values: StudioValues, key: string): TypedSetting => {
  const [group, name] = keyParts(key);
  return values[group]?.[name] ?? '';
};

/** The settings that differ from the saved ones, with their new values. */
export function editsOf(
  settings: readonly KnownSetting[],
  values: StudioValues,
  rows: readonly SettingRow[],
) {
  return settings.flatMap((setting) => {
    const value = settingFromTyped(setting.rule, typedOf(values, setting.key));
    return isSameValue(setting.rule, value, valueOf(setting, rows)) ? [] : [{ setting, value }];
  });
}

/** The values that differ from their defaults and follow their rules, as the site would show them. */
export const shownIn = (known: SettingsByKey, values: StudioValues) =>
  [...known.values()].flatMap((setting) => {
    const value = settingFromTyped(setting.rule, typedOf(values, setting.key));
    return settingProblem(setting.rule, value) ? [] : [{ setting, value }];
  });

/** The wrong fields of settings by key, with the messages of their rules. */
export const problemsOf = (settings: readonly KnownSetting[], values: StudioValues) =>
  Object.fromEntries(
    settings.map(({ key, rule }) => [
      key,
      settingProblem(rule, settingFromTyped(rule, typedOf(values, key))) ?? '',
    ]),
  );

/** The edits whose settings somebody else has changed since. */
export const conflictsOf = (
  known: SettingsByKey,
  draft: SettingsEdits,
  rows: readonly SettingRow[],
): OpenConflict[] =>
  Object.entries(draft).flatMap(([key, { typed, was }]) => {
    const setting = known.get(key);
    if (!setting) return [];
    const theirs = valueOf(setting, rows);
    const { rule } = setting;
    const isMine = isSameValue(rule, theirs, settingFromTyped(rule, typed));
    if (isSameValue(rule, theirs, was) || isMine) return [];
    const by = rows.find((row) => row.key === key)?.updated_by_name ?? null;
    return [{ setting, theirs, by }];
  });
