import { queryOptions } from '@tanstack/react-query';
import type { SetupStep } from '#domain/setup/setup-state.ts';
import { retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { changeSettings } from './settings.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { SETTING_ANSWERS } from './setting-answers.ts';

const GROUPS = ['setup'];
const FINISHED = 'setup.finished';

/** Progress of the studio's set-up; for admins. */
export function setupQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.setup,
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, SETTING_ANSWERS, 'setup_state', {}, signal),
  });
}

const mark = async (api: StaffApi, key: string) => {
  // why no `seen`: a mark that others set already is no conflict.
  await changeSettings(api, [{ key, value: true, seen: null }], GROUPS);
};

/** Records that a step was skipped. A repeat changes nothing. @throws {Failure} */
export const skipSetupStep = async (api: StaffApi, step: SetupStep) =>
  mark(api, `setup.${step}_skipped`);

/** Records that the set-up is finished or dismissed. A repeat changes nothing. @throws {Failure} */
export const finishSetup = async (api: StaffApi) => mark(api, FINISHED);

/** Takes {@link finishSetup} back. @throws {Failure} */
export async function reopenSetup(api: StaffApi): Promise<void> {
  const rows = await callFunction(api, SETTING_ANSWERS, 'settings', { groups: GROUPS });
  const row = rows.find(({ key }) => key === FINISHED);
  if (!row) return;
  await changeSettings(api, [{ key: FINISHED, value: null, seen: row.updated_at }], GROUPS);
}
