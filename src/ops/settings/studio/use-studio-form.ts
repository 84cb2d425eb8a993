import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, useWatch, type FieldErrors, type Resolver } from 'react-hook-form';
import { invalidField } from '#data/invalid-field.ts';
import { staffKeys } from '#data/query-keys/staff.ts';
import { changeSettings, type SettingRow } from '#data/settings.ts';
import { KNOWN_SETTINGS, type KnownSetting } from '#domain/settings/known-settings.ts';
import { settingProblem } from '#domain/settings/rules/rule.ts';
import {
  settingFromTyped,
  typedSetting,
  type TypedSetting,
} from '#domain/settings/typed-setting.ts';
import { notify } from '#ui/toast.tsx';
import { useDraft } from '../../shell/drafts.ts';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/** The form's values: fields by group, as react-hook-form names them (`studio.name`). */
export type StudioValues = Record<string, Record<string, TypedSetting>>;

/** A setting that this form edits and that somebody else has changed meanwhile. */
export interface SettingConflict {
  setting: KnownSetting;
  theirs: unknown;
  by: string | null;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const partsOf = (key: string) => key.split('.') as [group: string, name: string];

/** The value of a setting: the studio's own, or the default. */
const valueOf = ({ key, default: value }: KnownSetting, rows: readonly SettingRow[]) =>
  rows.find((row) => row.key === key)?.value ?? value;

function valuesOf(rows: readonly SettingRow[], draft: Record<string, TypedSetting>): StudioValues {
  const values: StudioValues = {};
  for (const setting of KNOWN_SETTINGS.values()) {
    const [group, name] = partsOf(setting.key);
    (values[group] ??= {})[name] =
      draft[setting.key] ?? typedSetting(setting.rule, valueOf(setting, rows));
  }
  return values;
}

const typedOf = (values: StudioValues, key: string): TypedSetting => {
  const [group, name] = partsOf(key);
  return values[group]?.[name] ?? '';
};

/** The settings that differ from the saved ones, with their new values. */
function editsOf(values: StudioValues, rows: readonly SettingRow[]) {
  return [...KNOWN_SETTINGS.values()].flatMap((setting) => {
    const value = settingFromTyped(setting.rule, typedOf(values, setting.key));
    return isSame(value, valueOf(setting, rows)) ? [] : [{ setting, value }];
  });
}

/** The values that differ from their defaults and follow their rules, as the site would show them. */
const shownIn = (values: StudioValues) =>
  [...KNOWN_SETTINGS.values()].flatMap((setting) => {
    const value = settingFromTyped(setting.rule, typedOf(values, setting.key));
    return settingProblem(setting.rule, value) ? [] : [{ setting, value }];
  });

const resolver: Resolver<StudioValues> = (values) => {
  const errors: Record<string, Record<string, { type: string; message: string }>> = {};
  for (const { key, rule } of KNOWN_SETTINGS.values()) {
    const message = settingProblem(rule, settingFromTyped(rule, typedOf(values, key)));
    const [group, name] = partsOf(key);
    if (message) (errors[group] ??= {})[name] = { type: 'rule', message };
  }
  if (Object.keys(errors).length === 0) return { values, errors: {} };
  return { values: {}, errors: errors as FieldErrors<StudioValues> };
};

/**
 * The form of the studio's settings. Edits survive a reload until they are saved or discarded. What
 * somebody else saved meanwhile is adopted where this form has no edit, and offered where it has one.
 * @param groupNames the groups of the page
 */
export function useStudioForm(rows: readonly SettingRow[], groupNames: readonly string[]) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const [draft, saveDraft] = useDraft<Record<string, TypedSetting>>('settings:studio');
  const [base, setBase] = useState(rows);
  const [conflicts, setConflicts] = useState<readonly SettingConflict[]>([]);
  const [busy, setBusy] = useState(false);
  const form = useForm<StudioValues>({
    resolver,
    defaultValues: valuesOf(rows, draft ?? {}),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as StudioValues;
  const edits = editsOf(values, base);
  const shown = shownIn(values);

  const storeDraft = useEffectEvent((typed: StudioValues) => {
    const edited = editsOf(typed, base).map(({ setting: { key } }) => [key, typedOf(typed, key)]);
    saveDraft(edited.length > 0 ? Object.fromEntries(edited) : null);
  });
  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: typed }) => storeDraft(typed),
    });
  }, [form]);

  const show = (newRows: readonly SettingRow[], kept: Record<string, TypedSetting>) => {
    setBase(newRows);
    form.reset(valuesOf(newRows, kept));
    saveDraft(Object.keys(kept).length > 0 ? kept : null);
  };
  /** Adopts what others have saved; edits of the same settings become conflicts. */
  const adopt = (newRows: readonly SettingRow[]) => {
    const typed = form.getValues();
    const mine = editsOf(typed, base);
    const clashing = mine.flatMap(({ setting, value }): SettingConflict[] => {
      const theirs = valueOf(setting, newRows);
      if (isSame(theirs, valueOf(setting, base)) || isSame(theirs, value)) return [];
      const row = newRows.find(({ key }) => key === setting.key);
      return [{ setting, theirs, by: row?.updated_by_name ?? null }];
    });
    setConflicts((before) => [
      ...before.filter(({ setting }) => clashing.every((one) => one.setting !== setting)),
      ...clashing,
    ]);
    show(
      newRows,
      Object.fromEntries(mine.map(({ setting: { key } }) => [key, typedOf(typed, key)])),
    );
  };
  const adoptRead = useEffectEvent((read: readonly SettingRow[]) => {
    if (!busy && !isSame(read, base)) adopt(read);
  });
  useEffect(() => adoptRead(rows), [rows]);

  const save = form.handleSubmit(async () => {
    if (busy || conflicts.length > 0 || edits.length === 0) return;
    setBusy(true);
    const changes = edits.map(({ setting, value }) => ({
      key: setting.key,
      value: isSame(value, setting.default) ? null : value,
      seen: base.find(({ key }) => key === setting.key)?.updated_at ?? null,
    }));
    try {
      const outcome = await changeSettings(api, changes, groupNames);
      if ('conflict' in outcome) {
        adopt(outcome.conflict);
      } else {
        const saved = new Map(outcome.saved.map((row) => [row.key, row]));
        show([...base.filter(({ key }) => !saved.has(key)), ...outcome.saved], {});
        notify.success('Settings saved', { description: 'Visitors see them within a second.' });
      }
    } catch (error) {
      const key = invalidField(error);
      if (KNOWN_SETTINGS.has(key)) {
        form.setError(key, { message: (error as Error).message });
        form.setFocus(key as `${string}.${string}`);
      }
      notifyFailure('Error saving the settings', error as Error);
    }
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: staffKeys.allSettings });
  });

  /** Ends a conflict with one of the two values. */
  const settle = (conflict: SettingConflict, with_: 'mine' | 'theirs') => {
    const { key, rule } = conflict.setting;
    if (with_ === 'theirs') {
      form.setValue(key as `${string}.${string}`, typedSetting(rule, conflict.theirs), {
        shouldValidate: true,
      });
    }
    setConflicts((before) => before.filter((one) => one !== conflict));
  };
  const discard = () => {
    setConflicts([]);
    show(base, {});
  };
  return { form, values, shown, edits, conflicts, busy, save, settle, discard };
}
