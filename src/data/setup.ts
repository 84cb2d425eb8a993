import { queryOptions } from '@tanstack/react-query';
import type { SetupStep } from '#domain/setup/setup-state.ts';
import { retryOnce } from './list.ts';
import { staffKeys } from './query-keys/staff.ts';
import { changeSettings } from './settings.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

const GROUPS = ['setup'];
const FINISHED = 'setup.finished';

/** How far the set-up of the studio is; for admins. */
export function setupQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.setup,
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => rpc(api, 'setup_state', {}, signal),
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
  const rows = await rpc(api, 'settings', { groups: GROUPS });
  const row = rows.find(({ key }) => key === FINISHED);
  if (!row) return;
  await changeSettings(api, [{ key: FINISHED, value: null, seen: row.updated_at }], GROUPS);
}
