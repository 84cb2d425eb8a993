import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch, type FieldErrors, type Resolver } from 'react-hook-form';
import { invalidField } from '#data/invalid-field.ts';
import { isProfileKey, staffKeys } from '#data/query-keys/staff.ts';
import { changeSettings, settingsQuery, type SettingRow } from '#data/settings.ts';
import { KNOWN_SETTINGS, type KnownSetting } from '#domain/settings/known-settings.ts';
import { settingProblem } from '#domain/settings/rules/rule.ts';
import {
  settingFromTyped,
  settingText,
  typedSetting,
  type TypedSetting,
} from '#domain/settings/typed-setting.ts';
import { isSameValue } from '#domain/settings/typed-value.ts';
import { notify } from '#ui/toast.tsx';
import { useDraft } from '../../shell/drafts.ts';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/** The form's values: fields by group, as react-hook-form names them (`studio.name`). */
export type StudioValues = Record<string, Record<string, TypedSetting>>;

/** Options of {@link useStudioForm}. */
export interface StudioFormOptions {
  /** The settings that the form edits; absent: all of the studio's page. */
  settings?: readonly KnownSetting[];
  /** Name of the form's draft. */
  draftName?: string;
  onSaved?: () => void;
  /** Called with the key of a setting whose value is refused, before its field is focused. */
  onRefused?: (key: string) => void;
}

const ALL_SETTINGS: readonly KnownSetting[] = [...KNOWN_SETTINGS.values()];

/** A setting with the value that somebody else has saved meanwhile. */
interface OpenConflict {
  setting: KnownSetting;
  theirs: unknown;
  by: string | null;
}

/** The setting that closes the back office to staff without a second factor. */
export const REQUIRE_SECOND_FACTOR = 'security.require_second_factor';

const partsOf = (key: string) => key.split('.') as [group: string, name: string];

/** The value of a setting: the studio's own, or the default. */
export const valueOf = ({ key, default: value }: KnownSetting, rows: readonly SettingRow[]) =>
  rows.find((row) => row.key === key)?.value ?? value;

/** An edit that is not saved yet, and the value that it is based on. */
interface DraftedSetting {
  typed: TypedSetting;
  was: unknown;
}
type Draft = Record<string, DraftedSetting>;

function valuesOf(rows: readonly SettingRow[], draft: Draft): StudioValues {
  const values: StudioValues = {};
  for (const setting of KNOWN_SETTINGS.values()) {
    const [group, name] = partsOf(setting.key);
    (values[group] ??= {})[name] =
      draft[setting.key]?.typed ?? typedSetting(setting.rule, valueOf(setting, rows));
  }
  return values;
}

const typedOf = (values: StudioValues, key: string): TypedSetting => {
  const [group, name] = partsOf(key);
  return values[group]?.[name] ?? '';
};

