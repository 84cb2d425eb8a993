import { queryOptions } from '@tanstack/react-query';
import type { AvailabilitySettings } from '#domain/settings/availability-settings.ts';
import { Failure } from '../core/failure.ts';
import { retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { SETTING_ANSWERS } from './setting-answers.ts';

/** The studio's settings of availability. */
export function availabilitySettingsQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.availabilitySettings,
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, SETTING_ANSWERS, 'availability_settings', {}, signal),
  });
}

/** The result of saving settings; `conflict` are those that somebody else saved meanwhile. */
export type SavedSettings = { saved: AvailabilitySettings } | { conflict: AvailabilitySettings };

/**
 * Saves the settings as a whole, unless somebody else changed them since they were read: then nothing
 * is written. A repeat after a lost answer is no conflict.
 * @param seen version of the settings that the edits are based on
 * @throws {Failure} with the server's message
 */
export async function saveAvailabilitySettings(
  api: StaffApi,
  values: Omit<AvailabilitySettings, 'updated_at'>,
  seen: string,
): Promise<SavedSettings> {
  try {
    const args = { ...values, expected_updated_at: seen };
    return {
      saved: await callFunction(api, SETTING_ANSWERS, 'change_availability_settings', args),
    };
  } catch (error) {
    // why not the details: their parser would be one more script for every page of the back office.
    if (!(error instanceof Failure) || error.code !== 'PT409') throw error;
    const conflict = await callFunction(api, SETTING_ANSWERS, 'availability_settings', {});
    if (conflict.updated_at === seen) throw error;
    return { conflict };
  }
}
