import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import { invalidField } from '#data/core/invalid-field.ts';
import { isProfileKey, staffKeys } from '#data/core/query-keys/staff.ts';
import { changeSettings, settingsQuery } from '#data/settings/settings.ts';
import {
  KNOWN_SETTINGS,
  type KnownSetting,
  type SettingsByKey,
} from '#domain/settings/known-settings.ts';
import { settingFromTyped, settingText, typedSetting } from '#domain/settings/typed-setting.ts';
import { isSameValue } from '#domain/settings/typed-value.ts';
import { notify } from '#ui/toast.tsx';
import { useDraft } from '../../kit/drafts.ts';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { checkedTogether, useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import {
  conflictsOf,
  editsOf,
  formValues,
  keyParts,
  problemsOf,
  shownIn,
  typedOf,
  valueOf,
  type DraftedSetting,
  type OpenConflict,
  type SettingsEdits,
  type StudioValues,
} from './studio-values.ts';

/** Options of {@link useStudioForm}. */
export interface StudioFormOptions {
  /** The settings of the page by key; absent: those of the studio's. */
  known?: SettingsByKey;
  /** The settings that the form edits; absent: all of the page. */
  settings?: readonly KnownSetting[];
  /** Name of the form's draft. */
  draftName?: string;
  /** Says after a save when it takes effect. */
  savedText?: string;
  onSaved?: () => void;
  /** Called with the key of a setting whose value is refused, before its field is focused. */
  onRefused?: (key: string) => void;
}

/** The setting that closes the back office to staff without a second factor. */
export const REQUIRE_SECOND_FACTOR = 'security.require_second_factor';

/**
 * The form of the studio's settings. Edits survive a reload and what others save, until they are saved or discarded;
 * where somebody else changed the same setting, both values are offered. Give its component a `key` of the rows.
 * @param groupNames the groups of the page
 */
export function useStudioForm(
  rows: readonly SettingRow[],
  groupNames: readonly string[],
  {
    known = KNOWN_SETTINGS,
    settings = [...known.values()],
    draftName = 'settings:studio',
    savedText = 'Visitors see them within a second.',
    onSaved,
    onRefused,
  }: StudioFormOptions = {},
) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const [draft, saveDraft] = useDraft<SettingsEdits>(draftName);
  const [conflicts, setConflicts] = useState(() => conflictsOf(known, draft ?? {}, rows));
  const [busy, setBusy] = useState(false);
  const { form } = useCheckedForm(
    checkedTogether((typed: StudioValues) => problemsOf(settings, typed)),
    {
      defaultValues: formValues(known, rows, draft ?? {}),
      mode: 'onTouched',
      reValidateMode: 'onChange',
      onTyped: (typed) => storeDraft(typed, conflicts),
    },
  );
  const values = useWatch({ control: form.control }) as StudioValues;
  const edits = editsOf(settings, values, rows);
  const shown = shownIn(known, values);

  const storeDraft = (typed: StudioValues, open: readonly OpenConflict[]) => {
    const drafted = editsOf(settings, typed, rows).map(({ setting }): [string, DraftedSetting] => {
      const { key } = setting;
      const isOpen = open.some((one) => one.setting === setting);
      const was = isOpen ? draft?.[key]?.was : valueOf(setting, rows);
      return [key, { typed: typedOf(typed, key), was }];
    });
    saveDraft(drafted.length > 0 ? Object.fromEntries(drafted) : null);
  };

  const discard = () => {
    setConflicts([]);
    form.reset(formValues(known, rows, {}));
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
    notify.success('Settings saved', { description: savedText });
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
        if (known.has(key)) {
          form.setError(key, { message: (error as Error).message });
          showField(key);
        }
        notifyFailure('Error saving the settings', error as Error);
      }
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: staffKeys.allSettings });
      // why: a new GST rate is that of tax classes too.
      await queryClient.invalidateQueries({ queryKey: staffKeys.taxClasses });
      // why: the profile says which step is missing, and is read again only after some seconds.
      if (edits.some(({ setting }) => setting.key === REQUIRE_SECOND_FACTOR))
        await queryClient.invalidateQueries({
          predicate: ({ queryKey }) => isProfileKey(queryKey),
        });
    },
    (errors) => {
      const refused = settings.find(({ key }) => {
        const [group, name] = keyParts(key);
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