/** The settings that differ from the saved ones, with their new values. */
function editsOf(
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
const shownIn = (values: StudioValues) =>
  ALL_SETTINGS.flatMap((setting) => {
    const value = settingFromTyped(setting.rule, typedOf(values, setting.key));
    return settingProblem(setting.rule, value) ? [] : [{ setting, value }];
  });

const resolverOf =
  (settings: readonly KnownSetting[]): Resolver<StudioValues> =>
  (values) => {
    const errors: Record<string, Record<string, { type: string; message: string }>> = {};
    for (const { key, rule } of settings) {
      const message = settingProblem(rule, settingFromTyped(rule, typedOf(values, key)));
      const [group, name] = partsOf(key);
      if (message) (errors[group] ??= {})[name] = { type: 'rule', message };
    }
    if (Object.keys(errors).length === 0) return { values, errors: {} };
    return { values: {}, errors: errors as FieldErrors<StudioValues> };
  };

/** The edits whose settings somebody else has changed since. */
const conflictsOf = (draft: Draft, rows: readonly SettingRow[]): OpenConflict[] =>
  Object.entries(draft).flatMap(([key, { typed, was }]) => {
    const setting = KNOWN_SETTINGS.get(key);
    if (!setting) return [];
    const theirs = valueOf(setting, rows);
    const { rule } = setting;
    const isMine = isSameValue(rule, theirs, settingFromTyped(rule, typed));
    if (isSameValue(rule, theirs, was) || isMine) return [];
    const by = rows.find((row) => row.key === key)?.updated_by_name ?? null;
    return [{ setting, theirs, by }];
  });

/**
 * The form of the studio's settings. Edits survive a reload and what others save, until they are saved or discarded;
 * where somebody else changed the same setting, both values are offered. Give its component a `key` of the rows.
 * @param groupNames the groups of the page
 */
export function useStudioForm(
  rows: readonly SettingRow[],
  groupNames: readonly string[],
  {
    settings = ALL_SETTINGS,
    draftName = 'settings:studio',
    onSaved,
    onRefused,
  }: StudioFormOptions = {},
) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const [draft, saveDraft] = useDraft<Draft>(draftName);
  const [conflicts, setConflicts] = useState(() => conflictsOf(draft ?? {}, rows));
  const [busy, setBusy] = useState(false);
  const form = useForm<StudioValues>({
    resolver: resolverOf(settings),
    defaultValues: valuesOf(rows, draft ?? {}),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as StudioValues;
  const edits = editsOf(settings, values, rows);
  const shown = shownIn(values);

  const storeDraft = (typed: StudioValues, open: readonly OpenConflict[]) => {
    const drafted = editsOf(settings, typed, rows).map(({ setting }): [string, DraftedSetting] => {
      const { key } = setting;
      const isOpen = open.some((one) => one.setting === setting);
      const was = isOpen ? draft?.[key]?.was : valueOf(setting, rows);
      return [key, { typed: typedOf(typed, key), was }];
    });
    saveDraft(drafted.length > 0 ? Object.fromEntries(drafted) : null);
  };
  const onTyped = useEffectEvent((typed: StudioValues) => storeDraft(typed, conflicts));
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: typed }) => onTyped(typed),
      }),
    [form],
  );

  const discard = () => {
    setConflicts([]);
    form.reset(valuesOf(rows, {}));
    saveDraft(null);
  };
  const showRows = (next: SettingRow[]) =>
    queryClient.setQueryData(settingsQuery(api, groupNames).queryKey, next);
  const send = async () => {
    const changes = edits.map(({ setting, value }) => ({
      key: setting.key,
      value: isSameValue(setting.rule, value, setting.default) ? null : value,
      seen: rows.find(({ key }) => key === setting.key)?.updated_at ?? null,
    }));
    const outcome = await changeSettings(api, changes, groupNames);
    // why: the draft has what the edits are based on, so the new rows make the conflicts.
    if ('conflict' in outcome) return showRows(outcome.conflict);
    const saved = new Set(outcome.saved.map(({ key }) => key));
    discard();
    showRows([...rows.filter(({ key }) => !saved.has(key)), ...outcome.saved]);
    notify.success('Settings saved', { description: 'Visitors see them within a second.' });
    onSaved?.();
  };
  const showField = (key: string) => {
    flushSync(() => onRefused?.(key));
    form.setFocus(key as `${string}.${string}`);
  };
  const save = form.handleSubmit(
    async () => {
      if (busy || conflicts.length > 0 || edits.length === 0) return;
      setBusy(true);
      try {
        await send();
      } catch (error) {
        const key = invalidField(error);
        if (KNOWN_SETTINGS.has(key)) {
          form.setError(key, { message: (error as Error).message });
          showField(key);
        }
        notifyFailure('Error saving the settings', error as Error);
      }
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: staffKeys.allSettings });
      // why: the profile says which step is missing, and is read again only after some seconds.
      if (edits.some(({ setting }) => setting.key === REQUIRE_SECOND_FACTOR))
        await queryClient.invalidateQueries({
          predicate: ({ queryKey }) => isProfileKey(queryKey),
        });
    },
    (errors) => {
      const refused = settings.find(({ key }) => {
        const [group, name] = partsOf(key);
        return errors[group]?.[name] !== undefined;
      });
      if (refused) showField(refused.key);
    },
  );

  /** Ends a conflict with one of the two values. */
  const settle = (key: string, choice: 'mine' | 'theirs') => {
    const conflict = conflicts.find(({ setting }) => setting.key === key);
    if (!conflict) return;
    const { rule } = conflict.setting;
    const open = conflicts.filter((one) => one !== conflict);
    setConflicts(open);
    if (choice === 'theirs') {
      form.setValue(key as `${string}.${string}`, typedSetting(rule, conflict.theirs), {
        shouldValidate: true,
      });
    }
    storeDraft(form.getValues(), open);
  };
  const shownConflicts = conflicts.map(({ setting: { key, label, rule }, theirs, by }) => ({
    key,
    label,
    mine: settingText(rule, settingFromTyped(rule, typedOf(values, key))),
    theirs: settingText(rule, theirs),
    by,
  }));
  return { form, shown, edits, conflicts: shownConflicts, busy, save, settle, discard };
}
