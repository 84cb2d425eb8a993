import { queryOptions } from '@tanstack/react-query';
import { Failure } from '../core/failure.ts';
import { retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { SETTING_ANSWERS, type SettingRow } from './setting-answers.ts';

/** A new value, null for the default, and the `updated_at` that it is based on. */
export interface SettingEdit {
  key: string;
  value: unknown;
  seen: string | null;
}

/** The outcome of a save; `conflict` are the settings as others have saved them meanwhile. */
export type SavedChanges = { saved: SettingRow[] } | { conflict: SettingRow[] };

/** The settings of some groups that differ from their defaults or have a draft. */
export function settingsQuery(api: StaffApi, groups: readonly string[]) {
  return queryOptions({
    queryKey: staffKeys.settings(groups),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, SETTING_ANSWERS, 'settings', { groups: [...groups] }, signal),
  });
}

/** The last changes of published values, newest first. */
export function settingHistoryQuery(api: StaffApi, groups: readonly string[]) {
  return queryOptions({
    queryKey: staffKeys.settingHistory(groups),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(
        api,
        SETTING_ANSWERS,
        'setting_history',
        { groups: [...groups], most: 50 },
        signal,
      ),
  });
}

/**
 * Saves settings, all or nothing. A repeat after a lost answer is no conflict.
 * @param groups of the page, which are read again after a conflict
 * @param asDraft saves drafts, which only previews show
 * @throws {Failure} with the server's message; {@link invalidField} names the setting
 */
export async function changeSettings(
  api: StaffApi,
  edits: readonly SettingEdit[],
  groups: readonly string[],
  asDraft = false,
): Promise<SavedChanges> {
  try {
    return {
      saved: await callFunction(api, SETTING_ANSWERS, 'change_settings', {
        changes: edits,
        as_draft: asDraft,
      }),
    };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'PT409') throw error;
    return {
      conflict: await callFunction(api, SETTING_ANSWERS, 'settings', { groups: [...groups] }),
    };
  }
}

/** Removes the drafts of some groups. @throws {Failure} */
export const discardDrafts = async (api: StaffApi, groups: readonly string[]) =>
  callFunction(api, SETTING_ANSWERS, 'discard_drafts', { groups: [...groups] });

/** Takes back a change. @throws {Failure} also when one of its values was changed since */
export const undoSettingChange = async (api: StaffApi, changeId: string) =>
  callFunction(api, SETTING_ANSWERS, 'undo_setting_change', { change_id: changeId });

/** Makes a link that shows drafts on the site for an hour. @throws {Failure} */
export const makePreview = async (api: StaffApi) =>
  callFunction(api, SETTING_ANSWERS, 'make_preview', {});
