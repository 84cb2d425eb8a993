import { queryOptions } from '@tanstack/react-query';
import { Failure } from './failure.ts';
import { retryOnce } from './list.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** A setting as admins see it. */
export interface SettingRow {
  key: string;
  /** The published value; null: the default. */
  value: unknown;
  /** The value to be published; null with `has_draft`: the default. */
  draft: unknown;
  has_draft: boolean;
  /** ISO; null when the database has nothing of it. */
  updated_at: string | null;
  updated_by_name: string | null;
}

/** A new value, null for the default, and the `updated_at` that it is based on. */
export interface SettingEdit {
  key: string;
  value: unknown;
  seen: string | null;
}

/** A save of published values. */
export interface LoggedChange {
  /** uuid */
  change_id: string;
  /** ISO. */
  at: string;
  by_name: string | null;
  undone: boolean;
  /** Null: the default. */
  changes: { key: string; was: unknown; became: unknown }[];
}

/** The outcome of a save; `conflict` are the settings as others have saved them meanwhile. */
export type SavedChanges = { saved: SettingRow[] } | { conflict: SettingRow[] };

/** The settings of some groups that differ from their defaults or have a draft. */
export function settingsQuery(api: StaffApi, groups: readonly string[]) {
  return queryOptions({
    queryKey: staffKeys.settings(groups),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => rpc(api, 'settings', { groups: [...groups] }, signal),
  });
}

/** The last changes of published values, newest first. */
export function settingHistoryQuery(api: StaffApi, groups: readonly string[]) {
  return queryOptions({
    queryKey: staffKeys.settingHistory(groups),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => rpc(api, 'setting_history', { groups: [...groups], most: 50 }, signal),
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
    return { saved: await rpc(api, 'change_settings', { changes: edits, as_draft: asDraft }) };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'PT409') throw error;
    return { conflict: await rpc(api, 'settings', { groups: [...groups] }) };
  }
}

/** Publishes the drafts of some groups. @throws {Failure} */
export const publishSettings = async (api: StaffApi, groups: readonly string[]) =>
  rpc(api, 'publish_settings', { groups: [...groups] });

/** Removes the drafts of some groups. @throws {Failure} */
export const discardDrafts = async (api: StaffApi, groups: readonly string[]) =>
  rpc(api, 'discard_drafts', { groups: [...groups] });

/** Takes back a change. @throws {Failure} also when one of its values was changed since */
export const undoSettingChange = async (api: StaffApi, changeId: string) =>
  rpc(api, 'undo_setting_change', { change_id: changeId });

/** Makes a link that shows drafts on the site for an hour. @throws {Failure} */
export const makePreview = async (api: StaffApi) => rpc(api, 'make_preview', {});
